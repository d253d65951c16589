"""The style `gitlab`: a Code Quality report, from which GitLab shows findings in a merge request."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from doclint.engine.report.report import Report
from doclint.output.checkout import checkout
from doclint.output.styles import RenderOptions
from doclint.output.terminal import safe_json
from doclint.rule.finding import Finding

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the report as one JSON document."""
    prefix = checkout(report.root).prefix
    seen: Counter[str] = Counter()
    issues = []
    for finding in report.findings:
        seen[finding.fingerprint] += 1
        issues.append(_issue(finding, prefix, seen[finding.fingerprint]))
    yield safe_json(json.dumps(issues, indent=2, ensure_ascii=False))


def _issue(finding: Finding, prefix: str, occurrence: int) -> dict[str, Any]:
    """Return a finding as an issue. GitLab shows one issue of each fingerprint, so repeated ones get a number."""
    return {
        "description": finding.message,
        "check_name": finding.rule,
        "fingerprint": finding.fingerprint if occurrence == 1 else f"{finding.fingerprint}-{occurrence}",
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": prefix + finding.path, "lines": {"begin": finding.start.line, "end": finding.end.line}},
    }
