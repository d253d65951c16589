"""The report as JSON; its schema is that of `doclint.documents.ReportDocument`."""

from collections.abc import Iterator

from doclint.documents import document
from doclint.report import Report


def render(report: Report) -> Iterator[str]:
    """The whole report as one JSON document."""
    yield document(report).model_dump_json(indent=2)
