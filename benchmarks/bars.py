"""Draw bars as SVG: the same values give the same bytes, and the plot is legible on light and on dark pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

# Pixels: the widths of the labels and of the longest bar, the height of a row, and the height of a heading.
LABELS, BARS, ROW, GAP = 250, 400, 26, 40
COLORS = ("#2f81f7", "#d97706", "#8b949e")
STYLE = (
    "text{font-family:system-ui,sans-serif;font-size:13px;fill:#1f2328}.head{font-weight:600}.label{text-anchor:end}.back{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.back{fill:#0d1117}}"
)


class Bar(NamedTuple):
    """A bar with its label and value; bars of one group have one color."""

    label: str
    group: str
    value: float


def draw(panels: Mapping[str, Sequence[Bar]]) -> str:
    """Return an SVG with the bars of each panel, by heading: each panel has its own scale, each group its color."""
    groups = list(dict.fromkeys(bar.group for bars in panels.values() for bar in bars))
    colors = {group: COLORS[number % len(COLORS)] for number, group in enumerate(groups)}
    height = sum(GAP + ROW * len(bars) for bars in panels.values()) + GAP // 2
    width = LABELS + BARS + 90
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
            f"<style>{STYLE}</style>",
            f'<rect class="back" width="{width}" height="{height}" rx="6"/>',
            *_panels(panels, colors),
            "</svg>\n",
        ]
    )


def _panels(panels: Mapping[str, Sequence[Bar]], colors: Mapping[str, str]) -> Iterator[str]:
    top = 0
    for heading, bars in panels.items():
        top += GAP
        yield f'<text class="head" x="16" y="{top - 10}">{escape(heading)}</text>'
        most = max((bar.value for bar in bars), default=0) or 1
        for bar in bars:
            length = max(bar.value / most * BARS, 1)
            yield f'<text class="label" x="{LABELS - 10}" y="{top + 17}">{escape(bar.label)}</text>'
            yield (
                f'<rect x="{LABELS}" y="{top + 4}" width="{length:.1f}" height="{ROW - 8}" rx="2" '
                f'fill="{colors[bar.group]}"/>'
            )
            yield f'<text x="{LABELS + length + 8:.1f}" y="{top + 17}">{shorten(bar.value)}</text>'
            top += ROW


def shorten(value: float) -> str:
    """Return a number with about three digits; numbers of 100 and more are rounded to integers."""
    return f"{value:,.{2 if value < 10 else 1 if value < 100 else 0}f}"
