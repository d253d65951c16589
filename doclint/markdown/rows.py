"""The rows of tables as they are written: where their cells are, before a parser drops or adds some."""

from itertools import pairwise

from doclint.errors.expressions import expression
from doclint.markdown.source import Span

BAR = expression(r"(?<!\\)\|")
"""The end of a cell. A bar after a backslash is text, one in a code span is not."""


def cells(text: str, start: int, end: int) -> list[Span]:
    r"""Return the spans between the bars of a row (GFM 0.29, section 4.10); none for a row that is a single bar.

    A bar after a backslash is text, one in a code span is not.

    >>> row = r"| a | `b | c` \| d |"
    >>> [row[start:end] for start, end in cells(row, 0, len(row))]
    [' a ', ' `b ', ' c` \\| d ']
    """
    bars = [bar.start() for bar in BAR.finditer(text, start, end)]
    if not bars or bars[0] != start:
        bars.insert(0, start - 1)
    if bars[-1] != end - 1:
        bars.append(end)
    return [Span(left + 1, right) for left, right in pairwise(bars)]
