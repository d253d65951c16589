from doclint import Page, Span

"""Where a finding about a page as a whole is reported."""


def title_of(page: Page) -> Span:
    """Return the span of the title, or the empty span at the beginning of a page without a title."""
    title = page.outline.title if page.outline else None
    return title.span if title else Span(0, 0)
