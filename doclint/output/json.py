"""The report as JSON; its schema is that of `doclint.engine.report.schema.ReportDocument`."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.engine.report.schema import document


def render(report: Report) -> Iterator[str]:
    """The whole report as one JSON document."""
    yield document(report).model_dump_json(indent=2)
