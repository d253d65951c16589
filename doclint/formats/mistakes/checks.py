"""Checks of a format beyond its schema, made when a format file is loaded.

Paths are those of the format as models: shared parts are in their places, and a single item is in a list.
"""

from collections.abc import Iterable, Iterator, Sequence

from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import did_you_mean, listed
from doclint.formats import holes
from doclint.formats.holes import SYMBOL
from doclint.formats.kinds import WHOSE
from doclint.formats.mistakes import consistency
from doclint.formats.mistakes.parts import elements_of, names_of, sections_of
from doclint.formats.mistakes.shadows import shadowed
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError
from doclint.formats.schema.contents import (
    CHILD,
    ClaimsContent,
    Content,
    ImportsContent,
    ListingContent,
    ProseContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    TextContent,
    patterns_of,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace
from doclint.formats.schema.statements import ClaimSpec, Proof, Statement
from doclint.source.language import is_language, languages

_Located = tuple[Path, Pattern | Template]


def mistakes_in(format_: Format) -> Iterator[Mistake]:
    """Yield each mistake in a format that its schema cannot find, but for holes that nothing reads."""
    for path, pattern in _numbered(("footer",), format_.footer):
        yield from _wrong_holes(format_, path, pattern)
    for of, claims in format_.claims.items():
        for key, claim in claims.items():
            yield from _mistakes_in_claim(format_, ("claims", of, key), claim)
    for index, spec in enumerate(format_.description):
        yield from _unknown_languages(("description", index, "right"), spec.right)
        yield from _unknown_languages(("description", index, "wrong"), spec.wrong)
    names: set[str] = set()
    for index, kind in enumerate(format_.kind):
        if kind.name in names:
            yield Mistake(("kind", index, "name"), f"another kind has the name `{kind.name}`, too")
        names.add(kind.name)
        yield from _mistakes_in_kind(format_, ("kind", index), kind)
    yield from consistency.in_format(format_)
    yield from shadowed(format_)


def _numbered(path: Path, patterns: Iterable[Pattern | Template]) -> Iterator[_Located]:
    return (((*path, index), pattern) for index, pattern in enumerate(patterns))


_SHORT = 2  # letters of names that are near to too many words


def _unknown_languages(path: Path, ids: Sequence[str]) -> Iterator[Mistake]:
    for index, id_ in enumerate(ids):
        if not is_language(id_):
            ids = [one.id for one in languages()]
            wanted = id_.casefold()
            near = did_you_mean(wanted, [one for one in ids if len(one) > _SHORT or one == wanted])
            known = near or f"; doclint knows {listed(ids, len(ids))}"
            yield Mistake((*path, index), f"`{path[-1]}` names the unknown language `{id_}`{known}")


def _mistakes_in_claim(format_: Format, path: Path, claim: ClaimSpec) -> Iterator[Mistake]:
    for place, pattern in _numbered((*path, "text"), claim.text):
        yield from _wrong_holes(format_, place, pattern)
    yield from _mistakes_in_proof((*path, "proof"), claim.proof) if claim.proof else ()
    yield from _mistakes_in_statement(path, claim, claim.text)
    for index, name in enumerate(claim.repeats):
        set_, _, other = name.partition(".")
        if other not in format_.claims.get(set_, {}):
            hint = did_you_mean(name, [f"{of}.{key}" for of, claims in format_.claims.items() for key in claims])
            text = f"`repeats` names the claim `{name}`, which the format does not have{hint}"
            yield Mistake((*path, "repeats", index), text)


def _mistakes_in_proof(path: Path, proof: Proof) -> Iterator[Mistake]:
    if proof.is_empty:
        yield Mistake(path, "the `proof` is empty, so nothing could prove the claim")
    yield from _unknown_languages((*path, "languages"), proof.languages)
    for index, name in enumerate(proof.apart):
        if "." not in name:
            yield Mistake((*path, "apart", index), f"`apart` has `{name}`, but needs names with a dot")


def _mistakes_in_statement(path: Path, statement: Statement, text: list[Pattern]) -> Iterator[Mistake]:
    for key in ("true-of", "false-of", "groundless-of"):
        for index, subjects in enumerate(getattr(statement, key.replace("-", "_"))):
            place = (*path, key, index)
            if subjects.is_empty:
                yield Mistake(place, f"`{key}` has no condition")
            yield from _unknown_languages((*place, "languages"), subjects.languages)
    if statement.about and not any(_may_have(pattern, statement.about) for pattern in text):
        hint = did_you_mean(statement.about, [name for pattern in text for name in names_of(pattern)])
        found = f"`about` names the hole `{statement.about}`, which the text does not have{hint}"
        yield Mistake((*path, "about"), found)


def _mistakes_in_kind(format_: Format, path: Path, kind: Kind) -> Iterator[Mistake]:
    for place, pattern in _numbered((*path, "title"), kind.title):
        yield from _wrong_holes(format_, place, pattern)
    for place, pattern in _numbered((*path, "footer"), kind.footer or ()):
        yield from _wrong_holes(format_, place, pattern)
    for key, template in kind.front_matter.items():
        yield from _wrong_holes(format_, (*path, "front-matter", key), template)
    yield from consistency.in_kind(path, kind)
    yield from _mistakes_in_sections(format_, (*path, "section"), kind)
    for key, contents in (("content", kind.content), ("epilogue", kind.epilogue)):
        for place, content in elements_of((*path, key), contents):
            yield from _mistakes_in_content(format_, place, content)


def _mistakes_in_sections(format_: Format, path: Path, kind: Kind) -> Iterator[Mistake]:
    keys: set[str] = set()
    sources: list[tuple[Path, Content]] = []
    for at, section in sections_of(path, kind.sections):
        if section.key in keys:
            text = f"another section has the key `{section.key}`, too; give one of them a `key` of its own"
            if section.spec.key:
                text += ", or leave `key` out of a shared section: it then has one by the section around it"
            yield Mistake((*at, "key" if section.spec.key else "heading"), text)
        keys.add(section.key)
        yield from consistency.in_section(format_, kind, at, section)
        for place, pattern in _heading(at, section):
            yield from _wrong_holes(format_, place, pattern)
        if section.spec.defines and _has_no_symbol(pattern for _, pattern in _heading(at, section)):
            text = f"the section defines symbols, but its heading has no hole `{{{SYMBOL}}}` for their names"
            yield Mistake((*at, "heading"), text)
        parent = kind.parents.get(section)
        yield from _mistakes_in_replacement(at, section, parent.children if parent else kind.sections)
        for place, content in elements_of((*at, "content"), section.spec.content):
            if isinstance(content, SourceContent):
                sources.append((at, content))
                are_apart = all(one.when and where == at for where, one in sources)
                if len(sources) > 1 and not are_apart:
                    text = "`content` has a second quoted source; a section can have several only if each has `when`"
                    yield Mistake((*at, "content"), text)
            yield from _mistakes_in_content(format_, place, content)


def _heading(path: Path, section: SectionPlace) -> Iterator[_Located]:
    spec = section.spec
    yield from _numbered((*path, "heading"), spec.heading)
    if spec.misspelled:
        yield (*path, "misspelled"), spec.misspelled
    yield from _numbered((*path, "before"), spec.before)


def _mistakes_in_replacement(path: Path, section: SectionPlace, beside: Sequence[SectionPlace]) -> Iterator[Mistake]:
    wanted = section.spec.instead_of
    if not wanted:
        return
    replaced = next((other for other in beside if other.key == wanted), None)
    if replaced is None or replaced is section:
        hint = did_you_mean(wanted, [other.key for other in beside if other is not section])
        yield Mistake((*path, "instead-of"), f"`instead-of` is `{wanted}`, which is not a section beside it{hint}")
    elif replaced.spec.instead_of:
        text = f"`instead-of` is `{wanted}`, which itself replaces another section"
        yield Mistake((*path, "instead-of"), text)


def _mistakes_in_content(format_: Format, path: Path, content: Content) -> Iterator[Mistake]:
    for below, pattern in patterns_of(content):
        yield from _wrong_holes(format_, (*path, *below), pattern)
    yield from consistency.in_element(format_, path, content)
    if isinstance(content, TextContent):
        yield from _mistakes_in_statement(path, content, content.text)
    match content:
        case ClaimsContent(of=of) if of not in format_.claims:
            hint = did_you_mean(of, format_.claims)
            yield Mistake((*path, "of"), f"`of` names the claims `{of}`, which the format does not have{hint}")
        case SymbolsContent() | ImportsContent():
            yield from _items_without(path, content, content.names)
        case ProseContent() if path[-2] == "group" or path[-3] == "one-of":
            text = "`prose` cannot be in a `group` or in `one-of`, which never match with it; put it before or after"
            yield Mistake(path, text)
        case TableContent(defines=kinds) if kinds and _has_no_symbol(cell for _, cell in patterns_of(content)):
            text = f"the table defines symbols, but `row` has no hole `{{{SYMBOL}}}` for their names"
            yield Mistake((*path, "row"), text)
    if isinstance(content, ListingContent | TableContent) and content.lists:
        hole = CHILD[content.lists]
        if not any(_may_have(item, hole) for _, item in patterns_of(content)):
            text = f"`lists` is `{content.lists}`, but no item has the hole `{{{hole}}}` for their names"
            yield Mistake((*path, "lists"), text)


def _has_no_symbol(patterns: Iterable[Pattern | Template]) -> bool:
    """Whether no pattern has the hole for the name of a symbol; false if one of them is not a pattern."""
    try:
        return not any(SYMBOL in pattern.names for pattern in patterns)
    except TemplateError:
        return False


def _items_without(path: Path, content: ListingContent, hole: str) -> Iterator[Mistake]:
    has_labels = content.nested and any(_may_have(item, hole) for item in content.item)
    for index, item in enumerate(content.item):
        if not has_labels and not _may_have(item, hole):
            yield Mistake((*path, "item", index), f"the item `{item.text}` has no hole `{{{hole}}}`")


def _may_have(text: Pattern, hole: str) -> bool:
    """Whether a text has a hole, or is broken, which is a mistake of its own."""
    try:
        return hole in text.names
    except TemplateError:
        return True


def _wrong_holes(format_: Format, path: Path, pattern: Pattern | Template) -> Iterator[Mistake]:
    try:
        names = pattern.names
    except TemplateError as error:
        quoted = "" if f"`{pattern.text}`" in str(error) else f", in `{pattern.text}`"
        yield Mistake(path, f"{error}{quoted}")
        return
    for name in names:
        whose, dot, kind = name.partition(".")
        if dot and name not in holes.dotted_names() and not (whose in WHOSE and kind in format_.kinds):
            hint = did_you_mean(
                name, holes.dotted_names() | {f"{whose}.{kind}" for whose in WHOSE for kind in format_.kinds}
            )
            yield Mistake(path, f"`{pattern.text}` has the hole `{name}`, which no page can fill{hint}")
