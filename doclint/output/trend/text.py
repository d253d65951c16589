"""The style `text` of a trend: a table with the course of each series as a line of bars."""

from collections.abc import Iterator, Sequence

import click

from doclint.engine.report.trend import Trend, TrendSeries
from doclint.errors.wording import counted
from doclint.output.claims import percent
from doclint.output.terminal import safe

_RISES = 3  # series to name that are not shown
_LONGEST = 100  # characters of their names


def headline(trend: Trend) -> str:
    """Return what a trend is about: the number of runs, and the first and the last one."""
    first, last = (shortened(trend.runs[at].label, 40) for at in (0, -1))
    place = first if len(trend.runs) == 1 else f"from {first} to {last}"
    what = "Claims" if trend.by == "outcome" else "Findings"
    return f"{what} by {trend.by} in {counted(len(trend.runs), 'run')}, {place}"


def title(series: TrendSeries, most: int) -> str:
    """Return the name of a series in at most so many characters, and how many other names it has."""
    others = f" (and {counted(len(series.other_names), 'other name')})" if series.other_names else ""
    return shortened(series.name, most - len(others)) + others


def shortened(text: str, most: int) -> str:
    """Return a text of a stranger's report that is safe to print, without its middle if it is longer than `most`.

    >>> shortened("broken-link/missing/docs/guide.md", 21)
    'broken-lin…s/guide.md'
    """
    shown = safe(text)
    half = (most - 1) // 2
    return shown if len(shown) <= most else f"{shown[: most - 1 - half]}…{shown[-half:]}"


def change(number: int) -> str:
    """Return a change with its sign.

    >>> change(1200), change(-3), change(0)
    ('+1,200', '-3', '0')
    """
    return f"{number:+,}" if number else "0"


def notes(trend: Trend, most: int) -> list[str]:
    """Return sentences on what a table of `most` series does not show."""
    return [*([] if trend.by == "outcome" else _rises(trend, most)), *short_notes(trend)]


def short_notes(trend: Trend) -> list[str]:
    """Return the share of the claims that hold, if the trend is about them, and what to know of the runs."""
    return [*([_holding(trend)] if trend.by == "outcome" else []), *map(safe, trend.notes)]


def _holding(trend: Trend) -> str:
    hold, refuted, _ = (series.findings for series in trend.series)
    first, last = (percent(hold[at] / (hold[at] + refuted[at]) if hold[at] + refuted[at] else None) for at in (0, -1))
    return f"Of the checked claims, {last} hold" + (f", and {first} in the first run." if len(hold) > 1 else ".")


def _rises(trend: Trend, most: int) -> Iterator[str]:
    """Yield a sentence on the series that are not shown and have more findings than in the previous run, if any."""
    risen = [one for one in trend.rest(most) if one.growth]
    if risen:
        first = ", ".join(f"{title(one, _LONGEST)} ({change(one.growth)})" for one in risen[:_RISES])
        more = f" and {len(risen) - _RISES:,} more" if len(risen) > _RISES else ""
        yield f"Of the others, these have more findings than in the previous run: {first}{more}."


def comparisons(trend: Trend) -> dict[str, int]:
    """Return the runs that the last one is compared with: how to call each, and its index."""
    since = {"since first": 0}
    match len(trend.runs):
        case 1:
            return {}
        case 2:
            return since
    return {"since previous": -2} | since


_ZERO = "▁"
_BARS = "▂▃▄▅▆▇█"
_WIDEST = 40  # bars of a line
_LONGEST_NAME = 160  # characters of a name
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
    rows = [[_bars(one), f"{one.last:,}", *(change(one.change(at)) for at in since.values())] for one in series]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    yield click.style(_GAP.join([*_aligned(head, widths), trend.by]), dim=True)
    for one, cells in zip(series, rows, strict=True):
        first, last, *changes = _aligned(cells, widths)
        judged = trend.by != "outcome"  # more claims are neither good nor bad
        colored = [_colored(text, one.change(at) * judged) for text, at in zip(changes, since.values(), strict=True)]
        name = title(one, _LONGEST_NAME)
        yield _GAP.join([first, last, *colored, click.style(name, bold=True) if one is series[-1] else name])


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]


def _colored(text: str, number: int) -> str:
    return click.style(text, fg="red" if number > 0 else "green") if number else text


def _joined(runs: int) -> int:
    return -(-runs // _WIDEST)


def _bars(series: TrendSeries) -> str:
    """Return a bar for each run, or for several ones if there are many."""
    step = _joined(len(series.findings))
    start = len(series.findings) % step - step if len(series.findings) % step else 0  # the last bar is never for fewer
    numbers = [max(series.findings[max(at, 0) : at + step]) for at in range(start, len(series.findings), step)]
    return "".join(_BARS[-(-number * len(_BARS) // series.peak) - 1] if number else _ZERO for number in numbers)
