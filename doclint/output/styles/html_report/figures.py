"""The figures of the report and of its claims, for its template, and what each page claims, for its script."""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby, islice
from typing import Any
from zlib import compress

from doclint.engine.report.causes import RemedyGroup
from doclint.engine.report.claims import JudgedClaim, counted_claims, total, worst_first
from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.output.claims import percent
from doclint.output.rendering import RenderOptions
from doclint.output.styles.html_report.data import numbering
from doclint.output.styles.html_report.excerpts import Excerpts, PageExcerpt
from doclint.rule.finding import ENGINE
from doclint.rule.manual import summary
from doclint.rule.message import SEVERITIES

_CAUSES = 1000  # rows of causes
_FOLDERS = 300  # folders to choose from
_MOST = 10  # pages, and folders, with the most findings
_FIRST = 30  # findings to show without the script
_ROWS = 300  # pages, and folders, in a table: thousands take the browser a second
_AROUND = 1  # lines to show before a claim, and after it
_REASONS = 10
_ROOM = 10_000_000  # characters of the lines of pages
_OUTCOMES = ("unknown", "holds", "refuted")


def figures_of(report: Report, groups: Sequence[RemedyGroup], options: RenderOptions) -> dict[str, Any]:
    """Return what the template shows of a report, given its causes by remedy, besides what the report says itself."""
    findings = report.findings
    per_page = Counter(finding.path for finding in findings)
    per_rule = Counter(finding.rule for finding in findings).most_common()
    fixes = Counter(finding.fixable for finding in findings)
    summaries = ENGINE | {rule.id: summary(type(rule)) for rule in report.rules}
    return {
        "severities": {severity: report.severities[severity] for severity in SEVERITIES},
        "pages_with_findings": len(per_page),
        "safe_fixes": fixes["safe"],
        "unsafe_fixes": fixes["unsafe"],
        "causes": sum(len(group.causes) for group in groups),
        "changes": len(groups),
        "groups": list(_with_few_rows(groups)),
        "rules": [
            {"id": rule, "summary": summaries.get(rule, ""), "page": options.page_of(rule), "findings": number}
            for rule, number in per_rule
        ],
        "leading_rules": _leading(per_rule),
        "kinds": Counter(finding.kind for finding in findings).most_common(),
        "folders": _folders(per_page),
        "worst_pages": per_page.most_common(_MOST),
        "worst_folders": _worst_folders(per_page, report.paths),
        "first": findings[:_FIRST],
    }


def _leading(per_rule: Sequence[tuple[str, int]]) -> list[str]:
    """Return the one or two rules that report more than half of the findings; none if it takes more rules."""
    half = sum(number for _, number in per_rule) / 2
    first, second = ([number for _, number in per_rule] + [0, 0])[:2]
    return [rule for rule, _ in per_rule[: 1 if first > half else 2 if first + second > half else 0]]


def _with_few_rows(groups: Sequence[RemedyGroup]) -> Iterator[dict[str, Any]]:
    """Yield the first groups, with no more causes than the report has room for, and the number of each in its data."""
    numbers = islice(count(), _CAUSES)
    for group in groups:
        rows = [{"number": number, "cause": cause} for cause, number in zip(group.causes, numbers, strict=False)]
        if rows:
            yield {"group": group, "rows": rows}


def _worst_folders(per_page: Counter[str], paths: Sequence[str]) -> list[dict[str, Any]]:
    """Return the folders with the most findings directly in them, whose paths are empty or end with a slash.

    There are none if the pages with the most findings are all that have any.
    """
    if len(per_page) <= _MOST:
        return []
    pages, with_findings, findings = Counter(map(_folder, paths)), Counter(map(_folder, per_page)), Counter[str]()
    for path, number in per_page.items():
        findings[_folder(path)] += number
    return [
        {"path": each, "with_findings": with_findings[each], "pages": pages[each], "findings": number}
        for each, number in findings.most_common(_MOST)
    ]


def _folder(path: str) -> str:
    return path[: path.rfind("/") + 1]


def _folders(per_page: Counter[str]) -> list[tuple[str, int]]:
    """Return the folders with findings in them or below; if there are many, those with the most findings."""
    found: Counter[str] = Counter()
    for path, number in per_page.items():
        parts = path.split("/")[:-1]
        found.update({"/".join(parts[: depth + 1]) + "/": number for depth in range(len(parts))})
    return sorted(found.most_common(_FOLDERS))


def claim_figures_of(report: Report) -> dict[str, Any] | None:
    """Return how many claims hold: all of them and, with the worst ones first, those of each class, folder and page.

    `all_pages` are the pages with what holds, is refuted and unchecked, and the two shares, for the script; `left_out`
    is the number of those that have no row. Return None if the report has no claims.
    """
    claims = report.judged
    if not claims:
        return None
    classes, folders, pages = (counted_claims(claims, by) for by in ("claim", "folder", "page"))
    counts, by_page = total(claims), worst_first(pages)
    return {
        "total": counts,
        "classes": worst_first(classes),
        "reasons": counts.reasons.most_common(_REASONS),
        "folders": worst_first(folders)[:_ROWS],
        "pages": by_page[:_ROWS],
        "all_pages": [
            (path, one.holds, one.refuted, one.unknown, percent(one.holding), percent(one.existence))
            for path, one in by_page
        ],
        "left_out": max(0, len(pages) - _ROWS),
        "of_page": pages,
        "of_folder": {"" if folder == "./" else folder: counts for folder, counts in folders.items()},
    }


def claim_lines(report: Report) -> Iterator[str]:
    """Yield what the script shows of claims: first what pages share, then one line for each page with claims.

    A line is JSON, compressed, because browsers take seconds to read many megabytes of HTML, and in base64.
    A page is a list of runs of lines, as in `report_data`, and of its claims. A claim is a list of the line and the
    column of its start and of its end, and the numbers of its class and outcome; then, as far as there are any, those
    of the rule or the reason, and of the place of its evidence, else -1.
    """
    excerpts, classes, texts = Excerpts(report.repository), numbering(), numbering()
    # Sorted by path, because the excerpts keep one source.
    evidence = sorted({claim.evidence for claim in report.judged if claim.evidence})
    numbers = dict(zip(evidence, (excerpts.number(place) for place in evidence), strict=True))
    sources, room = PageSources(report.repository), _ROOM
    paths, pages = list[str](), list[str]()
    for path, group in groupby(report.judged, lambda claim: claim.path):
        several = list(group)
        excerpt = PageExcerpt(sources.source(path))
        for claim in several if room > 0 else ():
            room -= excerpt.add(range(claim.start.line - _AROUND, claim.start.line + _AROUND + 1))
        paths.append(path)
        pages.append(_compressed([excerpt.runs(), [_row(claim, classes, texts, numbers) for claim in several]]))
    shared = {"pages": paths, "classes": list(classes), "texts": list(texts), "places": excerpts.related}
    yield _compressed(shared | {"outcomes": _OUTCOMES})
    yield from pages


def _compressed(content: object) -> str:
    return b64encode(compress(json.dumps(content, separators=(",", ":")).encode())).decode()


def _row(claim: JudgedClaim, classes: dict[str, int], texts: dict[str, int], numbers: Mapping[Any, int]) -> list[int]:
    why = claim.because or claim.rule
    row = [*claim.start, *claim.end, classes[claim.kind], _OUTCOMES.index(claim.outcome)]
    row += [texts[why] if why else -1, numbers[claim.evidence] if claim.evidence else -1]
    while row[-1] == -1:
        row.pop()
    return row
