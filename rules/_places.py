"""Places and symbols of a page that several rules need."""

from bisect import bisect_right

import doclint
from doclint import Page, Section, Span, kit
from doclint.kit import schema

_AROUND = 200  # characters


def title_of(page: Page) -> Span:
    """Return the span of the title, or the empty span at the beginning of a page without a title."""
    title = page.outline.title if page.outline else None
    return title.span if title else Span(0, 0)


def line_around(page: Page, span: Span) -> Span:
    """Return the line that a span begins on, as far as 200 characters before and after the span."""
    line = page.source.line_at(span.start)
    return Span(max(line.start, span.start - _AROUND), min(line.end, span.end + _AROUND))


def sections_until(page: Page, offset: int) -> int:
    """Return how many sections of a page begin at an offset in characters or before it."""
    return bisect_right(page.sections, offset, key=lambda one: one.heading.start)


def lists_below(section: Section) -> "list[schema.Defining]":
    """Return what the format has below a heading that defines symbols: its contents, and the sections below it."""
    if section.place is None:
        return []
    below = (*schema.flat(section.place.spec.content), *(child.spec for child in section.place.children))
    return [one for one in below if isinstance(one, schema.Defining) and one.defines]


def undeclared(page: Page) -> "list[tuple[doclint.DocumentedSymbol, doclint.Declaration | None]]":
    """Return the symbols that a page documents and the source lacks, each with what the source has by the name."""
    answers = ((one, kit.declared(page, one)) for one in kit.every_symbol(page))
    return [(one, answer.what.other) for one, answer in answers if isinstance(answer, kit.Missing)]


def gone(page: Page) -> frozenset[str]:
    """Return the names, with and without scopes, that the page documents and the source lacks."""
    return frozenset(name for one, _ in page.remembered(undeclared) for name in (one.name.text, one.names[-1]))
