"""How to take entries off a list on a page."""

from collections.abc import Iterable

from doclint.errors.expressions import expression
from doclint.formats.reading.shapes import Item, Listing
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page

_MARKER = expression(r"(?:[-+*]|\d{1,9}[.)])[ \t]")


def removal(page: Page, listing: Listing, item: Item, wrong: int) -> Fix | None:
    """Return the fix that deletes one of the wrong entries of a list; None if no other entry would be left."""
    return without_entries(page, [item.span]) if wrong < len(listing.items) else None


def without_entries(page: Page, entries: Iterable[Span]) -> Fix | None:
    """Return the fix that deletes list items, each with the line it fills; None if one does not fill a line."""
    edits = [_deletion(page, entry) for entry in entries]
    return Fix(tuple(edit for edit in edits if edit), safe=False) if edits and None not in edits else None


def _deletion(page: Page, entry: Span) -> Edit | None:
    source = page.source
    line = source.position(entry.start).line
    start, end = source.line_span(line)
    if entry.end > end or line == len(source.line_starts) or not _MARKER.match(source.text, entry.start):
        return None
    if source.text[start : entry.start].strip() or source.text[entry.end : end].strip():
        return None
    return Edit(Span(start, source.line_starts[line]), "")
