"""The style `jsonl`: the findings of the JSON report as JSON Lines, one object in each line.

The summary has no line, so that all lines have the same form; the exit code says whether the run failed.
"""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import as_line


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Return a JSON object for each finding."""
    return map(as_line, report.finding_forms())
