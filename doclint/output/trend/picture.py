"""The picture of a trend: where the columns, their parts and the labels of the axes are, for the templates."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from doclint.engine.report.trend import Trend, TrendSeries
from doclint.output.terminal import safe
from doclint.output.trend.text import change, comparisons, headline, notes, short_notes, shortened, title

_WIDTH = 960
_HEIGHT = 320  # of the columns
_TOP = 16
_BELOW = 32  # for the labels of the runs
_CHARACTER = 7.4  # a wide estimate for the width of a character of 12 px
_LONGEST_LABEL = 16  # characters of the label of a run
_LONGEST_NAME = 92  # characters of a name in the legend
_LONGEST_FULL_NAME = 500  # characters of a name in a table
_LONGEST_NOTE = 150  # characters of a note below the legend
_MOST_NAMES = 50  # other names of a cause to show
_WIDEST_COLUMN = 56
_NARROWEST_COLUMN_WITH_LINES = 5
_TICKS = 5  # lines at most
_SPARK = (120, 22)  # width and height of the bars in a table
_COLORS = 7  # in the style sheet


def picture(trend: Trend, most: int) -> dict[str, Any]:
    """Return the picture of a trend with `most` series and the sum of the others: everything that the templates need.

    All texts are safe to print, but have yet to be escaped. `height` is that without a legend.
    """
    others = trend.others(most)
    series = [*trend.heaviest(most), *([others] if others else [])]
    paints = [f"c{at % _COLORS}{' striped' if at // _COLORS % 2 else ''}" for at in range(len(series))]
    if others:
        paints[-1] = "others"
    labels = [shortened(run.label, _LONGEST_LABEL) for run in trend.runs]
    scale = list(_scale(trend.total.peak))
    margin = max(len(f"{number:,}") for number in scale) * _CHARACTER + 12
    left, right = max(margin, len(labels[0]) * _CHARACTER / 2), _WIDTH - len(labels[-1]) * _CHARACTER / 2
    slot = (right - left) / len(trend.runs)
    unit = _HEIGHT / scale[-1]
    floor = _TOP + _HEIGHT
    return {
        "headline": headline(trend),
        "by": trend.by,
        "labels": labels,
        "files": [safe(run.file) for run in trend.runs],
        "rows": [_row(trend, one, paint) for one, paint in zip(series, paints, strict=True)],
        "total": _row(trend, trend.total, "total"),
        "since": list(comparisons(trend)),
        "notes": notes(trend, most),
        "short_notes": [shortened(note, _LONGEST_NOTE) for note in short_notes(trend)],
        "width": _WIDTH,
        "height": floor + _BELOW,
        "left": left,
        "right": right,
        "floor": floor,
        "column_width": min(_WIDEST_COLUMN, slot * 0.8 if slot > _NARROWEST_COLUMN_WITH_LINES else slot),
        "columns": [
            {
                "x": left + slot * (at + 0.5),
                "label": label,
                "parts": list(_parts(series, paints, labels[at], at, floor, unit)),
            }
            for at, label in enumerate(_thinned(labels, slot))
        ],
        "ticks": [{"y": floor - number * unit, "label": f"{number:,}"} for number in scale],
        "has_lines": slot > _NARROWEST_COLUMN_WITH_LINES,
    }


def _parts(
    series: Sequence[TrendSeries], paints: Sequence[str], label: str, at: int, floor: float, unit: float
) -> Iterator[dict[str, Any]]:
    """Yield the parts of the column of a run, one for each series, from the ground up."""
    y = floor
    for one, paint in zip(series, paints, strict=True):
        number = one.findings[at]
        if number:
            height = number * unit
            y -= height
            text = f"{label}: {number:,} {title(one, _LONGEST_NAME)}"
            yield {"y": y, "height": height, "paint": paint, "text": text}


def _row(trend: Trend, series: TrendSeries, paint: str) -> dict[str, Any]:
    """Return a series in the legend, and in the tables of the page; `paint` is its class in the style sheet."""
    return {
        "name": title(series, _LONGEST_NAME),
        "full_name": shortened(series.name, _LONGEST_FULL_NAME),
        "other_names": [shortened(name, _LONGEST_FULL_NAME) for name in series.other_names[:_MOST_NAMES]],
        "hidden_names": max(0, len(series.other_names) - _MOST_NAMES),
        "paint": paint,
        "last": f"{series.last:,}",
        "changes": [change(series.change(at)) for at in comparisons(trend).values()],
        "spark": _spark(series),
        "findings": series.findings,
    }


def _spark(series: TrendSeries) -> str:
    """Return the outline of the bars of a series, as the path of an SVG element."""
    width, height = _SPARK
    slot = min(width / len(series.findings), 12)
    bar = slot * 0.8 if slot > 3 else slot
    unit = (height - 1) / max(series.peak, 1)
    return "".join(
        f"M{at * slot:.1f} {height}v-{1 + number * unit:.1f}h{bar:.1f}V{height}z"
        for at, number in enumerate(series.findings)
        if number
    )


def _scale(most: int) -> Iterator[int]:
    """Yield round numbers from 0 to the first one that is not below `most`.

    >>> list(_scale(7)), list(_scale(230)), list(_scale(0))
    ([0, 2, 4, 6, 8], [0, 50, 100, 150, 200, 250], [0, 1])
    """
    round_numbers = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(number for number in round_numbers if number * _TICKS >= most)
    yield from range(0, max(-(-most // step), 1) * step + 1, step)


def _thinned(labels: Sequence[str], slot: float) -> list[str]:
    """Return the labels that have room side by side, the last one among them; the others are empty."""
    step = max(1, -(-int(max(map(len, labels)) * _CHARACTER + 12) // max(int(slot), 1)))
    last = len(labels) - 1
    return [label if (last - at) % step == 0 else "" for at, label in enumerate(labels)]
