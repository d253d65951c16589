"""What the parser of a site reads otherwise than GFM."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from doclint import Page, Span
from doclint.kit import BAR, Places, expression
from doclint.kit.nodes import TableRow

_READ_AS_MARKDOWN = expression(r"<\w++[^<>]*?\smarkdown(?:=[\"'](?:1|block|span)[\"'])?[\s>]")
_TICKS = expression(r"(?P<escape>\\?)(?P<marks>`++)")


def is_code_on_site(page: Page, offset: int) -> bool:
    """Whether a character is in code on the site of the page, although it is in none in GFM.

    Python-Markdown (3.10) looks for the code in a row of a table first, and then for its bars (`extensions/tables.py`),
    and reads Markdown in the elements that have the attribute `markdown` (`extensions/md_in_html.py`).
    """
    if page.site is None or page.site.dialect != "python-markdown":
        return False
    return page.remembered(_code_on_site).meet(Span(offset, offset + 1))


def _code_on_site(page: Page) -> Places:
    text = page.source.text
    rows = (row for table in page.document.tables for row in table.rows)
    in_rows = (code for row in rows for code, _ in bars_in_code(text, row))
    read = (html for html in page.document.html if _READ_AS_MARKDOWN.search(text, html.start, html.end))
    in_html = (code for html in read for code in _code_spans(list(_TICKS.finditer(text, html.start, html.end))))
    return Places(chain(in_rows, in_html))


def bars_in_code(text: str, row: TableRow) -> Iterator[tuple[Span, int]]:
    """Yield the bars in code spans of a row, as they are without the bars, each with its code span."""
    for code in _code_spans(list(_TICKS.finditer(text, row.start, row.end))):
        for bar in BAR.finditer(text, *code):
            yield code, bar.start()


def _code_spans(runs: Sequence[re.Match[str]]) -> Iterator[Span]:
    """Yield the spans between runs of backticks of the same length (CommonMark 0.31.2, section 6.1)."""
    closers: dict[int, int] = {}
    last: dict[str, int] = {}
    for index in reversed(range(len(runs))):
        run = runs[index]["marks"]
        if run in last:
            closers[index] = last[run]
        last[run] = index
    index = 0
    while index < len(runs):
        closer = closers.get(index)
        if closer is not None and not runs[index]["escape"]:
            yield Span(runs[index].start(), runs[closer].end())
            index = closer
        index += 1
