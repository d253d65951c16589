"""How often each rule found something."""

from collections import Counter
from collections.abc import Iterator

from doclint.engine.report.report import Report


def render(report: Report) -> Iterator[str]:
    """A line for each rule with findings, the most frequent first, then the total."""
    counts = Counter((problem.rule, problem.severity) for problem in report.problems)
    width = len(str(len(report.problems)))
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width}}  {severity:<7}  {rule}"
    yield f"{len(report.problems):>{width}}  in all"
