"""The style `jsonl`: the findings of the JSON report as JSON Lines, one object in each line.

The summary has no line, so that all lines have the same form; the exit code says whether the run failed.
"""

from collections.abc import Iterator

from pydantic_core import to_json

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield a JSON object for each finding."""
    for form in report.finding_forms():
        yield safe_json(to_json(form).decode())
