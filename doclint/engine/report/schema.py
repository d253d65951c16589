"""The JSON form of a report."""

from operator import attrgetter
from typing import Annotated, Any, Literal, Self

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
    unknown: Annotated[int, "The claims that doclint cannot check."]
    holding: Annotated[float | None, "The share of the checked claims that hold; null if none is checked."]
    checked: Annotated[float | None, "The share of the claims that are checked; null without claims."]
    existence: Annotated[
        float | None, "The share of the checked names (files, symbols, members ...) that exist; null without names."
    ]
    reasons: Annotated[dict[str, int], "Why claims cannot be checked, without names, the most frequent first."]

    @classmethod
    def of(cls, counts: ClaimCounts) -> "CountsDocument":
        """Return the counts of claims in this form."""
        holding, checked, existence = map(_rounded, (counts.holding, counts.checkable, counts.existence))
        reasons = dict(counts.reasons.most_common())
        return cls(counts.holds, counts.refuted, counts.unknown, holding, checked, existence, reasons)


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)


class BaselineSummary(JsonForm, frozen=True):
    """The comparison of the run with a baseline."""

    known: Annotated[int, "Findings that are left out because the baseline has them."]
    gone: Annotated[int, "Findings of the baseline that no longer exist, of rules that ran."]
    rises: Annotated[dict[str, int], "Rules with more findings than in the baseline, and how many more."]
    is_ratchet: Annotated[bool, "Whether only findings of the rules in `rises` fail."]


class Summary(JsonForm, frozen=True, kw_only=True):
    """The run in figures. They do not count findings that are suppressed, in the baseline or held back."""

    pages: Annotated[int, "Pages that were checked."]
    pages_with_findings: int
    findings: int
    errors: int
    warnings: int
    infos: int
    rules: Annotated[dict[str, int], "The number of findings of each rule that has any."]
    causes: Annotated[int, "Different causes of the findings."]
    suppressed: Annotated[int, "Findings that a comment on a page or the configuration suppresses."]
    held_back: Annotated[
        int, "Findings that are held back, because something that doclint assumes is probably wrong."
    ] = 0
    passing: Annotated[int, "Findings that make no run fail yet, with `--stale-for`."] = 0
    skipped: Annotated[
        list[str], "Rules about all pages together that did not run, because not all pages were checked."
    ]
    left_out: Annotated[
        dict[str, int],
        "The number of pages that are left out by default because they are not documentation, by what they are.",
    ]
    lacks_git: Annotated[bool, "Whether pages cite files that are gone, and there is no git to compare with."] = False
    baseline: Annotated[BaselineSummary | None, "The comparison with the baseline; null if there is none."]
    claims: Annotated[CountsDocument | None, "How many claims hold, with `--claims`."] = None


