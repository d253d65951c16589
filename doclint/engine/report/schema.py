"""The JSON form of a report, as pydantic models."""

from operator import attrgetter
from typing import Any, Literal, Self

from pydantic import Field
from pydantic_core import from_json

from doclint.engine.brake import AssumptionCounts, FailedAssumption, Notice, ReadingCount
from doclint.engine.report.causes import places
from doclint.engine.report.claims import ClaimCounts
from doclint.engine.report.forms import Cause, Location, UncomparedPages
from doclint.engine.report.pages import PageSources
from doclint.engine.shards import ShardDocument
from doclint.errors.models import JsonForm
from doclint.page.claims import AssumptionKind, RelatedLines
from doclint.rule.finding import Finding, SinceKind
from doclint.rule.message import Severity

_DIGITS = 4


class CountsDocument(JsonForm):
    """How many claims came to which outcome."""

    holds: int
    refuted: int
    unknown: int = Field(description="The claims that doclint cannot check.")
    holding: float | None = Field(description="The share of the checked claims that hold; null if none is checked.")
    checked: float | None = Field(description="The share of the claims that are checked; null without claims.")
    existence: float | None = Field(
        description="The share of the checked names (files, symbols, members ...) that exist; null without names."
    )
    reasons: dict[str, int] = Field(description="Why claims cannot be checked, without names, the most frequent first.")

    @classmethod
    def of(cls, counts: ClaimCounts) -> "CountsDocument":
        """Return the counts of claims in this form."""
        return cls(
            holds=counts.holds,
            refuted=counts.refuted,
            unknown=counts.unknown,
            holding=_rounded(counts.holding),
            checked=_rounded(counts.checkable),
            existence=_rounded(counts.existence),
            reasons=dict(counts.reasons.most_common()),
        )


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)


class BaselineSummary(JsonForm):
    """The comparison of the run with a baseline."""

    known: int = Field(description="Findings that are left out because the baseline has them.")
    gone: int = Field(description="Findings of the baseline that no longer exist, of rules that ran.")
    rises: dict[str, int] = Field(description="Rules with more findings than in the baseline, and how many more.")
    is_ratchet: bool = Field(description="Whether only findings of the rules in `rises` fail.")


class Summary(JsonForm):
    """The run in figures. They do not count findings that are suppressed, in the baseline or held back."""

    pages: int = Field(description="Pages that were checked.")
    pages_with_findings: int
    findings: int
    errors: int
    warnings: int
    infos: int
    rules: dict[str, int] = Field(description="The number of findings of each rule that has any.")
    causes: int = Field(description="Different causes of the findings.")
    suppressed: int = Field(description="Findings that a comment on a page or the configuration suppresses.")
    held_back: int = Field(
        default=0, description="Findings that are held back, because something that doclint assumes is probably wrong."
    )
    passing: int = Field(default=0, description="Findings that make no run fail yet, with `--stale-for`.")
    skipped: list[str] = Field(
        description="Rules about all pages together that did not run, because not all pages were checked."
    )
    left_out: dict[str, int] = Field(
        description="The number of pages that are left out by default because they are not documentation, by what they "
        "are."
    )
    lacks_git: bool = Field(
        default=False, description="Whether pages cite files that are gone, and there is no git to compare with."
    )
    baseline: BaselineSummary | None = Field(description="The comparison with the baseline; null if there is none.")
    claims: CountsDocument | None = Field(default=None, description="How many claims hold, with `--claims`.")


