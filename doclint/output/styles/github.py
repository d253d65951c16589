"""The style `github`: a workflow command for each finding that GitHub shows as an annotation."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.fixes import fix_mark
from doclint.output.hosted import checkout
from doclint.output.notices import paragraphs
from doclint.output.rendering import RenderOptions
from doclint.output.selection import select
from doclint.output.summary import below
from doclint.output.terminal import safe
from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
_MARKS = str.maketrans({":": "%3A", ",": "%2C"})  # what ends a property
_MOST = 10  # annotations of each level that GitHub shows of a step; it silently drops the others


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the annotations, what to fix first, the summary, and the number of findings without an annotation."""
    prefix = checkout(report.root).prefix
    failing = {id(finding) for finding in report.failing}
    chosen = 0
    for sentences in paragraphs(report):
        yield f"::notice title=doclint::{_data(' '.join(sentences))}"
    for severity in SEVERITIES:
        findings = select([finding for finding in report.findings if finding.severity == severity], _MOST)
        chosen += len(findings)
        for finding in findings:
            yield _annotation(finding, prefix, _LEVELS[severity] if id(finding) in failing else "notice")
    yield from below(report, chosen, f"not annotated, because GitHub shows only {_MOST} of each severity")


def _annotation(finding: Finding, prefix: str, level: str) -> str:
    """Return a workflow command. GitHub accepts columns only for places on one line, and places must not be empty."""
    place = {"file": prefix + finding.path, "line": finding.start.line}
    if finding.end.line > finding.start.line:
        place |= {"endLine": finding.end.line}
    else:
        column = finding.start.column
        place |= {"col": column, "endLine": finding.end.line, "endColumn": max(finding.end.column, column + 1)}
    place |= {"title": f"doclint: {finding.rule} {fix_mark(finding)}".rstrip()}
    properties = ",".join(f"{name}={_data(str(value)).translate(_MARKS)}" for name, value in place.items())
    return f"::{level} {properties}::{_data(finding.sentence)}"


def _data(text: str) -> str:
    """Return a message, escaped so that it stays on its line."""
    return safe(text).replace("%", "%25")
