"""What the parser of a site reads otherwise than GFM."""

import re
from collections.abc import Iterator, Sequence

from doclint import Page, Span
from doclint.kit import BAR, Places, expression
from doclint.kit.nodes import TableRow

_TICKS = expression(r"(?P<escape>\\?)(?P<marks>`++)")


def is_code_on_site(page: Page, offset: int) -> bool:
    """Whether a character is in code that a bar ends in GFM, because it is in a table, but not on the site of the page.

    Python-Markdown (3.10, `extensions/tables.py`) looks for the code in a row first, and then for its bars.
    """
    if page.site is None or page.site.dialect != "python-markdown":
        return False
    return page.derived(_code_with_bars).meet(Span(offset, offset + 1))


def _code_with_bars(page: Page) -> Places:
    rows = (row for table in page.document.tables for row in table.rows)
    return Places(code for row in rows for code, _ in bars_in_code(page.source.text, row))


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
