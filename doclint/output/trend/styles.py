"""The styles of a trend.

`text` has a column of numbers for each run, `svg` a picture with a legend. `html` is one page with the picture and the
numbers, which loads nothing. `json` has all series; `doclint schema trend` prints its schema.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doclint.engine.report.trend import Trend

TREND_STYLES = ("text", "json", "svg", "html")
"""The styles that users can choose, in the order in which messages list them."""

_TEMPLATES = {"svg": "picture.svg.j2", "html": "page.html.j2"}


def render(trend: "Trend", style: str, most: int) -> Iterator[str]:
    """Yield the lines of a trend in one of `TREND_STYLES`, with `most` series and the sum of the others."""
    if style == "text":
        from doclint.output.trend import text

        yield from text.render(trend, most)
    elif style == "json":
        from doclint.output.terminal import as_json

        yield as_json(trend)
    else:
        from doclint.output.templates import environment
        from doclint.output.trend.picture import picture

        template = environment("doclint.output.trend").get_template(_TEMPLATES[style])
        yield template.render(picture=picture(trend, most))
