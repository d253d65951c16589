"""The style `concise`: one line for each finding, as compilers write them."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.paths import path_from_here
from doclint.output.styles import RenderOptions
from doclint.output.terminal import safe
from doclint.rule.finding import Finding


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield `path:line:column: severity rule: message` for each finding."""
    for finding in report.findings:
        yield line(finding, report.root)


def line(finding: Finding, root: str = "") -> str:
    """Return a finding as one line; its path is relative to the working directory if the root is given."""
    place = f"{path_from_here(finding.path, root)}:{finding.start.line}:{finding.start.column}"
    return safe(f"{place}: {finding.severity} {finding.rule}: {finding.sentence}")
