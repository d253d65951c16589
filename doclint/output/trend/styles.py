"""The styles of a trend. Each has a module of its name in this package, with a function `render`."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doclint.engine.report.trend import Trend

TREND_STYLES = ("text", "json", "svg", "html")
"""The styles that users can choose, in the order in which messages list them."""


def render(trend: "Trend", style: str, most: int) -> Iterator[str]:
    """Yield the lines of a trend in one of `TREND_STYLES`, with `most` series and the sum of the others."""
    module = import_module(f"doclint.output.trend.{style}")
    lines: Iterator[str] = module.render(trend, most)
    return lines
