"""The figures of the report, for its template."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Self

from msgspec import Struct

from doclint.engine.report.causes import RemedyGroup
from doclint.engine.report.forms import Cause
from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.rule.finding import ENGINE, Finding
from doclint.rule.manual import summary
from doclint.rule.message import SEVERITIES

_CAUSES = 1000  # rows of causes
_FOLDERS = 300  # folders to choose from
_MOST = 10  # pages, and folders, with the most findings
_FIRST = 30  # findings to show without the script


class RuleFigure(Struct, frozen=True):
    """A rule with findings, and what it says."""

    id: str
    summary: str
    page: str
    findings: int


class FolderFigure(Struct, frozen=True):
    """A folder that has pages with findings directly in it; its path is empty, or has a slash at the end."""

    path: str
    with_findings: int
    pages: int
    findings: int


class CauseRow(Struct, frozen=True):
    """A cause, and its number in the data of the script."""

    number: int
    cause: Cause


class CauseGroup(Struct, frozen=True):
    """A change to make, and the causes that it fixes."""

    group: RemedyGroup
    rows: Sequence[CauseRow]


class Figures(Struct):
    """What the template shows of a report, besides what the report says itself."""

    severities: Counter[str]
    pages_with_findings: int
    safe_fixes: int
    unsafe_fixes: int
    causes: int
    changes: int
    groups: Sequence[CauseGroup]
    rules: Sequence[RuleFigure]
    kinds: Sequence[tuple[str, int]]
    folders: Sequence[tuple[str, int]]
    worst_pages: Sequence[tuple[str, int]]
    worst_folders: Sequence[FolderFigure]
    first: Sequence[Finding]

    @classmethod
    def of(cls, report: Report, groups: Sequence[RemedyGroup], options: RenderOptions) -> Self:
        """Return the figures of a report, given its causes by remedy."""
        findings = report.findings
        per_page = Counter(finding.path for finding in findings)
        fixes = Counter(finding.fixable for finding in findings)
        return cls(
            severities=Counter({severity: report.severities[severity] for severity in SEVERITIES}),
            pages_with_findings=len(per_page),
            safe_fixes=fixes["safe"],
            unsafe_fixes=fixes["unsafe"],
            causes=sum(len(group.causes) for group in groups),
            changes=len(groups),
            groups=list(_with_few_rows(groups)),
            rules=_rules(report, options),
            kinds=Counter(finding.kind for finding in findings).most_common(),
            folders=_folders(per_page),
            worst_pages=per_page.most_common(_MOST),
            worst_folders=_worst_folders(per_page, report.paths),
            first=findings[:_FIRST],
        )

    @property
    def leading_rules(self) -> list[str]:
        """The ids of the one or two rules that report more than half of the findings; none if it takes more rules."""
        first, second = ([rule.findings for rule in self.rules] + [0])[:2]
        half = self.severities.total() / 2
        return [rule.id for rule in self.rules[: 1 if first > half else 2 if first + second > half else 0]]


def _with_few_rows(groups: Sequence[RemedyGroup]) -> Iterator[CauseGroup]:
    """Yield the first groups, with no more rows than the report has room for."""
    rows = islice(count(), _CAUSES)
    for group in groups:
        some = [CauseRow(number, cause) for cause, number in zip(group.causes, rows, strict=False)]
        if some:
            yield CauseGroup(group, some)


def _rules(report: Report, options: RenderOptions) -> list[RuleFigure]:
    """Return the rules with findings, those with the most first."""
    summaries = ENGINE | {rule.id: summary(type(rule)) for rule in report.rules}
    counts = Counter(finding.rule for finding in report.findings).most_common()
    return [RuleFigure(rule, summaries.get(rule, ""), options.page_of(rule), number) for rule, number in counts]


def _worst_folders(per_page: Counter[str], paths: Sequence[str]) -> list[FolderFigure]:
    """Return the folders with the most findings; none if the pages with the most findings are all that have any."""
    if len(per_page) <= _MOST:
        return []
    pages, with_findings, findings = Counter(map(_folder, paths)), Counter(map(_folder, per_page)), Counter[str]()
    for path, number in per_page.items():
        findings[_folder(path)] += number
    return [
        FolderFigure(each, with_findings[each], pages[each], number) for each, number in findings.most_common(_MOST)
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
