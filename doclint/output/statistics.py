"""How often each rule found something."""

from collections import Counter
from collections.abc import Iterator

from doclint.engine.report.report import Report


def render(report: Report) -> Iterator[str]:
    """A line for each rule with findings, the most frequent first, then the total."""
    counts = Counter((finding.rule, finding.severity) for finding in report.findings)
    width = len(str(len(report.findings)))
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width}}  {severity:<7}  {rule}"
    yield f"{len(report.findings):>{width}}  in all"
