"""The style `jsonl`: the findings of the JSON report as JSON Lines, one object in each line.

The summary has no line, so that all lines have the same form; the exit code says whether the run failed.
"""

from collections.abc import Iterator

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.engine.report.schema import FindingDocument
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield a JSON object for each finding."""
    pages = PageSources(report.repository)
    for finding in report.findings:
        yield safe_json(FindingDocument.of(finding, pages).model_dump_json())
