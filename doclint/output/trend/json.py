"""The style `json` of a trend: all series; `doclint schema trend` prints its schema."""

from collections.abc import Iterator

from doclint.engine.report.trend import Trend
from doclint.output.terminal import safe_json


def render(trend: Trend, _most: int) -> Iterator[str]:
    """Yield one JSON document."""
    yield safe_json(trend.model_dump_json(indent=2))
