"""What a run found."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from doclint import __version__
from doclint.engine.report.causes import Cause, causes
from doclint.markdown.source import printable
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.rule.rule import SEVERITIES, CorpusRule, Rule, Severity

if TYPE_CHECKING:
    from doclint.engine.report.schema import ReportDocument
    from doclint.engine.shard_document import ShardDocument


@dataclass(frozen=True)
class Compared:
    """What a baseline made of a run: how many findings are left out because they are known, how many of the known ones
    are gone, and the rules that found more than is known of them, with how much more.

    With a ratchet only findings of those rules fail.
    """

    known: int
    gone: int
    rises: dict[str, int]
    is_ratchet: bool = False


@dataclass
class Report:
    """The problems of a run, sorted by path, line, column and rule, with the pages that were read and the rules.

    `suppressed` counts the problems that are left out; with a baseline only those stay that it does not know.
    `repository` is where the pages were read; `is_whole` says whether they are all that it has. Of a run that is
    divided into parts, `shard` is the part that this is.
    """

    root: str
    paths: Sequence[str] = ()
    findings: list[Finding] = field(default_factory=list)
    suppressed: int = 0
    rules: Sequence[Rule] = ()
    repository: Repository | None = None
    compared: Compared | None = None
    is_whole: bool = False
    shard: "ShardDocument | None" = None

    @property
    def skipped(self) -> list[str]:
        """The ids of the rules about all pages together that did not run, because these are not all pages."""
        return [] if self.is_whole else [rule.id for rule in self.rules if isinstance(rule, CorpusRule)]

    @property
    def pages(self) -> int:
        return len(self.paths)

    @property
    def severities(self) -> Counter[Severity]:
        """How many problems have each severity."""
        return Counter(finding.severity for finding in self.findings)

    @property
    def causes(self) -> list[Cause]:
        """What makes the generator write the problems, those of the most findings first."""
        return causes(self.findings)

    @property
    def has_failed(self) -> bool:
        """Whether a rule or the reading of a page failed, so that something may have gone unseen."""
        return any(finding.is_failure for finding in self.findings)

    @property
    def failing(self) -> list[Finding]:
        """The problems for which the run fails."""
        compared = self.compared
        if compared is None or not compared.is_ratchet:
            return self.findings
        return [finding for finding in self.findings if finding.rule in compared.rises]

    def document(self) -> "ReportDocument":
        """Return the report in its JSON form."""
        from doclint.engine.report.schema import BaselineSummary, FindingDocument, ReportDocument, Summary

        causes, severities = self.causes, self.severities
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
            skipped=self.skipped,
            baseline=self.compared and BaselineSummary(**asdict(self.compared)),
        )
        return ReportDocument(
            version=__version__,
            root=printable(self.root),
            summary=summary,
            causes=causes,
            findings=list(map(FindingDocument.of, self.findings)),
            shard=self.shard,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the report as the JSON output has it; `doclint schema report` prints its schema."""
        return self.document().model_dump(mode="json")

    def reaches(self, least: Severity) -> bool:
        """Whether a problem for which the run fails is at least that severe."""
        return any(SEVERITIES.index(finding.severity) <= SEVERITIES.index(least) for finding in self.failing)
