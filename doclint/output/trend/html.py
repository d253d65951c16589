"""The style `html` of a trend: one page with the picture and the numbers, which loads nothing."""

from collections.abc import Iterator

from doclint.engine.report.trend import Trend
from doclint.output.trend.picture import picture, templates


def render(trend: Trend, most: int) -> Iterator[str]:
    """Yield one HTML document."""
    yield templates().get_template("page.html.j2").render(picture=picture(trend, most))