class EditDocument(JsonForm, frozen=True):
    """A part of the page to replace with a text; an empty part inserts the text. Places are as in a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class FixDocument(JsonForm, frozen=True):
    """Edits of the page that fix a finding. Make them together or not at all."""

    is_safe: Annotated[bool, "Whether `doclint check --fix` makes the edits without `--unsafe-fixes`."]
    edits: Annotated[list[EditDocument], "The edits in the order of the page; no two of them overlap."]

    @classmethod
    def of(cls, fix: Fix) -> Self | None:
        """Return the JSON form of a fix; None for one without edits."""
        edits = [EditDocument(*place, text) for (_, text), place in fix.placed]
        return cls(fix.safe, edits) if edits else None


class RelatedDocument(JsonForm, frozen=True):
    """Lines of another file that a finding or a claim follows from."""

    path: Annotated[str, "The path of the file from the root, with `/` between folders."]
    line: Annotated[int | None, "The first line; null for the file as a whole."]
    end_line: Annotated[int | None, "The last line, which is included."]

    @classmethod
    def of(cls, lines: RelatedLines) -> Self:
        """Return the JSON form of lines."""
        return cls(lines.path, lines.start or None, lines.end or None)


class SinceDocument(JsonForm, frozen=True):
    """Since when a finding is there."""

    kind: Annotated[
        SinceKind,
        "`changed` if a commit made the claim false, `known` if it showed that the claim is false and "
        "nothing shows that it was ever right, `written` if it was false when it was written, `older` if that is too "
        "long ago, `uncommitted` if no commit has it.",
    ]
    commit: Annotated[str, "The commit, abbreviated; empty without one."]
    date: Annotated[str, "The date of its author."]
    subject: Annotated[str, "The first line of its message."]
    passes_until: Annotated[str, "The day from which the finding fails, with `--stale-for`; empty if it fails now."] = (
        ""
    )


class FindingDocument(JsonForm, frozen=True):
    """One finding. Lines and columns count from 1, columns in code points. The end is exclusive."""

    rule: str
    family: str
    severity: Severity
    message: str
    message_id: str
    arguments: Annotated[dict[str, Any], "The values in the message, by name."]
    path: Annotated[str, "The path of the page from the root, with `/` between folders."]
    line: int
    column: int
    end_line: int
    end_column: int
    section: Annotated[str, "The key of the section in the page's format, or the text of the heading above."]
    embedded: Annotated[str | None, "The path of the quoted page with the finding; null if it is in none."]
    cause: Annotated[str, "Equal for all findings that one change would fix."]
    fingerprint: Annotated[str, "Equal for the same defect after the page is regenerated."]
    fixable: Annotated[
        Literal["safe", "unsafe"] | None,
        "Whether `doclint check --fix` can fix the finding: by a safe fix, or with `--unsafe-fixes`.",
    ] = None
    fix: Annotated[FixDocument | None, "What fixes the finding; null if nothing does."] = None
    related: Annotated[list[RelatedDocument], "Lines of other files that the finding follows from."] = []
    since: Annotated[
        SinceDocument | None, "Since when the finding is there, with `--blame`; null for what no commit can change."
    ] = None
    held_back: Annotated[
        bool, "Whether one of the `notices` stands for the finding: it does not count, and it makes no run fail."
    ] = False

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

    what: Annotated[
        Literal["root", "prefix", "locale", "suffix", "depth", "name"],
        "What is read in another way: the root of links, a prefix that does not count, the locale, the "
        "suffix, the number of `../`; `name` means that the names are in the file that doclint looked up.",
    ]
    value: Annotated[str, "The root, the prefix, the locale and so on; empty for names."]
    findings: Annotated[int, "The number of findings that would not exist."]
    targets: Annotated[int, "The number of different targets of these."]

    @classmethod
    def of(cls, count: ReadingCount) -> Self:
        """Return the JSON form of a reading."""
        return cls(**count.reading._asdict(), findings=count.findings, targets=count.targets)


class AssumptionDocument(JsonForm, frozen=True):
    """Something that doclint takes for granted about the repository, and the outcomes of the claims that rest on it."""

    kind: Annotated[AssumptionKind, "What rests on the assumption."]
    subject: Annotated[str, "What is assumed, in short."]
    form: Annotated[str, "The form of the claims, such as `/x` for links; empty if all have one form."]
    statement: Annotated[str, "What doclint assumes and why."]
    setting: Annotated[str, "What to set if that is wrong."]
    holds: Annotated[int, "Claims that hold."]
    refuted: Annotated[int, "Claims that are wrong if the assumption is right, also suppressed ones."]
    unknown: Annotated[int, "Claims that doclint cannot check."]
    readings: Annotated[
        list[ReadingDocument],
        "Other ways to read the refuted claims by which some would hold: the best one of each sort.",
    ]
    adopted: Annotated[
        ReadingDocument | None,
        "Another reading that doclint has adopted; null if there is none, or if the brake is off.",
    ] = None

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

    assumption: Annotated[
        AssumptionDocument,
        "The assumption with its counts in this run, or in the last one over all pages if this one is not.",
    ]
    reading: Annotated[
        ReadingDocument | None,
        "The reading by which nearly all of the findings would not exist; null if there is none.",
    ]
    adopted: Annotated[bool, "Whether doclint has adopted the reading: findings that it spares are left out."]
    held_back: Annotated[int, "The number of findings that are held back."]
    rules: Annotated[list[str], "The rules of these findings."]
    places: Annotated[list[Location], "Places of some of these findings."]

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

    version: Annotated[str, "The version of doclint."]
    root: str
    revision: Annotated[str, "The commit that was checked out; empty if git knows none."] = ""
    paths: Annotated[list[str], "The files and folders that were checked, from the root; empty for all pages."]
    rules: Annotated[list[str], "The rules that ran, and the rules of doclint itself."]
    summary: Summary
    causes: Annotated[list[Cause], "The causes of the findings, those with the most findings first."]
    notices: Annotated[list[NoticeDocument], "What doclint assumes of the repository and is probably wrong."] = []
    assumptions: Annotated[
        list[AssumptionDocument], "What doclint assumes of the repository, with its counts in this run."
    ] = []
    uncompared: Annotated[
        list[UncomparedPages], "The pages of each format that are compared with no source, although they should be."
    ] = []
    findings: Annotated[list[FindingDocument], "All findings, with those that are held back."]
    shard: Annotated[
        ShardDocument | None, "The results of this shard, for `doclint merge`; null if the run was not divided."
    ]
