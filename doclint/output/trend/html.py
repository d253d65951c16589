"""The style `html` of a trend: one page with the picture and the numbers, which loads nothing."""

from collections.abc import Iterator

from doclint.engine.report.trend import Trend
from doclint.output.templates import environment
from doclint.output.trend.picture import picture


def render(trend: Trend, most: int) -> Iterator[str]:
    """Yield one HTML document."""
    yield environment("doclint.output.trend").get_template("page.html.j2").render(picture=picture(trend, most))
