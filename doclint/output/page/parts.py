"""The sections and the symbols of a page, as its contents have them, with places and captures."""

from collections.abc import Iterable, Iterator
from typing import TypedDict

from msgspec import Struct

from doclint.errors.grouping import by_key
from doclint.formats.documented.documented_signature import DocumentedParameter, DocumentedSignature
from doclint.formats.documented.symbols import DocumentedSymbol, Members
from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.reading.element_names import name_of, pattern_of, pattern_of_shape
from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Listing, Shape, Symbols
from doclint.formats.schema.contents import ProseContent
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Source, Span
from doclint.output.page.contents import (
    AbsentElement,
    AbsentSection,
    Captured,
    CapturedText,
    PageElement,
    PageEntry,
    PageExample,
    PageSection,
    PageSignature,
    PageSymbol,
    SectionState,
    SignatureParameter,
    StatedSource,
)
from doclint.page.page import Page
from doclint.page.parts import contents_by_section
from doclint.source.brackets import CodeText


class Lines(TypedDict):
    """The first and the last line of a part of a page; they count from 1."""

    line: int
    end_line: int


def lines_of(span: Span, source: Source) -> Lines:
    """Return the lines of a span."""
    last = max(span.start, span.end - 1)
    return {"line": source.position(span.start).line, "end_line": source.position(last).line}


def captured(captures: Captures, source: Source) -> Captured:
    """Return captures with their places."""
    return {name: _captured(capture, source) for name, capture in captures.items()}


def _captured(capture: Capture, source: Source) -> CapturedText:
    column = source.position(capture.start).column
    return CapturedText(text=capture.text, number=capture.number, **lines_of(capture.span, source), column=column)


class HeadedSpan(Struct, frozen=True):
    """A heading, and where its section ends, with all sections below it."""

    heading: Heading
    end: int


def headed_spans(page: Page) -> list[HeadedSpan]:
    """Return the headings that begin sections, in document order, with the ends of these.

    On a page of no known kind, these are all headings that no other block contains.
    """
    if page.outline is not None:
        return [found for section in page.outline.sections for found in _of_section(section)]
    ends: dict[int, int] = {}
    headings: list[Heading] = []
    is_open: list[Heading] = []
    for block in page.document.blocks:
        if isinstance(block, Heading):
            while is_open and is_open[-1].level >= block.level:
                is_open.pop()
            is_open.append(block)
            headings.append(block)
        for heading in is_open:  # six at most
            ends[heading.start] = block.end
    return [HeadedSpan(heading, ends[heading.start]) for heading in headings]


def _of_section(section: Section) -> list[HeadedSpan]:
    below = [found for child in section.children for found in _of_section(child)]
    ends = [section.heading.end, *(block.end for block in section.blocks[-1:]), *(found.end for found in below)]
    return [HeadedSpan(section.heading, max(ends)), *below]


class SectionReader:
    """Reads the sections of one page, whose ends are given."""

    def __init__(self, page: Page, spans: list[HeadedSpan]) -> None:
        self._page = page
        self._spans = spans
        contents = contents_by_section(page.parsed)
        self._shapes = by_key((section.heading.start if section else None, shape) for section, shape in contents)
        self._absent = by_key((absent.heading.start, absent) for absent in page.absent)
        disorder = page.outline.disorder if page.outline else ()
        self._moved = {section.heading.start for one in disorder for section, _ in one.moved}

    def sections(self) -> list[PageSection]:
        """Return the sections of all levels, in document order."""
        if self._page.outline is None:
            return [self._section(span, None) for span in self._spans]
        return [self._section(span, section) for span, section in zip(self._spans, self._page.sections, strict=True)]

    def elements(self) -> list[PageElement]:
        """Return what elements above the first section and after the footer took."""
        return list(self._elements(None))

    def _section(self, span: HeadedSpan, section: Section | None) -> PageSection:
        heading, source = span.heading, self._page.source
        before = section.before if section else None
        return PageSection(
            key=section.key if section else "",
            heading=heading.text,
            level=heading.level,
            levels=list(section.place.levels) if section and section.place else [],
            state=_state(section),
            is_out_of_order=heading.start in self._moved,
            captures=captured(section.captures if section else {}, source),
            elements=list(self._elements(heading.start)),
            absent=[
                AbsentElement(shape=name_of(one.content), pattern=pattern_of(one.content))
                for one in self._absent.get(heading.start, ())
                if not isinstance(one.content, ProseContent)  # free text may be empty
            ],
            **lines_of(Span(before.start if before else heading.start, span.end), source),
        )

    def _elements(self, start: int | None) -> Iterator[PageElement]:
        for shape in self._shapes.get(start, ()):
            if shape.element is not None:
                yield self._element(shape, name_of(shape.element))

    def _element(self, shape: Shape, name: str) -> PageElement:
        source = self._page.source
        items = shape.items if isinstance(shape, Listing) else ()
        return PageElement(
            shape=name,
            pattern=pattern_of_shape(shape),
            captures=captured(shape.captures, source),
            entries=[
                PageEntry(captures=captured(item.captures, source), **lines_of(item.span, source)) for item in items
            ],
            **lines_of(shape.span, source),
        )


