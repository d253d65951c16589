"""The style `azure`: a logging command for each finding that Azure Pipelines shows as an issue of the step.

The command is `task.logissue` ("Logging commands", Azure DevOps documentation). The agent reads what follows
`##vso[` anywhere in a line, so texts of pages must not contain it, nor characters that end a property.
"""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.fixes import marked_sentence
from doclint.output.hosted import checkout
from doclint.output.rendering import RenderOptions
from doclint.output.selection import select
from doclint.output.summary import below
from doclint.output.terminal import safe
from doclint.rule.finding import Finding

_TYPES = ("error", "warning")
_MARKS = str.maketrans({";": "%3B", "]": "%5D"})  # what ends a property
_MOST = 10  # issues of each type that the agent keeps of a step (`_maxIssueCount` in its ExecutionContext)


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the issues, what to fix first, the summary, and the number of findings without an issue."""
    prefix = checkout(report.root).prefix
    failing = {id(finding) for finding in report.failing}
    by_type: dict[str, list[Finding]] = {type_: [] for type_ in _TYPES}
    for finding in report.findings:
        # Azure Pipelines has no type for notes.
        by_type["error" if finding.severity == "error" and id(finding) in failing else "warning"].append(finding)
    shown = 0
    for type_, findings in by_type.items():
        some = select(findings, _MOST)
        shown += len(some)
        yield from (_issue(finding, prefix, type_) for finding in some)
    why = f"without an issue, because Azure Pipelines shows only {_MOST} errors and {_MOST} warnings"
    yield from below(report, shown, why)


def _issue(finding: Finding, prefix: str, type_: str) -> str:
    place = {
        "type": type_,
        "sourcepath": prefix + finding.path,
        "linenumber": finding.start.line,
        "columnnumber": finding.start.column,
        "code": finding.rule,
    }
    properties = "".join(f"{name}={_data(str(value)).translate(_MARKS)};" for name, value in place.items())
    return f"##vso[task.logissue {properties}]{_data(marked_sentence(finding))}"


def _data(text: str) -> str:
    """Return a message, escaped so that it stays on its line ("Percent Encoding" of azure-pipelines-agent)."""
    return safe(text).replace("%", "%AZP25")
