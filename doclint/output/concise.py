"""One line a finding, as compilers write them."""

from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.terminal import safe
from doclint.rule.finding import Problem


def render(report: Report) -> Iterator[str]:
    """`path:line:column: severity rule: message`, one line a finding."""
    for problem in report.problems:
        yield line(problem)


def line(problem: Problem) -> str:
    """A finding in one line."""
    place = f"{problem.path}:{problem.start.line}:{problem.start.column}"
    return safe(f"{place}: {problem.severity} {problem.rule}: {problem.sentence}")
