"""One report over several roots."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from doclint.engine.report.report import BaselineResult, Report
from doclint.markdown.source import printable
from doclint.repository.disk import Folder
from doclint.rule.finding import Finding

if TYPE_CHECKING:
    from doclint.rule.rule import Rule


def combined(reports: Sequence[Report]) -> Report:
    """Return one report with everything in several ones, whose paths begin at the folder that contains all roots.

    The fingerprints of the findings stay the same.
    """
    if len(reports) == 1:
        return reports[0]
    root = Path(os.path.commonpath([report.root for report in reports]))
    moved = [_moved(report, root) for report in reports]
    rules: dict[str, Rule] = {rule.id: rule for report in reports for rule in report.rules}
    return Report(
        root=root.as_posix(),
        paths=sorted(path for report in moved for path in report.paths),
        named=[path for report in moved for path in report.named],
        findings=sorted((one for report in moved for one in report.findings), key=lambda finding: finding.order),
        suppressed=sum(report.suppressed for report in reports),
        rules=list(rules.values()),
        repository=Folder(root),
        baseline=_baseline([report.baseline for report in reports if report.baseline]),
        notes=list(dict.fromkeys(note for report in reports for note in report.notes)),
        lacks_git=any(report.lacks_git for report in reports),
        is_whole=all(report.is_whole for report in reports),
        left_out=sum((Counter(report.left_out) for report in reports), Counter()),
        assumptions=[one for report in reports for one in report.assumptions],
        failed=[one for report in moved for one in report.failed],
        claims=[one for report in moved for one in report.claims],
        known=[one for report in moved for one in report.known],
        uncompared=[one for report in moved for one in report.uncompared],
        held_back=sorted((one for report in moved for one in report.held_back), key=lambda finding: finding.order),
    )


def _moved(report: Report, root: Path) -> Report:
    inside = Path(report.root).relative_to(root)
    prefix = "" if inside == Path() else f"{printable(inside.as_posix())}/"
    paths = [prefix + path for path in report.paths]
    named = [prefix + path for path in report.checked] or [printable(inside.as_posix())]
    several = (report.findings, report.held_back, report.known)
    findings, held_back, known = ([_finding(one, prefix) for one in some] for some in several)
    failed = [one._replace(root=prefix) for one in report.failed]
    claims = [one.below(prefix) for one in report.claims]
    uncompared = [one._replace(path=prefix + one.path) for one in report.uncompared]
    moved = replace(report, paths=paths, named=named, claims=claims, uncompared=uncompared)
    return replace(moved, findings=findings, failed=failed, held_back=held_back, known=known)


def _finding(finding: Finding, prefix: str) -> Finding:
    if not prefix:
        return finding
    related = tuple(lines._replace(path=prefix + lines.path) for lines in finding.related)
    return replace(finding, path=prefix + finding.path, related=related, root=prefix)


def _baseline(results: Sequence[BaselineResult]) -> BaselineResult | None:
    """Return the sum of comparisons with the baselines of several roots; None if no root has one."""
    if not results:
        return None
    rises: dict[str, int] = {}
    for result in results:
        for rule, count in result.rises.items():
            rises[rule] = rises.get(rule, 0) + count
    is_ratchet = any(result.is_ratchet for result in results)
    return BaselineResult(
        sum(result.known for result in results), sum(result.gone for result in results), rises, is_ratchet=is_ratchet
    )
