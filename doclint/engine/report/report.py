"""Reports: the findings of a run, and what they come to."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import merge
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json
from msgspec.structs import asdict, replace

from doclint import __version__
from doclint.engine.brake import AssumptionCounts, FailedAssumption, Notice, notices_of
from doclint.engine.report.causes import Gone, RemedyGroup, by_remedy, causes, gone
from doclint.engine.report.forms import Cause, by_format
from doclint.markdown.source import printable
from doclint.page.claims import PageClaims
from doclint.page.compared import Uncompared
from doclint.repository.disk import Folder
from doclint.repository.history import checked_out
from doclint.repository.repository import Repository
from doclint.rule.finding import ENGINE, Finding
from doclint.rule.message import SEVERITIES, Severity
from doclint.rule.rule import Rule
from doclint.rule.schedule import RuleGroup

if TYPE_CHECKING:
    from doclint.engine.report.claims import JudgedClaim
    from doclint.engine.report.schema import FindingDocument, ReportDocument
    from doclint.engine.shard_results import ShardDocument


NO_GIT = "Nothing was compared with git, because there is no repository: a cited file that is not here counts as gone"
"""The note of a run whose report `lacks_git`, without a full stop."""


class BaselineResult(Struct, frozen=True):
    """The result of comparing a run with a baseline.

    `known` is the number of findings that the report leaves out because the baseline has them, `gone` the number of
    known findings that no longer exist. `rises` has the rules with more findings than in the baseline, and how many
    more. With `is_ratchet`, only findings of those rules fail.
    """

    known: int
    gone: int
    rises: dict[str, int]
    is_ratchet: bool = False


class Report(Struct, dict=True):
    """The findings of a run, sorted by path, line, column and rule, with the checked pages and the rules.

    `root` is the folder of the repository, empty if the pages were in memory. `paths` are those of the checked pages,
    and `suppressed` is the number of suppressed findings. With a baseline, `findings` has only those that are not
    known, and `baseline` has the comparison. The pages were read from `repository`; `is_whole` says that they are all
    its pages. If the run was divided among machines, `shard` has the results of this part. `left_out` has the number of
    pages that are left out by default, by what they are. `notes` are sentences about pages that doclint does not
    recognize. If the report `lacks_git`, pages cite files that are gone, and there is no git to say more of them.
    `named` are the files and folders that the user named.

    `assumptions` has the counts of what doclint assumes on these pages, and `failed` the assumptions that fail.
    `held_back` are the findings that rest on these: they are not among `findings`; `notices` replace them. `claims` are
    those that hold or that doclint cannot check, if the run asked for them; `judged` adds those that findings refute,
    among them the `known` ones, which are those that the baseline has. `uncompared` are the pages that are compared
    with no source, although they should be.
    """

    root: str
    paths: Sequence[str] = ()
    findings: list[Finding] = []
    suppressed: int = 0
    rules: Collection[Rule] = ()
    repository: Repository | None = None
    baseline: BaselineResult | None = None
    is_whole: bool = False
    shard: "ShardDocument | None" = None
    notes: Sequence[str] = ()
    left_out: Mapping[str, int] = {}
    assumptions: Sequence[AssumptionCounts] = ()
    failed: Sequence[FailedAssumption] = ()
    held_back: list[Finding] = []
    lacks_git: bool = False
    named: Sequence[str] = ()
    claims: Sequence[PageClaims] = ()
    known: Sequence[Finding] = ()
    uncompared: Sequence[Uncompared] = ()

    @cached_property
    def revision(self) -> str:
        """The commit that is checked out at the root; empty if git knows none, or if the pages were in memory."""
        return checked_out(Path(self.root)).commit if self.root else ""

    @property
    def skipped(self) -> list[str]:
        """The ids of the rules about all pages together; they do not run if only some pages are checked."""
        return [] if self.is_whole else [head.id for head in RuleGroup.of(self.rules).heads if head.is_about_all]

    @property
    def checked(self) -> list[str]:
        """The files and folders that were checked, from the root; none for all pages."""
        return [] if self.is_whole else sorted(self.named or self.paths)

    @property
    def ran(self) -> list[str]:
        """The ids of the rules that ran, and of the rules of doclint itself."""
        return sorted(RuleGroup.of(self.rules).ids - set(self.skipped) | ENGINE.keys())

    @property
    def pages(self) -> int:
        """The number of checked pages."""
        return len(self.paths)

    @property
    def severities(self) -> Counter[Severity]:
        """The number of findings of each severity."""
        return Counter(finding.severity for finding in self.findings)

    @property
    def notices(self) -> list[Notice]:
        """The notices about assumptions that fail, those that most often fail first."""
        return notices_of(self.failed, self.held_back)

    @property
    def causes(self) -> "list[Cause]":
        """The causes of the findings, those with the most findings first."""
        return causes(self.findings)

    @cached_property
    def changes(self) -> list[RemedyGroup]:
        """The changes to make, in the order of their rank."""
        return by_remedy(self.findings)

    @cached_property
    def judged(self) -> "Sequence[JudgedClaim]":
        """The claims, sorted by place, with those that findings refute; none if the run did not ask for them."""
        if not self.claims:
            return ()
        from doclint.engine.report.claims import judged_claims

        return judged_claims(self.claims, (*self.findings, *self.known), self.held_back, self.rules)

    @cached_property
    def gone(self) -> Gone:
        """The cited files and lines that are gone, and the pages to write again."""
        return gone(self.findings, self.rules, self.repository)

    @property
    def has_failed(self) -> bool:
        """Whether doclint itself failed, so that findings may be missing."""
        return any(finding.is_failure for finding in self.findings)

    @property
    def failing(self) -> list[Finding]:
        """The findings that make the run fail."""
        baseline = self.baseline
        rises = baseline.rises if baseline and baseline.is_ratchet else None
        rising = [one for one in self.findings if rises is None or one.rule in rises]
        return [one for one in rising if not one.passes]

    def finding_forms(self) -> "Iterator[FindingDocument]":
        """Return the JSON form of each finding, with those that are held back, sorted by place."""
        from doclint.engine.report.schema import FindingDocument

        held_back = set(map(id, self.held_back))
        merged = merge(self.findings, self.held_back, key=lambda finding: finding.order) if held_back else self.findings
        return (FindingDocument.of(finding, held_back=id(finding) in held_back) for finding in merged)

    def frame(self) -> "ReportDocument":
        """Return the report in its JSON form, but with an empty list of findings."""
        from doclint.engine.report.claims import total
        from doclint.engine.report.schema import (
            AssumptionDocument,
            BaselineSummary,
            CountsDocument,
            NoticeDocument,
            ReportDocument,
            Summary,
        )

        causes, severities = self.causes, self.severities
        failed = {one.counts: one for one in self.failed}
        summary = Summary(
            pages=self.pages,
            pages_with_findings=len({finding.path for finding in self.findings}),
            findings=len(self.findings),
            errors=severities["error"],
            warnings=severities["warning"],
            infos=severities["info"],
            rules=dict(sorted(Counter(finding.rule for finding in self.findings).items())),
            causes=len(causes),
            suppressed=self.suppressed,
            held_back=len(self.held_back),
            passing=sum(finding.passes for finding in self.findings),
            skipped=self.skipped,
            left_out=dict(self.left_out),
            lacks_git=self.lacks_git,
            claims=CountsDocument.of(total(self.judged)) if self.judged else None,
            baseline=BaselineSummary(**asdict(self.baseline)) if self.baseline else None,
        )
        return ReportDocument(
            version=__version__,
            root=printable(self.root),
            revision=self.revision,
            paths=self.checked,
            rules=self.ran,
            summary=summary,
            causes=causes,
            notices=list(map(NoticeDocument.of, self.notices)),
            assumptions=[AssumptionDocument.of(one, failed.get(one)) for one in self.assumptions],
            uncompared=by_format(self.uncompared),
            findings=[],
            shard=self.shard,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the report in the form of the JSON output; `doclint schema report` prints its schema."""
        found: dict[str, Any] = json.decode(json.encode(replace(self.frame(), findings=list(self.finding_forms()))))
        return found

    def reaches(self, least: Severity) -> bool:
        """Whether a finding that makes the run fail is at least that severe."""
        return any(SEVERITIES.index(finding.severity) <= SEVERITIES.index(least) for finding in self.failing)


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
    failed = [replace(one, root=prefix) for one in report.failed]
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
    rises = sum((Counter(result.rises) for result in results), Counter())
    is_ratchet = any(result.is_ratchet for result in results)
    return BaselineResult(
        sum(result.known for result in results), sum(result.gone for result in results), rises, is_ratchet=is_ratchet
    )
