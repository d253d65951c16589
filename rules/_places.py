"""Places on a page that several rules need."""

from doclint import Page, Span

_AROUND = 200  # characters


def title_of(page: Page) -> Span:
    """Return the span of the title, or the empty span at the beginning of a page without a title."""
    title = page.outline.title if page.outline else None
    return title.span if title else Span(0, 0)


def line_around(page: Page, span: Span) -> Span:
    """Return the line that a span begins on, as far as 200 characters before and after the span."""
    line = page.source.line_at(span.start)
    return Span(max(line.start, span.start - _AROUND), min(line.end, span.end + _AROUND))