class EditDocument(JsonForm):
    """A part of the page to replace with a text; an empty part inserts the text. Places are as in a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class FixDocument(JsonForm):
    """Edits of the page that fix a finding. Make them together or not at all."""

    is_safe: bool = Field(description="Whether `doclint check --fix` makes the edits without `--unsafe-fixes`.")
    edits: list[EditDocument] = Field(description="The edits in the order of the page; no two of them overlap.")


class RelatedDocument(JsonForm):
    """Lines of another file that a finding or a claim follows from."""

    path: str = Field(description="The path of the file from the root, with `/` between folders.")
    line: int | None = Field(description="The first line; null for the file as a whole.")
    end_line: int | None = Field(description="The last line, which is included.")


class SinceDocument(JsonForm):
    """Since when a finding is there."""

    kind: SinceKind = Field(
        description="`changed` if a commit made the claim false, `known` if it showed that the claim is false and "
        "nothing shows that it was ever right, `written` if it was false when it was written, `older` if that is too "
        "long ago, `uncommitted` if no commit has it."
    )
    commit: str = Field(description="The commit, abbreviated; empty without one.")
    date: str = Field(description="The date of its author.")
    subject: str = Field(description="The first line of its message.")
    passes_until: str = Field(
        default="",
        description="The day from which the finding fails, with `--stale-for`; empty if it fails now.",
    )


class FindingDocument(JsonForm):
    """One finding. Lines and columns count from 1, columns in code points. The end is exclusive."""

    rule: str
    family: str
    severity: Severity
    message: str
    message_id: str
    arguments: dict[str, Any] = Field(description="The values in the message, by name.")
    path: str = Field(description="The path of the page from the root, with `/` between folders.")
    line: int
    column: int
    end_line: int
    end_column: int
    section: str = Field(description="The key of the section in the page's format, or the text of the heading above.")
    embedded: str | None = Field(description="The path of the quoted page with the finding; null if it is in none.")
    cause: str = Field(description="Equal for all findings that one change would fix.")
    fingerprint: str = Field(description="Equal for the same defect after the page is regenerated.")
    fixable: Literal["safe", "unsafe"] | None = Field(
        default=None,
        description="Whether `doclint check --fix` can fix the finding: by a safe fix, or with `--unsafe-fixes`.",
    )
    fix: FixDocument | None = Field(
        default=None, description="What fixes the finding; null if nothing does, or if the page can no longer be read."
    )
    related: list[RelatedDocument] = Field(
        default=[], description="Lines of other files that the finding follows from."
    )
    since: SinceDocument | None = Field(
        default=None, description="Since when the finding is there, with `--blame`; null for what no commit can change."
    )
    held_back: bool = Field(
        default=False,
        description="Whether one of the `notices` stands for the finding: it does not count, and it makes no run fail.",
    )


def finding_form(finding: Finding, pages: PageSources, *, held_back: bool = False) -> dict[str, Any]:
    """Return a finding in the form of `FindingDocument`, given the pages of its report.

    It is not an instance, because a report has many findings, and doclint need not validate what it has made itself.
    """
    form = dict(zip(_NAMES, _attributes(finding), strict=True))
    form["arguments"] = from_json(form["arguments"])
    form["fix"] = _fix_form(finding, pages)
    form["related"] = list(map(related_form, finding.related))
    form["since"] = finding.since and finding.since._asdict()
    form["held_back"] = held_back
    return form


def related_form(lines: RelatedLines) -> dict[str, Any]:
    """Return lines in the form of `RelatedDocument`."""
    return {"path": lines.path, "line": lines.start or None, "end_line": lines.end or None}


_SOURCES = {"arguments": "given", "line": "start.line", "column": "start.column"}
_SOURCES |= {"end_line": "end.line", "end_column": "end.column"}
_NAMES = [name for name in FindingDocument.model_fields if name not in ("fix", "related", "since", "held_back")]
_attributes = attrgetter(*(_SOURCES.get(name, name) for name in _NAMES))
_EDIT = list(EditDocument.model_fields)


def _fix_form(finding: Finding, pages: PageSources) -> dict[str, Any] | None:
    """Return the fix of a finding in the form of `FixDocument`; None without one, or if the page no longer fits it."""
    edits = pages.replacements(finding)
    if finding.fix is None or not edits:
        return None
    forms = [dict(zip(_EDIT, (*start, *end, text), strict=True)) for start, end, text in edits]
    return {"is_safe": finding.fix.safe, "edits": forms}


class ReadingDocument(JsonForm):
    """Another way to read claims."""

    what: Literal["root", "prefix", "locale", "suffix", "depth", "name"] = Field(
        description="What is read in another way: the root of links, a prefix that does not count, the locale, the "
        "suffix, the number of `../`; `name` means that the names are in the file that doclint looked up."
    )
    value: str = Field(description="The root, the prefix, the locale and so on; empty for names.")
    findings: int = Field(description="The number of findings that would not exist.")
    targets: int = Field(description="The number of different targets of these.")

    @classmethod
    def of(cls, count: ReadingCount) -> Self:
        """Return the JSON form of a reading."""
        return cls(**count.reading._asdict(), findings=count.findings, targets=count.targets)


class AssumptionDocument(JsonForm):
    """Something that doclint takes for granted about the repository, and the outcomes of the claims that rest on it."""

    kind: AssumptionKind = Field(description="What rests on the assumption.")
    subject: str = Field(description="What is assumed, in short.")
    form: str = Field(description="The form of the claims, such as `/x` for links; empty if all have one form.")
    statement: str = Field(description="What doclint assumes and why.")
    setting: str = Field(description="What to set if that is wrong.")
    holds: int = Field(description="Claims that hold.")
    refuted: int = Field(description="Claims that are wrong if the assumption is right, also suppressed ones.")
    unknown: int = Field(description="Claims that doclint cannot check.")
    readings: list[ReadingDocument] = Field(
        description="Other ways to read the refuted claims by which some would hold: the best one of each sort."
    )
    adopted: ReadingDocument | None = Field(
        default=None,
        description="Another reading that doclint has adopted; null if there is none, or if the brake is off.",
    )

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


class NoticeDocument(JsonForm):
    """An assumption that fails. It holds findings back, or doclint has adopted another reading."""

    assumption: AssumptionDocument = Field(
        description="The assumption with its counts in this run, or in the last one over all pages if this one is not."
    )
    reading: ReadingDocument | None = Field(
        description="The reading by which nearly all of the findings would not exist; null if there is none."
    )
    adopted: bool = Field(description="Whether doclint has adopted the reading: findings that it spares are left out.")
    held_back: int = Field(description="The number of findings that are held back.")
    rules: list[str] = Field(description="The rules of these findings.")
    places: list[Location] = Field(description="Places of some of these findings.")

    @classmethod
    def of(cls, notice: Notice) -> Self:
        """Return the JSON form of a notice."""
        failed = notice.failed
        return cls(
            assumption=AssumptionDocument.of(failed.counts, failed),
            reading=failed.better and ReadingDocument.of(failed.better),
            adopted=failed.adopts,
            held_back=len(notice.held_back),
            rules=notice.rules,
            places=places(notice.held_back) if notice.held_back else [],
        )


class ReportDocument(JsonForm):
    """The report of a run."""

    version: str = Field(description="The version of doclint.")
    root: str
    revision: str = Field(default="", description="The commit that was checked out; empty if git knows none.")
    paths: list[str] = Field(description="The files and folders that were checked, from the root; empty for all pages.")
    rules: list[str] = Field(description="The rules that ran, and the rules of doclint itself.")
    summary: Summary
    causes: list[Cause] = Field(description="The causes of the findings, those with the most findings first.")
    notices: list[NoticeDocument] = Field(
        default=[], description="What doclint assumes of the repository and is probably wrong."
    )
    assumptions: list[AssumptionDocument] = Field(
        default=[], description="What doclint assumes of the repository, with its counts in this run."
    )
    uncompared: list[UncomparedPages] = Field(
        default=[], description="The pages of each format that are compared with no source, although they should be."
    )
    findings: list[FindingDocument] = Field(description="All findings, with those that are held back.")
    shard: ShardDocument | None = Field(
        description="The results of this shard, for `doclint merge`; null if the run was not divided."
    )
