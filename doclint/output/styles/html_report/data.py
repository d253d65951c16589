"""The data that the script of the report filters and shows, each text once."""

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import count, groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from doclint.engine.report.causes import RemedyGroup, by_cause
from doclint.engine.report.report import Report
from doclint.output.hosted import HostedRepository
from doclint.output.rendering import RenderOptions
from doclint.output.styles.html_report.excerpts import Excerpts, PageExcerpt
from doclint.output.terminal import UNSAFE, safe_json
from doclint.repository.history import tracked
from doclint.rule.finding import Finding, since
from doclint.rule.message import SEVERITIES

_FOR_HTML = {ord(character): f"\\u{ord(character):04x}" for character in "<>&"}


def numbering() -> defaultdict[str, int]:
    """Return a dictionary that numbers the texts that it is asked for, from 0 on."""
    return defaultdict(count().__next__)


def for_html(content: object) -> str:
    """Return a value as JSON that can be in an element of HTML, whatever is in it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return safe_json(text).translate(_FOR_HTML)


_MOST = 50_000  # findings in the file


def report_data(
    report: Report, groups: Sequence[RemedyGroup], options: RenderOptions, repository: HostedRepository | None = None
) -> str:
    """Return the findings with what they show, given their causes by remedy, as JSON that can be in an element of HTML.

    If there are too many findings, it has the same number of each cause. `pages` are lists of a path, runs of lines and
    findings. A finding is a list of the line and the column of its start and of its end, and the numbers of its
    severity, cause and message; what not every finding has follows in an object. `total` is the number of all findings,
    also of those that did not fit, and `without_lines` the number of those whose lines did not fit. `host` has the name
    of the host that shows the files, and what is around the path in the address of a line there; `unhosted` are paths
    of files that the commit may not have.
    """
    findings = _fitting(report.findings)
    excerpts, messages = Excerpts(report.repository), numbering()
    causes = [(group, cause) for group in groups for cause in group.causes]
    numbers = {_cause_key(cause.id, group.remedy, cause.rule): number for number, (group, cause) in enumerate(causes)}
    pages: list[tuple[str, list[list[int | str]], list[list[Any]]]] = []
    for path, group in groupby(findings, lambda finding: finding.path):
        several = list(group)
        page = excerpts.page(path, several)
        rows = [
            [
                *finding.start,
                *finding.end,
                SEVERITIES.index(finding.severity),
                numbers[_cause_key(finding.cause, finding.remedy, finding.rule)],
                messages[finding.message],
                *_more(finding, page, excerpts),
            ]
            for finding in several
        ]
        pages.append((path, page.runs(), rows))
    host: Sequence[str] = ()
    unhosted: Sequence[str] = ()
    if repository and (files := tracked(Path(report.root))):
        host = (urlsplit(repository.address).hostname or "", *repository.around)
        paths = {page[0] for page in pages} | {place[0] for place in excerpts.related}
        paths |= {claim.path for claim in report.judged}
        paths |= {claim.evidence.path for claim in report.judged if claim.evidence}
        unhosted = sorted(paths - files)
    return for_html(
        {
            "total": len(report.findings),
            "causes": [(cause.id, cause.rule, cause.kind, cause.remedy) for _, cause in causes],
            "rules": {rule: options.page_of(rule) for rule in sorted({finding.rule for finding in findings})},
            "messages": list(messages),
            "related": excerpts.related,
            "pages": pages,
            "without_lines": excerpts.left_out,
            "host": host,
            "unhosted": unhosted,
            "severities": SEVERITIES,
            "unseen": UNSAFE,
        }
    )


def _cause_key(cause: str, remedy: str, rule: str) -> tuple[str, str, str]:
    """Return what tells causes apart: groups without a remedy are those of a rule."""
    return cause, remedy, "" if remedy else rule


def _fitting(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings, or the first ones of each cause if not all fit."""
    most = _most_per_cause(findings)
    if not most:
        return findings
    shown = {id(finding) for several in by_cause(findings).values() for finding in several[:most]}
    return [finding for finding in findings if id(finding) in shown]


def _most_per_cause(findings: Sequence[Finding]) -> int:
    """Return how many findings of each cause fit; 0 if all do."""
    if len(findings) <= _MOST:
        return 0
    room, counts = _MOST, sorted(map(len, by_cause(findings).values()))
    for position, number in enumerate(counts):
        share = room // (len(counts) - position)
        if number > share:
            return max(share, 1)
        room -= number
    return 0


def _more(finding: Finding, page: PageExcerpt, excerpts: Excerpts) -> list[dict[str, Any]]:
    """Return what not every finding has, if this one has any of it."""
    found: dict[str, Any] = {
        "section": finding.section,
        "quoted": finding.embedded,
        "since": finding.since and since(finding.since),
        "window": page.window(finding),
        "related": [excerpts.number(place) for place in finding.related],
        "fix": finding.fixable and finding.fix and (int(finding.fix.safe), page.hunks(finding.fix)),
    }
    found = {name: value for name, value in found.items() if value}
    return [found] if found else []
