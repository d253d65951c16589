"""How an entry of a list is taken off the page."""

import re
from collections.abc import Iterable

from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page

_MARKER = re.compile(r"(?:[-+*]|\d{1,9}[.)])[ \t]")


def without(page: Page, entries: Iterable[Span]) -> Fix | None:
    """The fix that deletes items of lists, each with the line it fills; None where one is no such item."""
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