def absent_sections(page: Page) -> list[AbsentSection]:
    """Return the sections that the format requires and a page lacks."""
    missing = page.outline.missing if page.outline else ()
    return [
        AbsentSection(
            key=one.place.key,
            heading=one.place.heading.text,
            level=one.place.level,
            line=page.source.position(one.before.heading.start).line if one.before else None,
        )
        for one in missing
    ]


def _state(section: Section | None) -> SectionState:
    if section is None or section.place is None:
        return "unknown"
    if section.renamed:
        return "renamed"
    return "repeated" if section.repeated else "astray" if section.astray else "known"


class SymbolReader:
    """Reads the symbols of one page. `ends` are where sections end, by where their headings start."""

    def __init__(self, page: Page, ends: dict[int, int]) -> None:
        self._page = page
        self._ends = ends

    def symbols(self, lists: Iterable[Members]) -> list[PageSymbol]:
        """Return the symbols of some lists, with members of all levels."""
        return [self._symbol(symbol) for members in lists for symbol in members.symbols]

    def listed(self, lists: Iterable[Symbols]) -> list[PageSymbol]:
        """Return the names in some lists, which have no members."""
        return [
            self._symbol(DocumentedSymbol(shape.kinds, item[SYMBOL], item.span, item.captures))
            for shape in lists
            for item in shape.items
            if SYMBOL in item.captures
        ]

    def _symbol(self, symbol: DocumentedSymbol) -> PageSymbol:
        source = self._page.source
        return PageSymbol(
            name=symbol.name.text,
            qualified_name=symbol.qualified,
            kinds=list(symbol.kinds),
            section=symbol.section.key if symbol.section else self._page.section_at(symbol.span.start),
            type=_text(symbol.said("type")),
            default=_text(symbol.said("default")),
            value=_text(symbol.said("value")),
            returns=_text(symbol.said("returns")),
            description=_text(symbol.says("description")),
            docstring="\n\n".join(self._page.text(prose.span) for prose in symbol.docstring) or None,
            bases=[base for capture in symbol.bases for base in _names(capture)],
            is_async=symbol.said("async") is not None,
            is_optional=symbol.says("optional") is not None or symbol.said("default") is not None,
            is_required=symbol.says("required") is not None,
            source=_source(symbol),
            signatures=[self._signature(signature) for signature in symbol.signatures],
            examples=[
                PageExample(language=one.block.language, text=one.block.text, **lines_of(one.span, source))
                for one in symbol.examples
            ],
            captures=captured(symbol.captures, source),
            members=self.symbols(symbol.members),
            **lines_of(self._span(symbol), source),
        )

    def _span(self, symbol: DocumentedSymbol) -> Span:
        """Return the characters of a symbol, with all that is below its heading."""
        if symbol.section is not None:
            heading = symbol.section.heading
            return Span(heading.start, self._ends[heading.start])
        outline = self._page.outline
        if outline is not None and outline.title is not None and symbol.span == outline.title.span:
            return Span(symbol.span.start, max([symbol.span.end, *self._ends.values()]))
        return symbol.span

    def _signature(self, signature: DocumentedSignature) -> PageSignature:
        shape, source = signature.shape, self._page.source
        parameters = signature.parameters
        return PageSignature(
            text=shape.code.text,
            language=shape.language,
            parameters=None if parameters is None else [self._parameter(one) for one in parameters],
            captures=captured(shape.captures, source),
            **lines_of(shape.span, source),
        )

    def _parameter(self, parameter: DocumentedParameter) -> SignatureParameter:
        return SignatureParameter(
            name=parameter.name.text,
            type=_text(parameter.type),
            default=_text(parameter.default),
            is_optional=parameter.is_optional,
            **lines_of(parameter.name.span, self._page.source),
        )


def _text(capture: Capture | None) -> str | None:
    return capture.text if capture else None


def _names(capture: Capture) -> Iterator[str]:
    """Yield the bases in a capture, which commas separate."""
    code = CodeText(capture.text)
    return (capture.text[slice(*span)].strip("`") for span in code.split(",", Span(0, len(capture.text))))


def _source(symbol: DocumentedSymbol) -> StatedSource | None:
    path, line, link = (symbol.says(hole) for hole in ("source.path", "source.line", "source.link"))
    if path is None and line is None and link is None:
        return None
    return StatedSource(path=_text(path), line=line.number if line else None, link=_text(link))
