"""Class diagrams: the classes of sources that they show, and what they say of members and bases."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint import Page, Repository, Span
from doclint.kit import citations, expression
from doclint.kit.tables import names
from doclint.repository.names import names_of
from doclint.rule.violation import ComparedDeclaration
from doclint.source.language import language_of_declarations

from ._bases import names_of_bases
from ._declarations import declared_in
from ._definitions import only_definition
from ._diagrams import current_diagrams

if TYPE_CHECKING:
    from doclint.markdown.diagrams.read import Diagram

_CLASSES = frozenset({"class", "struct", "interface", "trait", "enum", "union"})
_BRACKETS = expression(r"~[^~]*+~|<[^<>]*+>|\[[^\[\]]*+\]")
_GAP = "\0"  # in place of what was in brackets
_PROSE = expression(r"[,/]")
_MARKS = "?!*&$;,\0"
_WORD = expression(r"[A-Za-z_$][\w$]*+")
_NAME = expression(rb"[A-Za-z_$][\w$]*+")
_TYPES = names("doclint_rules", "types")
_TYPE = expression(r".*[A-Z.&:]|\w+_t\Z")
_MODIFIERS = names("doclint_rules", "modifiers")
_SIGNS = "+-#~ \t"
_CONSTRUCTORS = frozenset("init new constructor create ctor __init__ __new__ __construct".split())
_OTHERS = expression(r"(?i)other|etc\Z|more|various|[gs]etters?\Z")
_MOST_ABSENT = 2  # members of a class that has none of them
_EXTENSIONS = ("cs", "dart", "go", "java", "js", "jsx", "kt", "php", "py", "rs", "ts", "tsx")
_EXTENDING = ("Extensions", "Extension", "Ext")  # ends the names of files with methods of other files' classes
_INTERFACE = expression(r"\AI(?=[A-Z][a-z])")
_INHERITS = expression(r"<\|(?:--|\.\.)|(?:--|\.\.)\|>")
_WITHOUT_BASES = frozenset({"c", "go", "rust"})
_STRUCTURAL = frozenset({"javascript", "tsx", "typescript"})
_EMPTY = frozenset({"object", "ABC", "Generic", "Serializable", "Cloneable", "Comparable"})  # give no such members
_MOST_BASES = 50  # of one class
_MOST_CITED = 100  # files of a page


class DrawnMember(Struct, frozen=True):
    """A member that a diagram shows in a class, and its place on the page."""

    name: str
    is_method: bool
    span: Span


class DrawnClass(ComparedDeclaration, frozen=True):
    """The class of a source that a class of a diagram shows, and the members that the diagram gives it."""

    members: tuple[DrawnMember, ...]


def class_diagrams(page: Page) -> "list[Diagram]":
    """Return the class diagrams of a page that parse, without those about what was or is to come."""
    return [one for one in current_diagrams(page) if one.type == "class" and not one.contents.failure]


def drawn_classes(page: Page, repository: Repository, diagram: "Diagram") -> dict[str, DrawnClass]:
    """Return the classes of a diagram, by their names in it, that certainly show a class of a source."""
    section = _section(page, diagram.block.start)
    members: dict[str, list[DrawnMember]] = {}
    for one in diagram.contents.members:
        member = _member(one.text, one.span)
        members.setdefault(one.owner, [])
        if member is not None:
            members[one.owner].append(member)
    found = {}
    for name in dict.fromkeys(one.id for one in diagram.contents.nodes if one.kind != "namespace"):
        place = _class_of(page, repository, section, name)
        if place is not None:
            found[name] = DrawnClass(place.path, place.declaration, tuple(members.get(name, ())))
    return found


def _section(page: Page, offset: int) -> int:
    """Return the number of the headings before a character."""
    return bisect_right(page.document.headings, offset, key=lambda one: one.start)


def _cited(page: Page) -> dict[str, set[int]]:
    """Return the sources that a page cites, each with the sections that cite it."""
    found: dict[str, set[int]] = {}
    for one in citations(page):
        if one.path in found or (len(found) < _MOST_CITED and language_of_declarations(one.path)):
            found.setdefault(one.path, set()).add(_section(page, one.span.start))
    return found


def _class_of(page: Page, repository: Repository, section: int, name: str) -> ComparedDeclaration | None:
    """Return the class of a name, if a file that the section cites is the only one that declares it among those that
    the page cites, or else the only file that is called after it.
    """
    if not _WORD.fullmatch(name):
        return None
    found = _cited_or_named(page, repository, name)
    if len(found) != 1 or section not in page.remembered(_cited).get(found[0].path, {section}):
        return None
    return found[0]


def _cited_or_named(page: Page, repository: Repository, name: str) -> list[ComparedDeclaration]:
    """Return the classes of a name in the files that a page cites, or else in the only file that is called after it, if
    no other file defines the name.
    """
    found = list(_declared(page, page.remembered(_cited), name))
    files = [] if found else _called(repository, name)
    if len(files) == 1 and only_definition(page, repository, [name]):
        found = list(_declared(page, files, name))
    return found


def _called(repository: Repository, stem: str) -> list[str]:
    return [path for extension in _EXTENSIONS for path in names_of(repository).paths(f"{stem}.{extension}")]


def _declared(page: Page, paths: Iterable[str], name: str) -> Iterator[ComparedDeclaration]:
    for path in paths:
        declared = declared_in(page, path)
        several = () if declared.is_broken else declared.by_name.get(name, ())
        yield from (ComparedDeclaration(path, one.declaration) for one in several if one.declaration.kind in _CLASSES)


def _member(text: str, span: Span) -> DrawnMember | None:
    """Return the member that a line of a class names; None if that is prose, or which word is its name is not clear."""
    text = text.strip(_SIGNS)
    if not text.isascii() or text.startswith(("<<", ".", "[", "@")):
        return None
    before, colon, _ = text.replace("::", ".").partition(":")
    before, paren, _ = before.partition("(")
    for _ in range(5):
        before, number = _BRACKETS.subn(_GAP, before)
        if not number:
            break
    words = [word for word in before.partition("=")[0].split() if word not in _MODIFIERS]
    if not words or len(words) > (1 if colon and not paren else 2) or _PROSE.search(before):
        return None
    if paren:
        return None if before[-1].isspace() else _named(words[-1].strip(_MARKS), span, is_method=True)
    return _named(_field(words), span, is_method=False)


def _field(words: list[str]) -> str:
    """Return the one of one or two words that is the name of a field; empty if neither certainly is."""
    first, last = words[0], words[-1].rstrip(_MARKS)
    if len(words) == 1:
        return last
    if last.lower() in _TYPES or last.startswith("*") or _GAP in last:  # as in Go
        return first.strip(_MARKS)
    is_type = _GAP in first or _TYPE.match(first) or first.strip(_MARKS).lower() in _TYPES
    return last if is_type else ""  # prose, such as `type discriminator`


def _named(name: str, span: Span, *, is_method: bool) -> DrawnMember | None:
    is_name = _WORD.fullmatch(name) and len(name) > 1 and not name.endswith("_")
    is_prose = name.lower() in _TYPES or _OTHERS.match(name)
    return None if is_prose or not is_name else DrawnMember(name, is_method, span)


def drawn_bases(
    page: Page, repository: Repository, diagram: "Diagram"
) -> Iterator[tuple[DrawnClass, DrawnClass, Span]]:
    """Yield the classes of a diagram that certainly show classes of sources, each with a base that the diagram states.

    Left out are types that others satisfy without naming them.
    """
    edges = [one for one in diagram.contents.edges if _INHERITS.fullmatch(one.mark)]
    classes = drawn_classes(page, repository, diagram) if edges else {}
    for edge in edges:
        names = (edge.source, edge.target) if edge.mark.endswith(">") else (edge.target, edge.source)
        derived, base = map(classes.get, names)
        if derived is not None and base is not None and derived != base and not _is_structural(derived, base):
            yield derived, base, edge.span


def _is_structural(derived: DrawnClass, base: DrawnClass) -> bool:
    """Whether a class may be of a type although it does not say so."""
    language = language_of_declarations(derived.path)
    if language in _WITHOUT_BASES or language != language_of_declarations(base.path):
        return True
    is_shape = base.declaration.kind == "interface" and language in _STRUCTURAL
    return is_shape or any("Protocol" in one for one in base.declaration.bases)


def all_bases(page: Page, repository: Repository, drawn: DrawnClass) -> list[DrawnClass] | None:
    """Return the bases of a class, and their bases; None if one of them is not known."""
    found: dict[str, DrawnClass] = {}
    waiting = [drawn]
    while waiting:
        derived = waiting.pop()
        names = names_of_bases(derived.declaration.bases)
        if names is None or len(found) > _MOST_BASES:
            return None
        for name in names:
            if name not in found and name not in _EMPTY:
                several = list(_declared(page, [derived.path], name)) or _cited_or_named(page, repository, name)
                if len(several) != 1:
                    return None
                found[name] = DrawnClass(several[0].path, several[0].declaration, ())
                waiting.append(found[name])
    return [*found.values()]


def known_members(page: Page, repository: Repository, drawn: DrawnClass) -> set[str]:
    """Return what the spellings of the members of a class in the source, and of its known bases, have in common."""
    several = (drawn, *(all_bases(page, repository, drawn) or ()))
    return {name for one in several for name in _known(page, repository, one)}


def absent_members(page: Page, repository: Repository, drawn: DrawnClass) -> list[DrawnMember]:
    """Return the members of a class in a diagram that the class in the source certainly neither has nor inherits,
    however they are spelled.

    None are if it has none of several members: then the diagram shows something else of that name.
    """
    known = _known(page, repository, drawn)
    others = [one for one in drawn.members if common(one.name) not in known]
    bases = all_bases(page, repository, drawn) if others else None
    if bases is None or len(others) == len(drawn.members) > _MOST_ABSENT:
        return []
    inherited = {name for base in bases for name in _known(page, repository, base)}
    return [
        member
        for member in others
        if common(member.name) not in inherited
        and not any(_may_have_further(repository, one, member) for one in (drawn, *bases))
    ]


def _may_have_further(repository: Repository, drawn: DrawnClass, member: DrawnMember) -> bool:
    """Whether a class may have a member that its declaration does not show."""
    own = drawn.declaration
    if member.is_method and any(_called(repository, f"{_INTERFACE.sub('', own.name)}{end}") for end in _EXTENDING):
        return True
    return bool(own.is_open) and (member.is_method or not own.has_all_fields)


def common(name: str) -> str:
    """Return what spellings of a name have in common."""
    return name.replace("_", "").replace("$", "").lower().removesuffix("async")


def _known(page: Page, repository: Repository, drawn: DrawnClass) -> frozenset[str]:
    """Return the words on the lines of a class, those that objects are made by, and the names beside the class."""
    key = "words of a class", drawn.path, drawn.declaration.start, drawn.declaration.end
    return repository.answered(key, lambda: frozenset(_words(page, repository, drawn)))


def _words(page: Page, repository: Repository, drawn: DrawnClass) -> Iterator[str]:
    lines = (repository.page(drawn.path) or b"").split(b"\n")[drawn.declaration.start - 1 : drawn.declaration.end]
    yield from (common(one.decode()) for one in _NAME.findall(b"\n".join(lines)))
    yield from map(common, _CONSTRUCTORS)
    # Diagrams also show a module as a class.
    for name, several in declared_in(page, drawn.path).by_name.items():
        if any(not one.scopes for one in several):
            yield common(name)
