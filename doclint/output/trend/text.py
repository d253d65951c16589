"""The style `text` of a trend: a table with the course of each series as a line of bars."""

from collections.abc import Iterator, Sequence

import click

from doclint.engine.report.trend import Trend, TrendSeries
from doclint.output.trend.wording import change, comparisons, headline, notes, title

_ZERO = "▁"
_BARS = "▂▃▄▅▆▇█"
_WIDEST = 40  # bars of a line
_LONGEST = 160  # characters of a name
_GAP = "  "


def render(trend: Trend, most: int) -> Iterator[str]:
    """Yield a line for each series, then one for the others and one for all findings, and what to know of the runs."""
    yield f"{headline(trend)}:"
    yield ""
    yield from _table(trend, most)
    joined = _joined(len(trend.runs))
    below = [f"Each bar is the highest number in {joined} runs."] if joined > 1 else []
    below += notes(trend, most)
    yield from ["", *below] if below else []


def _table(trend: Trend, most: int) -> Iterator[str]:
    others, since = trend.others(most), comparisons(trend)
    series = [*trend.heaviest(most), *([others] if others else []), trend.total]
    head = ["trend", "last", *since]
    rows = [_cells(one, list(since.values())) for one in series]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    yield click.style(_GAP.join([*_aligned(head, widths), trend.by]), dim=True)
    for one, cells in zip(series, rows, strict=True):
        first, last, *changes = _aligned(cells, widths)
        judged = trend.by != "outcome"  # more claims are neither good nor bad
        colored = [_colored(text, one.change(at) * judged) for text, at in zip(changes, since.values(), strict=True)]
        name = title(one, _LONGEST)
        yield _GAP.join([first, last, *colored, click.style(name, bold=True) if one is series[-1] else name])


def _cells(series: TrendSeries, since: Sequence[int]) -> list[str]:
    return [_bars(series), f"{series.last:,}", *(change(series.change(at)) for at in since)]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]


def _colored(text: str, number: int) -> str:
    return click.style(text, fg="red" if number > 0 else "green") if number else text


def _joined(runs: int) -> int:
    """Return how many runs a bar is for."""
    return -(-runs // _WIDEST)


def _bars(series: TrendSeries) -> str:
    """Return a bar for each run, or for several ones if there are many."""
    step = _joined(len(series.findings))
    start = len(series.findings) % step - step if len(series.findings) % step else 0  # the last bar is never for fewer
    numbers = [max(series.findings[max(at, 0) : at + step]) for at in range(start, len(series.findings), step)]
    return "".join(_BARS[-(-number * len(_BARS) // series.peak) - 1] if number else _ZERO for number in numbers)
