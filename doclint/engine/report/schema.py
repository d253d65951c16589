"""The JSON form of a report."""

from operator import attrgetter
from typing import Any, Literal, Self

from msgspec import Raw

from doclint.engine.brake import AssumptionCounts, FailedAssumption, Notice, ReadingCount
from doclint.engine.report.causes import places
from doclint.engine.report.claims import ClaimCounts
from doclint.engine.report.forms import Cause, Location, UncomparedPages
from doclint.engine.shard_results import ShardDocument
from doclint.errors.settings_table import JsonForm
from doclint.markdown.source import Fix
from doclint.page.claims import AssumptionKind, RelatedLines
from doclint.rule.finding import Finding, SinceKind
from doclint.rule.message import Severity

_DIGITS = 4


class CountsDocument(JsonForm, frozen=True):
    """How many claims came to which outcome."""

    holds: int
    refuted: int
    unknown: int
    holding: float | None
    checked: float | None
    existence: float | None
    reasons: dict[str, int]

    @classmethod
    def of(cls, counts: ClaimCounts) -> "CountsDocument":
        """Return the counts of claims in this form."""
        shares = (counts.holding, counts.checkable, counts.existence)
        holding, checked, existence = (share and round(share, _DIGITS) for share in shares)
        reasons = dict(counts.reasons.most_common())
        return cls(counts.holds, counts.refuted, counts.unknown, holding, checked, existence, reasons)


class BaselineSummary(JsonForm, frozen=True):
    """The comparison of the run with a baseline."""

    known: int
    gone: int
    rises: dict[str, int]
    is_ratchet: bool


class Summary(JsonForm, frozen=True, kw_only=True):
    """The run in figures. They do not count findings that are suppressed, in the baseline or held back."""

    pages: int
    pages_with_findings: int
    findings: int
    errors: int
    warnings: int
    infos: int
    rules: dict[str, int]
    causes: int
    suppressed: int
    held_back: int = 0
    passing: int = 0
    skipped: list[str]
    left_out: dict[str, int]
    lacks_git: bool = False
    baseline: BaselineSummary | None
    claims: CountsDocument | None = None


class EditDocument(JsonForm, frozen=True):
    """A part of the page to replace with a text; an empty part inserts the text. Places are as in a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class FixDocument(JsonForm, frozen=True):
    """Edits of the page that fix a finding. Make them together or not at all."""

    is_safe: bool
    edits: list[EditDocument]

    @classmethod
    def of(cls, fix: Fix) -> Self | None:
        """Return the JSON form of a fix; None for one without edits."""
        edits = [EditDocument(*place, text) for (_, text), place in fix.placed]
        return cls(fix.safe, edits) if edits else None


class RelatedDocument(JsonForm, frozen=True):
    """Lines of another file that a finding or a claim follows from."""

    path: str
    line: int | None
    end_line: int | None

    @classmethod
    def of(cls, lines: RelatedLines) -> Self:
        """Return the JSON form of lines."""
        return cls(lines.path, lines.start or None, lines.end or None)


class SinceDocument(JsonForm, frozen=True):
    """Since when a finding is there."""

    kind: SinceKind
    commit: str
    date: str
    subject: str
    passes_until: str = ""


class FindingDocument(JsonForm, frozen=True):
    """One finding. Lines and columns count from 1, columns in code points. The end is exclusive."""

    rule: str
    family: str
    severity: Severity
    message: str
    message_id: str
    arguments: dict[str, Any]
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    section: str
    embedded: str | None
    cause: str
    fingerprint: str
    fixable: Literal["safe", "unsafe"] | None = None
    fix: FixDocument | None = None
    related: list[RelatedDocument] = []
    since: SinceDocument | None = None
    held_back: bool = False

    @classmethod
    def of(cls, finding: Finding, *, held_back: bool = False) -> Self:
        """Return the JSON form of a finding."""
        values = (
            *_message(finding),
            Raw(finding.given),
            *_place(finding),
            finding.fix and FixDocument.of(finding.fix),
            [RelatedDocument.of(lines) for lines in finding.related],
            finding.since and SinceDocument(*finding.since),
            held_back,
        )
        return cls(*values)


_message = attrgetter(*FindingDocument.__struct_fields__[:5])
_place = attrgetter(
    "path", "start.line", "start.column", "end.line", "end.column", *FindingDocument.__struct_fields__[11:16]
)


class ReadingDocument(JsonForm, frozen=True):
    """Another way to read claims."""

    what: Literal["root", "prefix", "locale", "suffix", "depth", "name"]
    value: str
    findings: int
    targets: int

    @classmethod
    def of(cls, count: ReadingCount) -> Self:
        """Return the JSON form of a reading."""
        return cls(**count.reading._asdict(), findings=count.findings, targets=count.targets)


class AssumptionDocument(JsonForm, frozen=True):
    """Something that doclint takes for granted about the repository, and the outcomes of the claims that rest on it."""

    kind: AssumptionKind
    subject: str
    form: str
    statement: str
    setting: str
    holds: int
    refuted: int
    unknown: int
    readings: list[ReadingDocument]
    adopted: ReadingDocument | None = None

    @classmethod
    def of(cls, counts: AssumptionCounts, failed: FailedAssumption | None) -> Self:
        """Return the JSON form of an assumption with its counts, and how it fails, if it does."""
        return cls(
            **counts.assumption._asdict(),
            holds=counts.holds,
            refuted=counts.refuted,
            unknown=counts.unknown,
            readings=list(map(ReadingDocument.of, counts.readings)),
            adopted=ReadingDocument.of(failed.better) if failed and failed.better and failed.adopts else None,
        )


class NoticeDocument(JsonForm, frozen=True):
    """An assumption that fails. It holds findings back, or doclint has adopted another reading."""

    assumption: AssumptionDocument
    reading: ReadingDocument | None
    adopted: bool
    held_back: int
    rules: list[str]
    places: list[Location]

    @classmethod
    def of(cls, notice: Notice) -> Self:
        """Return the JSON form of a notice."""
        failed = notice.failed
        return cls(
            assumption=AssumptionDocument.of(failed.counts, failed),
            reading=ReadingDocument.of(failed.better) if failed.better else None,
            adopted=failed.adopts,
            held_back=len(notice.held_back),
            rules=notice.rules,
            places=places(notice.held_back) if notice.held_back else [],
        )


class ReportDocument(JsonForm, frozen=True, kw_only=True):
    """The report of a run."""

    version: str
    root: str
    revision: str = ""
    paths: list[str]
    rules: list[str]
    summary: Summary
    causes: list[Cause]
    notices: list[NoticeDocument] = []
    assumptions: list[AssumptionDocument] = []
    uncompared: list[UncomparedPages] = []
    findings: list[FindingDocument]
    shard: ShardDocument | None
