"""Places that the text of a page is about: lines of sources, and the targets of links."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join
from typing import NamedTuple, Self

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.reading.shapes import captures_in
from doclint.markdown.nodes import Code, Definition, Link
from doclint.markdown.source import Source, Span
from doclint.page.citations import Citation, citations, cited_in
from doclint.page.declared import declared
from doclint.page.links import destination_span, diagram_links, target_of
from doclint.page.page import Page
from doclint.page.page_source import declarations_of
from doclint.repository.paths import above, shortest
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.server.open_page import OpenPage
from doclint.sites.site import Target
from doclint.source.answer import Found
from doclint.source.language import is_markdown

_LINE = expression(r"L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?\Z")
_NAME = expression(r"[\w.:<>$@\-]+")
_WORD = expression(r"\w+")
_MOST_LINES = 8  # of an excerpt
_MOST_CITED = 20  # of those that a page cites
_WIDEST = 160  # characters of a line of an excerpt


class SourcePlace(NamedTuple):
    """Lines of a file of the repository that a span of a page is about; the last line is included.

    Lines count from 1. `citation` is what names them, if the page cites them.
    """

    span: Span
    path: str
    first: int = 1
    last: int = 1
    citation: Citation | None = None


class FoundPlace(Struct, frozen=True):
    """A place that the text of a page is about, its file, and its first lines, shortened; empty if they are unknown."""

    place: SourcePlace
    file: Path
    excerpt: str = ""

    @classmethod
    def of(cls, place: SourcePlace, page: OpenPage) -> Self:
        """Return a place with its file and its first lines."""
        return cls(place, page.file(place.path), _excerpt(place, page.repository))


def place_at(page: OpenPage, offset: int) -> FoundPlace | None:
    """Return what the text at an offset of a page is about.

    That is a citation, a link, a symbol, a path, or what is said about the source.
    """
    files = page.repository
    return next(
        (FoundPlace.of(one, page) for one in _places(page.page, offset) if files and files.is_file(one.path)), None
    )


def related_places(page: OpenPage, findings: Iterable[Finding]) -> list[FoundPlace]:
    """Return the lines of sources from which some findings follow."""
    lines = dict.fromkeys(one for finding in findings for one in finding.related)
    places = (SourcePlace(Span(0, 0), one.path, max(one.start, 1), max(one.end, 1)) for one in lines)
    return [FoundPlace.of(place, page) for place in places] if page.repository else []


def _excerpt(place: SourcePlace, repository: Repository | None) -> str:
    there = cited_in(repository, place.citation) if repository and place.citation else repository
    data = there.page(place.path) if there else None
    if data is None or b"\0" in data:
        return ""
    source = Source.from_bytes(data)
    most = _MOST_CITED if place.citation else _MOST_LINES
    last = min(place.last, place.first + most - 1, len(source.line_starts))
    lines = (source.line(line) for line in range(place.first, last + 1))
    return "\n".join(line if len(line) <= _WIDEST else f"{line[:_WIDEST]}…" for line in lines)


def _places(page: Page, offset: int) -> Iterator[SourcePlace]:
    """Yield what the text at an offset may be about, the likeliest first."""
    citation = citation_at(page, offset)
    if citation is not None:
        yield _cited(citation, offset)
        return
    yield from _at_link(page, offset)
    yield from _at_diagram(page, offset)
    yield from _at_documented(page, offset)
    yield from _at_listed(page, offset)
    yield from _at_code(page, offset)
    yield from _at_statement(page, offset)


def citation_at(page: Page, offset: int) -> Citation | None:
    """Return the innermost citation at an offset of a page."""
    around = [one for one in citations(page) if _has(one.span, offset)]
    return min(around, key=lambda one: one.span.end - one.span.start, default=None)


def _cited(citation: Citation, offset: int) -> SourcePlace:
    """Return the lines that a citation names at an offset, or else its first ones."""
    ranges = [one for one in citation.lines if _has(one.span, offset)] or citation.lines
    first = (ranges[0].first if ranges else None) or 1
    last = max((ranges[0].last if ranges else None) or first, first)
    return SourcePlace(citation.span, citation.path, first, last, citation)


def _at_link(page: Page, offset: int) -> Iterator[SourcePlace]:
    links = [link for link in links_of(page) if _has(link.span, offset)]
    for link in sorted(links, key=lambda one: one.end - one.start):
        target = target_of(page, link.destination, is_html=link.is_html)
        if target is not None and not target.path.startswith("../"):
            yield SourcePlace(span_of(page, link), target.path, *_lines(page, target))


def _at_diagram(page: Page, offset: int) -> Iterator[SourcePlace]:
    """Yield what a diagram names at an offset: the file that is the label of a node, a class, or a member of one."""
    for diagram in (one for one in page.diagrams if _has(one.block.span, offset)):
        contents = diagram.contents
        labels = (node.label for node in contents.nodes if node.label and _has(node.label.span, offset))
        for label in labels:
            folders = ["", *above(dirname(page.path))]
            yield from (SourcePlace(label.span, shortest(join(folder, label.text)), 1, 1) for folder in folders)
        if diagram.type == "class":
            for member in (one for one in contents.members if _has(one.span, offset)):
                yield from _drawn(page, member.span, member.owner, member.text)
            for node in (one for one in contents.nodes if _has(one.span, offset)):
                yield from _drawn(page, node.span, node.id, "")


def _drawn(page: Page, span: Span, owner: str, member: str) -> Iterator[SourcePlace]:
    """Yield the member of a class that the text of a diagram names, or else the class, in the files that the page
    cites.
    """
    repository = page.repository
    for path in [*dict.fromkeys(one.path for one in citations(page))][:_MOST_CITED]:
        source = declarations_of(repository, path, page.limits) if repository else None
        for declared_class in (one for one in source.found if one.name == owner) if source else ():
            members = {one.name: one for one in declared_class.members}
            named = [members[word] for word in _WORD.findall(member) if word in members]
            found = named[0] if named else declared_class
            yield SourcePlace(span, path, found.line, found.end)


def links_of(page: Page) -> list[Link | Definition]:
    """Return the links of a page and of its diagrams, with the definitions of those that name one."""
    return [*page.document.links, *page.document.used_definitions, *diagram_links(page)]


def span_of(page: Page, link: Link | Definition) -> Span:
    """Return the span of the destination of a link, or else of the link."""
    return destination_span(page, link) or link.span


def _lines(page: Page, target: Target) -> tuple[int, int]:
    """Return the lines of a file that a fragment names; the first line if it names none."""
    path, fragment = target
    numbers = _LINE.match(fragment)
    if numbers:
        first = int(numbers[1]) or 1
        return first, max(int(numbers[2] or first), first)
    parsed = page.parsed_at(path) if fragment and is_markdown(path) else None
    if parsed is None:
        return 1, 1
    other = parsed.rendered
    start = next((heading.start for heading, name in other.slugged_headings if name == fragment), None)
    if start is None:
        start = next((one.span.start for one in other.naming_attributes if one.value == fragment), 0)
    line = other.source.position(start).line
    return line, line


def _at_documented(page: Page, offset: int) -> Iterator[SourcePlace]:
    """Yield the declarations of the symbols that the page documents, the innermost first."""
    around = [one for top in page.documented for one in top.walk() if _has(one.span, offset)]
    for symbol in sorted(around, key=lambda one: one.span.end - one.span.start):
        found = declared(page, symbol)
        if isinstance(found, Found):
            own = found.value.declaration
            yield SourcePlace(symbol.name.span, found.value.path, own.line, own.end)


def _at_listed(page: Page, offset: int) -> Iterator[SourcePlace]:
    for listing in page.symbol_lists:
        for item in listing.items:
            if _has(item.span, offset) and "symbol" in item.captures:
                yield from _defined(page, item["symbol"].text, item["symbol"].span)


def _at_code(page: Page, offset: int) -> Iterator[SourcePlace]:
    """Yield what code in a text names: a file, or a symbol of the source of the page."""
    for code in page.document.code_spans:
        if _has(code.span, offset):
            yield from _named_file(page, code)
            yield from _defined(page, code.text.strip(), code.span)


def _named_file(page: Page, code: Code) -> Iterator[SourcePlace]:
    path, _, line = code.text.strip().partition(":")
    target = target_of(page, path) if path and "/" in path else None
    for candidate in dict.fromkeys([path.removeprefix("./"), target.path if target else path]):
        if candidate and not candidate.startswith(("/", "../")):
            first = int(line) if line.isdecimal() and len(line) < 8 and int(line) else 1
            yield SourcePlace(code.span, candidate, first, first)


def _defined(page: Page, name: str, span: Span) -> Iterator[SourcePlace]:
    source = page.source_file
    if source is None or source.copy is not None or not _NAME.match(name):
        return
    for symbol in source.definitions.find(name.strip("`")):
        yield SourcePlace(span, source.path, symbol.line, symbol.line)


def _at_statement(page: Page, offset: int) -> Iterator[SourcePlace]:
    """Yield the source of the page where the page says something of it that its format describes."""
    path = page.described_file
    title = page.outline.title if page.outline else None
    spans: Iterable[Span] = (shape.span for shape in page.contents if any(captures_in(shape)))
    around = [span for span in (*([title.span] if title else []), *spans) if _has(span, offset)]
    if path is not None and around:
        yield SourcePlace(min(around, key=lambda span: span.end - span.start), path)


def _has(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end
