"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.terminal import safe_json


def render(report: Report) -> Iterator[str]:
    """Yield the whole report as one JSON document."""
    yield safe_json(report.document().model_dump_json(indent=2))
