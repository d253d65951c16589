"""A Code Quality report, from which GitLab shows findings in a merge request."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from doclint.engine.report.report import Report
from doclint.output.checkout import checkout
from doclint.rule.finding import Problem

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report) -> Iterator[str]:
    """The report as one JSON document."""
    prefix = checkout(report.root).prefix
    seen: Counter[str] = Counter()
    issues = []
    for problem in report.problems:
        seen[problem.fingerprint] += 1
        issues.append(_issue(problem, prefix, seen[problem.fingerprint]))
    yield json.dumps(issues, indent=2, ensure_ascii=False)


def _issue(problem: Problem, prefix: str, occurrence: int) -> dict[str, Any]:
    """GitLab shows one issue of each fingerprint: those behind the first are numbered."""
    return {
        "description": problem.message,
        "check_name": problem.rule,
        "fingerprint": problem.fingerprint if occurrence == 1 else f"{problem.fingerprint}-{occurrence}",
        "severity": _SEVERITIES[problem.severity],
        "location": {"path": prefix + problem.path, "lines": {"begin": problem.start.line, "end": problem.end.line}},
    }
