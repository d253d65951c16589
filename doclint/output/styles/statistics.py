"""The statistics: the number of findings of each rule, and of the pages with them."""

from collections import Counter
from collections.abc import Iterator, Sequence

import click

from doclint.engine.report.report import Report
from doclint.errors.grouping import by_key
from doclint.errors.wording import counted
from doclint.output.fixes import fix_mark
from doclint.output.places import manual
from doclint.output.rendering import RenderOptions
from doclint.output.samples import COLORS
from doclint.rule.finding import Finding


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield a line for each rule with findings, those with the most findings first, then the total.

    A line has the number of findings, their share of all, and the marks of those that doclint can fix.
    """
    found = by_key(((finding.rule, finding.severity), finding) for finding in report.findings)
    total = len(report.findings)
    names = max((len(rule) for rule, _ in found), default=0)
    width = len(f"{total:,}")
    pages = len({finding.path for finding in report.findings})
    digits = len(f"{pages:,}")
    for (rule, severity), findings in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        figures = f"{len(findings):>{width},}  {_share(len(findings), total)}"
        colored = click.style(f"{severity:<7}", fg=COLORS[severity])
        named = manual(rule, options) + " " * (names - len(rule))
        yield f"{figures}  {colored}  {named}  {_pages(findings, digits)}{_marks(findings)}".rstrip()
    if not options.is_quiet:
        yield f"{total:>{width},}  in total, on {counted(pages, 'page')}"


def _share(number: int, total: int) -> str:
    """Return a share in per cent; what is not nothing is not 0 %, and what is not all is not 100 %.

    >>> _share(1, 1000), _share(999, 1000), _share(1, 1)
    (' <1%', '>99%', '100%')
    """
    per_cent = 100 * number / total
    if per_cent < 1:
        return " <1%"
    return ">99%" if 99 < per_cent < 100 else f"{per_cent:>3.0f}%"


def _pages(findings: Sequence[Finding], width: int) -> str:
    number = len({finding.path for finding in findings})
    return f"on {number:>{width},} {'page ' if number == 1 else 'pages'}"


def _marks(findings: Sequence[Finding]) -> str:
    counts = Counter(mark for mark in map(fix_mark, findings) if mark)
    return "".join(f"  {count:,} {mark}" for mark, count in sorted(counts.items()))
