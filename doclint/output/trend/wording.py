"""How the texts and pictures of a trend call what they show."""

from collections.abc import Iterator

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
