"""The style `grouped`: the findings of each page below its path, a few of each cause."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import click

from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.fixes import fix_mark
from doclint.output.notices import shortly
from doclint.output.paths import path_from_here
from doclint.output.places import linked, rule
from doclint.output.rendering import RenderOptions
from doclint.output.samples import COLORS, rest, samples, what_first
from doclint.output.summary import summary
from doclint.output.terminal import safe
from doclint.rule.finding import Finding

_MOST, _FEW = 30, 9  # findings to show if these are all, and else; most pages take three lines


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings by page. Of many, show a few, what to change first, and the numbers of the others."""
    shown, hidden = samples(report, options.max_per_cause, most=_MOST, few=_FEW)
    totals = Counter(finding.path for finding in report.findings)
    yield from what_first(hidden, report, options)
    for path, findings in groupby(shown, key=lambda finding: finding.path):
        yield from _page(list(findings), totals[path], report.root, options)
    yield from rest(hidden, report, options)
    yield from summary(report) if not options.is_quiet else shortly(report)


def _page(findings: list[Finding], total: int, root: str, options: RenderOptions) -> Iterator[str]:
    path = linked(safe(path_from_here(findings[0].path, root)), findings[0], root, options)
    some = f", {len(findings):,} of them shown" if len(findings) < total else ""
    yield f"{click.style(path, bold=True)}  {counted(total, 'finding')}{some}"
    places = [f"{finding.start.line}:{finding.start.column}" for finding in findings]
    width = max(map(len, places))
    names = max(len(f"{finding.rule} {fix_mark(finding)}".rstrip()) for finding in findings)
    for place, finding in zip(places, findings, strict=True):
        severity = click.style(f"{finding.severity:<7}", fg=COLORS[finding.severity])
        where = " " * (width - len(place)) + linked(place, finding, root, options)
        yield f"  {where}  {severity}  {rule(finding, options, width=names)}  {safe(finding.sentence)}"
    yield ""
