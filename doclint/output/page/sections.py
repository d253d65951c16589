"""The sections of a page, with where they end and what they have."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.formats.patterns.pattern import Captures
from doclint.formats.reading.element_names import name_of, pattern_of, pattern_of_shape
from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Absent, Listing, Shape
from doclint.formats.schema.contents import ProseContent
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Span
from doclint.output.page.captured import captured, lines_of
from doclint.output.page.contents import (
    AbsentElement,
    AbsentSection,
    PageElement,
    PageEntry,
    PageSection,
    SectionState,
)
from doclint.page.page import Page
from doclint.page.parts import contents_by_section


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
        self._shapes: dict[int | None, list[Shape]] = {}
        for section, shape in contents_by_section(page.parsed):
            self._shapes.setdefault(section.heading.start if section else None, []).append(shape)
        self._absent: dict[int, list[Absent]] = {}
        for absent in page.absent:
            self._absent.setdefault(absent.heading.start, []).append(absent)
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
            entries=[self._entry(item.span, item.captures) for item in items],
            **lines_of(shape.span, source),
        )

    def _entry(self, span: Span, captures: Captures) -> PageEntry:
        return PageEntry(captures=captured(captures, self._page.source), **lines_of(span, self._page.source))


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
