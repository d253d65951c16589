"""Where findings about a page as a whole stand."""

from doclint.markdown.source import Span
from doclint.page.page import Page


def title_of(page: Page) -> Span:
    """The title of a page, or its beginning where it has none."""
    title = page.outline.title if page.outline else None
    return title.span if title else Span(0, 0)
