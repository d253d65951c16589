"""What pages say about symbols, with the declarations in their sources."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from operator import attrgetter

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.formats.documented.documented_signature import DocumentedSignature
from doclint.formats.documented.symbols import ZERO_WIDTH_SPACE, DocumentedSymbol, Members
from doclint.formats.patterns.pattern import Capture, Pattern
from doclint.formats.patterns.template import Template
from doclint.formats.reading.shapes import Prose
from doclint.formats.schema.contents import Defining, texts_in
from doclint.formats.schema.format import Kind
from doclint.formats.schema.sections import SectionSpec
from doclint.markdown.source import Span
from doclint.packages.answers import DeclaredAt
from doclint.packages.crates import is_alias
from doclint.packages.following import inherited, reexported
from doclint.packages.javascript_packages import javascript_packages
from doclint.packages.other_files import is_global_alias
from doclint.page.declared import declared
from doclint.page.page import Page
from doclint.repository.repository import remembered
from doclint.rule.violation import ComparedDeclaration
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.compare.source_types import COMMAND, FLAG, JSDOC, SETTING, TERRAFORM, SourceTypes
from doclint.source.language import is_api_report, language_of_declarations
from doclint.source.languages.python_standard import KEEPING
from doclint.source.model import Declaration
from doclint.source.settings import versions_of
from doclint.source.symbols import SETTINGS

_OF_TERRAFORM = {
    "argument": TERRAFORM,
    "attribute": TERRAFORM,
    **dict.fromkeys(SETTINGS, SETTING),
    "option": COMMAND,
    "flag": FLAG,
}
"""What has types of Terraform, or of settings, whatever its source is written in."""
CONSTRUCTORS = ("__init__", "constructor")
PARAMETER_KINDS = ("parameter", "type-parameter")
FIELD_KINDS = ("field", "property", "variable", "constant", "enum-member", *_OF_TERRAFORM)
"""What has a type and a value."""

_FUNCTIONS = ("function", "method")
_NAME = expression(r"[^\W\d][\w$]*")
_WORD = expression(r"[^\W\d]\w*+")


class Compared(ComparedDeclaration, frozen=True):
    """A documented symbol with its declaration, the declarations around that, and what its types mean there."""

    symbol: DocumentedSymbol
    outer: tuple[Declaration, ...]
    types: SourceTypes

    @property
    def is_setting(self) -> bool:
        """Whether it is set for, put out or used by a module, a chart or an action."""
        return self.declaration.kind in SETTINGS

    @property
    def versions(self) -> list[str] | None:
        """The versions that something may have which a module or a chart uses; None for anything else."""
        is_used = self.is_setting and self.declaration.kind not in ("setting", "output")
        return versions_of(self.declaration) if is_used else None


@remembered
def compared(page: Page) -> list[Compared]:
    """Return the documented symbols whose declarations are certain, nested ones included, in the order of the page.

    Parameters have no declaration of their own, so they are left out.
    """
    found = []
    for symbol in every_symbol(page):
        if symbol.kinds[0] in PARAMETER_KINDS:
            continue
        answer = declared(page, symbol)
        if isinstance(answer, Found) and not answer.value.others and not answer.value.declaration.is_conditional:
            path, declaration = answer.value.path, answer.value.declaration
            known = SourceTypes(_OF_TERRAFORM[declaration.kind]) if declaration.kind in _OF_TERRAFORM else None
            outer = answer.value.outer
            types = known or _types(page, path)
            if outer and outer[-1].bases and all(one.name != declaration.name for one in outer[-1].members):
                types = replace(types, is_inherited=True)
            found.append(Compared(path, declaration, symbol, outer, types))
    return found


@remembered
def every_symbol(page: Page) -> tuple[DocumentedSymbol, ...]:
    """Return all symbols, nested ones included, in the order of the page."""
    return tuple(symbol for top in page.documented for symbol in top.walk())


@remembered
def _types(page: Page, path: str) -> SourceTypes:
    data = page.repository.page(path) if page.repository else None
    text = (data or b"").decode("utf-8", "replace")

    def found_as(name: str) -> DeclaredAt | None:
        found = reexported(page.repository, path, name) if page.repository else None
        return found.value if isinstance(found, Found) else None

    def kind_of(name: str) -> str:
        if language == "csharp":
            return "type" if page.repository and is_global_alias(page.repository, path, name) else ""
        if language == "rust":
            return "type" if page.repository and is_alias(page.repository, path, name) else ""
        own = found.declaration if (found := found_as(name)) else None
        value = own.value or "" if own is not None and own.kind == "type" else ""
        is_object = value.startswith("{") and value.find("}") == len(value) - 1  # not `{ … } | string`
        return "interface" if is_object else own.kind if own else ""

    def alias_of(name: str) -> tuple[str, SourceTypes] | None:
        found = found_as(name)
        if found is None or found.declaration.kind != "type" or not found.declaration.value:
            return None
        return found.declaration.value, _types(page, found.path)

    def is_exported_as(name: str, other: str) -> bool:
        found = found_as(name)  # what a module exports by default may be imported by any name
        return _is_renamed(page, name, other) or (found is not None and found.declaration.name == other)

    written = page.format.types if page.format else {}
    language = JSDOC if page.has_jsdoc else language_of_declarations(path)
    are_copied = language == "go" and page.format is not None and page.format.docstrings == "text"
    renames = is_api_report(path)
    return SourceTypes(language, text, written, kind_of, is_exported_as, alias_of, renames, are_copied)


def spec_of(page: Page, symbol: DocumentedSymbol) -> Defining | None:
    """Return the part of the format that the list of a symbol follows."""
    return page.remembered(_specs).get(symbol)


def _specs(page: Page) -> Mapping[DocumentedSymbol, Defining]:
    return {symbol: members.spec for _, members in every_list(page) for symbol in members.symbols}


def every_list(page: Page) -> Iterator[tuple[DocumentedSymbol | None, Members]]:
    """Yield all lists of symbols, nested ones included, each with the symbol whose members it lists."""
    for members in page.documentation:
        yield None, members
    for symbol in every_symbol(page):
        for members in symbol.members:
            yield symbol, members


def unread(page: Page, members: Members) -> frozenset[str]:
    """Return the words that doclint could not read in a list, or those of the headings if members are sections.

    Each of them may be the name of a member that seems to be missing.
    """
    if isinstance(members.spec, SectionSpec):
        return page.remembered(_words_of_headings)
    return words_of_prose(page, members.span)


def words_of_prose(page: Page, span: Span) -> frozenset[str]:
    """Return the words of the free text that begins in a span, which a format does not describe, and of rows that blank
    lines separate from their table.
    """
    rows, last = page.remembered(_prose), span.end
    first, end = (bisect_left(rows, place, key=attrgetter("start")) for place in span)
    while end < len(rows) and page.text(Span(last, rows[end].start + 1)).strip() == "|":
        last = rows[end].end
        end += 1
    texts = (unescape(page.text(row.span)).replace("\\_", "_").replace(ZERO_WIDTH_SPACE, "") for row in rows[first:end])
    return frozenset(word for text in texts for word in (*_WORD.findall(text), *text.split()))


def _prose(page: Page) -> list[Prose]:
    return sorted(page.all(Prose), key=attrgetter("start"))


def _words_of_headings(page: Page) -> frozenset[str]:
    # Below a heading that the format does not have, there may be others that are not sections.
    read = {section.heading.start for section in page.sections if section.place and section.captures}
    if page.outline and page.outline.title and page.outline.title_captures:
        read.add(page.outline.title.start)
    headings = (heading for heading in page.document.headings if heading.start not in read)
    # A name may be no word: `status:change`.
    return frozenset(
        word for heading in headings for word in (heading.text.rstrip("?()"), *_WORD.findall(heading.text))
    )


def other_name(one: Compared, signature: DocumentedSignature) -> str:
    """Return the name in the signature of a symbol if it differs from the name of the symbol; empty otherwise.

    A signature may have the name by which a module declares what its package exports by the name of the symbol.
    """
    name, stated = signature.shape.captures.get("symbol"), _last(one.symbol.name.text)
    last = _last(name.text) if name and not _is_default_export(signature) else ""
    own = {stated, one.declaration.name, *(outer.name for outer in one.outer), *CONSTRUCTORS}
    return "" if _is_among(last, own) or one.types.is_exported_as(last, stated) else last


def unlike_names(page: Page) -> Iterator[tuple[DocumentedSymbol, Capture]]:
    """Yield the symbols whose source is not known and whose signature has another name, with that name.

    A heading may have more words than the name; the name in the signature is none of these words.
    """
    for symbol in every_symbol(page):
        if not symbol.signatures or not isinstance(declared(page, symbol), Unknown):
            continue
        around = symbol.scope.name.text if symbol.scope else ""
        own = {*_NAME.findall(symbol.name.text), *_NAME.findall(around), *CONSTRUCTORS}
        for signature in symbol.signatures:
            name = signature.shape.captures.get("symbol")
            if not name or _is_among(_last(name.text), own) or _is_default_export(signature):
                continue
            if not _is_renamed(page, name.text, symbol.names[-1]):
                yield symbol, name


def _is_default_export(signature: DocumentedSignature) -> bool:
    """Whether a signature has a name under which no module of JavaScript or TypeScript can import it."""
    return signature.shape.code.text.startswith("export default ")


def _is_renamed(page: Page, name: str, other: str) -> bool:
    """Whether a package or a module of JavaScript exports by another name what a module declares by a name."""
    from doclint.repository.words import files_by_word, files_of

    repository, patterns = page.repository, tuple(one.text for one in page.kind.source) if page.kind else ()
    if repository is None:
        return False
    known = javascript_packages(repository).renamed().get(other, frozenset())
    renaming = expression(rf"(?<![\w$]){re.escape(name)}\s+as\s+{re.escape(other)}(?![\w$])".encode())
    having = files_by_word(repository, patterns).get(other.encode(), ())
    files = (repository.page(files_of(repository, patterns)[one]) or b"" for one in having)
    # What a module exports by default may have any name in it.
    return not known.isdisjoint((name, "default")) or any(map(renaming.search, files))


def place_of_symbol(page: Page, name: str) -> Span | None:
    """Return the first place where a page documents a symbol of a name, whatever its scope; None if there is none."""
    return page.remembered(_places_by_name).get(name)


def _places_by_name(page: Page) -> Mapping[str, Span]:
    """Return where a page documents symbols, by their names without scopes."""
    return {_last(symbol.name.text): symbol.name.span for symbol in reversed(every_symbol(page))}


def _is_among(name: str, others: Collection[str]) -> bool:
    """Whether a name is one of some, or one of which Markdown takes the underscores for those of strong text."""
    return name in others or f"__{name}__" in others


def _last(name: str) -> str:
    parts = _NAME.findall(name)
    return parts[-1] if parts else name


def may_inherit(page: Page, one: Compared, name: str) -> bool:
    """Whether a class of Python may have something from a base, which with an empty name is so if one is not known."""
    scopes = (*one.outer, one.declaration)
    found = inherited(page.repository, one.path, scopes, name, ()) if page.repository else None
    return not isinstance(found, Missing)


def may_be_replaced(declaration: Declaration) -> bool:
    """Whether a decorator that doclint does not know may put something without its docstring in place of a function."""
    return declaration.kind in ("function", "method") and not KEEPING.issuperset(declaration.decorator_names)


def can_say(page: Page, spec: object, hole: str) -> bool:
    """Whether a part of the format has a hole with a name, so that a page without its value says something, too."""
    return page.remembered(_Holes).has(spec, hole)


class _Holes:
    """The names of the holes of the parts of a format, each of which is searched once for a page."""

    def __init__(self, page: Page) -> None:
        self.known: dict[int, frozenset[str]] = {}
        self.page = page

    def has(self, spec: object, hole: str) -> bool:
        if id(spec) not in self.known:
            texts = [getattr(spec, name, None) for name in ("below", "heading", "item", "row", "text", "title")]
            if isinstance(spec, Kind | SectionSpec):
                # A paragraph or a field below a heading is about the symbol that the heading defines.
                texts += texts_in(spec.content)
            self.known[id(spec)] = frozenset(name for one in _flat(texts) for name in one.names)
        return hole in self.known[id(spec)]


def _flat(value: object) -> Iterator[Pattern | Template]:
    if isinstance(value, Pattern | Template):
        yield value
    elif value is not None and not isinstance(value, str):
        for one in value:  # type: ignore[attr-defined]
            yield from _flat(one)


def bare(name: Capture) -> str:
    """Return the name of a parameter or a field without what sources write around it."""
    return name.text.strip().lstrip("*.&").removesuffix("?").strip()
