"""One line a finding, as compilers write them."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.terminal import safe
from doclint.rule.finding import Finding


def render(report: Report) -> Iterator[str]:
    """`path:line:column: severity rule: message`, one line a finding."""
    for finding in report.findings:
        yield line(finding)


def line(finding: Finding) -> str:
    """A finding in one line."""
    place = f"{finding.path}:{finding.start.line}:{finding.start.column}"
    return safe(f"{place}: {finding.severity} {finding.rule}: {finding.sentence}")
