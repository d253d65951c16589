"""The style `svg` of a trend: a column for each run, with a legend."""

from collections.abc import Iterator

from doclint.engine.report.trend import Trend
from doclint.output.templates import environment
from doclint.output.trend.picture import picture


def render(trend: Trend, most: int) -> Iterator[str]:
    """Yield one SVG document, which follows the color scheme of its reader."""
    yield environment("doclint.output.trend").get_template("picture.svg.j2").render(picture=picture(trend, most))
