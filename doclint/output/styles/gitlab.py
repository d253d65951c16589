"""The style `gitlab`: a Code Quality report, from which GitLab shows findings in a merge request.

GitLab ignores all properties but these ("Code Quality report format", GitLab documentation), so the description says
whether doclint can fix a finding.
"""

import json
from collections.abc import Iterator
from typing import Any

from doclint.engine.report.report import Report
from doclint.output.fixes import marked_sentence
from doclint.output.hosted import checkout
from doclint.output.rendering import RenderOptions
from doclint.output.selection import numbered
from doclint.output.terminal import safe_json
from doclint.rule.finding import Finding

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield one JSON document, finding by finding."""
    prefix = checkout(report.root).prefix
    yield "["
    for index, (finding, occurrence) in enumerate(numbered(report.findings), start=1):
        issue = json.dumps(_issue(finding, prefix, occurrence), ensure_ascii=False)
        yield safe_json(issue) + ("," if index < len(report.findings) else "")
    yield "]"


def _issue(finding: Finding, prefix: str, occurrence: int) -> dict[str, Any]:
    """Return a finding as an issue. GitLab shows one issue of each fingerprint, so repeated ones get a number."""
    return {
        "description": marked_sentence(finding),
        "check_name": finding.rule,
        "fingerprint": finding.fingerprint if occurrence == 1 else f"{finding.fingerprint}-{occurrence}",
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": prefix + finding.path, "lines": {"begin": finding.start.line, "end": finding.end.line}},
    }
