"""The style `azure`: a logging command for each finding that Azure Pipelines shows as an issue of the step.

The command is `task.logissue` ("Logging commands", Azure DevOps documentation). The agent reads what follows
`##vso[` anywhere in a line, so texts of pages must not contain it, nor characters that end a property.
"""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.checkout import checkout
from doclint.output.fixes import marked_sentence
from doclint.output.selection import select
from doclint.output.styles import RenderOptions
from doclint.output.summary import heaviest, summary
from doclint.output.terminal import safe
from doclint.rule.finding import Finding

_TYPES = ("error", "warning")
_MOST = 10  # issues of each type that the agent keeps of a step (`_maxIssueCount` in its ExecutionContext)
# As the agent reverses them, the percent sign last, so it must be escaped first ("Percent Encoding", 2021).
_ESCAPES = {"%": "%AZP25", ";": "%3B", "]": "%5D"}


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the issues, what to fix first, the summary, and the number of findings without an issue."""
    prefix = checkout(report.root).prefix
    failing = {id(finding) for finding in report.failing}
    by_type: dict[str, list[Finding]] = {type_: [] for type_ in _TYPES}
    for finding in report.findings:
        # There is no type for notes.
        by_type["error" if finding.severity == "error" and id(finding) in failing else "warning"].append(finding)
    shown = 0
    for type_, findings in by_type.items():
        some = select(findings, _MOST)
        shown += len(some)
        yield from (_issue(finding, prefix, type_) for finding in some)
    yield from heaviest(report)
    yield from summary(report)
    if shown < len(report.findings):
        others = counted(len(report.findings) - shown, "finding")
        yield f"{others} without an issue, because Azure Pipelines shows only {_MOST} errors and {_MOST} warnings."


def _issue(finding: Finding, prefix: str, type_: str) -> str:
    place = {
        "type": type_,
        "sourcepath": prefix + finding.path,
        "linenumber": finding.start.line,
        "columnnumber": finding.start.column,
        "code": finding.rule,
    }
    properties = "".join(f"{name}={_escaped(str(value))};" for name, value in place.items())
    return f"##vso[task.logissue {properties}]{_escaped(marked_sentence(finding))}"


def _escaped(text: str) -> str:
    """Return a text as the value of a property, or as a message, that stays on its line."""
    text = safe(text)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text
