"""The style `grouped`: the findings of each page below its path, a few of each cause."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import click

from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.paths import path_from_here
from doclint.output.styles import RenderOptions
from doclint.output.terminal import safe
from doclint.output.text import COLOURS, rest, samples, summary
from doclint.rule.finding import Finding


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings by page. A few findings of each cause are shown, the others counted."""
    shown, hidden = samples(report, options.max_per_cause)
    totals = Counter(finding.path for finding in report.findings)
    for path, findings in groupby(shown, key=lambda finding: finding.path):
        yield from _page(path_from_here(path, report.root), list(findings), totals[path])
    yield from rest(hidden, report)
    if not options.is_quiet:
        yield from summary(report)


def _page(path: str, findings: list[Finding], total: int) -> Iterator[str]:
    some = f", {len(findings)} of them shown" if len(findings) < total else ""
    yield f"{click.style(safe(path), bold=True)}  {counted(total, 'finding')}{some}"
    places = [f"{finding.start.line}:{finding.start.column}" for finding in findings]
    width = max(map(len, places))
    names = max(len(finding.rule) for finding in findings)
    for place, finding in zip(places, findings, strict=True):
        severity = click.style(f"{finding.severity:<7}", fg=COLOURS[finding.severity])
        yield f"  {place:>{width}}  {severity}  {finding.rule:<{names}}  {safe(finding.sentence)}"
    yield ""
