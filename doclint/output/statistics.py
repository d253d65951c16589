"""The statistics: the number of findings of each rule."""

from collections import Counter
from collections.abc import Iterator

from doclint.engine.report.report import Report
from doclint.output.styles import RenderOptions


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield a line for each rule with findings, those with the most findings first, then the total."""
    counts = Counter((finding.rule, finding.severity) for finding in report.findings)
    width = len(str(len(report.findings)))
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width}}  {severity:<7}  {rule}"
    if not options.is_quiet:
        yield f"{len(report.findings):>{width}}  in total"
