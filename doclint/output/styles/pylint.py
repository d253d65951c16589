"""The style `pylint`: one line for each finding, as `pylint --output-format=parseable` writes them.

Plug-ins of CI servers and editors read `path:line: [id] message` (pylint 3.3, `ParseableTextReporter`, and Ruff's
format `pylint`). The path is relative to the working directory.
"""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.fixes import marked_sentence
from doclint.output.paths import path_from_here
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield `path:line: [rule] message` for each finding."""
    for finding in report.findings:
        place = f"{path_from_here(finding.path, report.root)}:{finding.start.line}"
        yield safe(f"{place}: [{finding.rule}] {marked_sentence(finding)}")
