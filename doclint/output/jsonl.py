"""JSON Lines: the findings of the JSON report, one object a line.

There is no line for the summary: a reader of lines wants them all alike, and the exit code says how the run went.
"""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.engine.report.schema import FindingDocument


def render(report: Report) -> Iterator[str]:
    """A JSON object for each finding."""
    for finding in report.findings:
        yield FindingDocument.of(finding).model_dump_json()
