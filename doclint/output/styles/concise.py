"""The style `concise`: one line for each finding, as compilers write them."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.places import place, rule
from doclint.output.rendering import DEFAULTS, RenderOptions
from doclint.output.terminal import safe
from doclint.rule.finding import Finding


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield `path:line:column: severity rule: message` for each finding, with a mark of its fix after the rule."""
    for finding in report.findings:
        yield line(finding, report.root, options)


def line(finding: Finding, root: str = "", options: RenderOptions = DEFAULTS) -> str:
    """Return a finding as one line; its path is relative to the working directory if the root is given."""
    named = f"{finding.severity} {rule(finding, options)}"
    return f"{place(finding, root, options)}: {named}: {safe(finding.sentence)}"
