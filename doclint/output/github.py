"""Annotations on GitHub: a workflow command for each of the findings that it will show."""

from collections import Counter
from collections.abc import Iterator, Sequence

from doclint.engine.report.report import Report
from doclint.output.checkout import checkout
from doclint.output.terminal import safe
from doclint.output.text import counted, heaviest, summary
from doclint.rule.finding import Problem
from doclint.rule.rule import SEVERITIES

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
_MOST = 10  # annotations of each level that GitHub keeps of a step; it drops the others without a word


def render(report: Report) -> Iterator[str]:
    """The annotations, what to mend first, the summary, and how many findings have no annotation."""
    prefix = checkout(report.root).prefix
    failing = {id(problem) for problem in report.failing}
    chosen = 0
    for severity in SEVERITIES:
        problems = _chosen([problem for problem in report.problems if problem.severity == severity])
        chosen += len(problems)
        for problem in problems:
            yield _annotation(problem, prefix, _LEVELS[severity] if id(problem) in failing else "notice")
    yield from heaviest(report)
    yield from summary(report)
    if chosen < len(report.problems):
        others = counted(len(report.problems) - chosen, "finding")
        yield f"{others} not annotated, since GitHub shows {_MOST} of each severity."


def _chosen(problems: Sequence[Problem]) -> list[Problem]:
    """As many as are shown, in order: what failed in doclint, then a finding of each cause, frequent causes first."""
    counts = Counter(problem.cause for problem in problems)
    seen: Counter[str] = Counter()
    ranks: list[tuple[bool, int, int, int]] = []
    for index, problem in enumerate(problems):
        ranks.append((not problem.is_failure, seen[problem.cause], -counts[problem.cause], index))
        seen[problem.cause] += 1
    return [problems[index] for index in sorted(index for *_, index in sorted(ranks)[:_MOST])]


def _annotation(problem: Problem, prefix: str, level: str) -> str:
    """GitHub takes columns only for places on one line, and no empty ones."""
    place = {"file": prefix + problem.path, "line": problem.start.line}
    if problem.end.line > problem.start.line:
        place |= {"endLine": problem.end.line}
    else:
        column = problem.start.column
        place |= {"col": column, "endLine": problem.end.line, "endColumn": max(problem.end.column, column + 1)}
    place |= {"title": f"doclint: {problem.rule}"}
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in place.items())
    return f"::{level} {properties}::{_data(problem.sentence)}"


def _data(text: str) -> str:
    """A message; without control characters, so that it stays on its line."""
    return safe(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
