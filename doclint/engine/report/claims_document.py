"""The JSON form of the claims of a run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from doclint import __version__
from doclint.engine.report.claims import Grouping, JudgedClaim, counted_claims, total
from doclint.engine.report.reading import of_table, read_table
from doclint.engine.report.report import Report
from doclint.engine.report.schema import CountsDocument, RelatedDocument
from doclint.errors.exceptions import UsageError
from doclint.errors.settings_table import JsonForm
from doclint.markdown.source import printable
from doclint.page.claims import ClaimKind, Outcome

_WRITER = "doclint claims --output-format json"


class ClaimDocument(JsonForm, frozen=True):
    """A claim on a page; lines and columns are 1-based, and the end is the first character after it."""

    path: str
    claim: ClaimKind
    line: int
    column: int
    end_line: int
    end_column: int
    outcome: Outcome
    because: str
    rule: str
    evidence: RelatedDocument | None

    @classmethod
    def of(cls, claim: JudgedClaim) -> Self:
        """Return the JSON form of a claim."""
        evidence = claim.evidence and RelatedDocument.of(claim.evidence)
        place = (*claim.start, *claim.end)
        return cls(claim.path, claim.kind, *place, claim.outcome, claim.because, claim.rule, evidence)


class ClaimsDocument(JsonForm, frozen=True):
    """The claims of a run."""

    version: str
    root: str
    revision: str
    pages: int
    total: CountsDocument
    by: Grouping
    groups: dict[str, CountsDocument]
    claims: list[ClaimDocument]


def claims_form(report: Report, claims: Sequence[JudgedClaim], by: Grouping) -> ClaimsDocument:
    """Return the claims of a run in their JSON form."""
    return ClaimsDocument(
        version=__version__,
        root=printable(report.root),
        revision=report.revision,
        pages=report.pages,
        total=CountsDocument.of(total(claims)),
        by=by,
        groups={name: CountsDocument.of(counts) for name, counts in counted_claims(claims, by, report.claims).items()},
        claims=list(map(ClaimDocument.of, claims)),
    )


def load(path: Path, by: Grouping) -> ClaimsDocument:
    """Read the claims of another run, which counted by the same.

    Raises UsageError if the file cannot be read or is broken, and says where, or if it counts by something else.
    """
    table = read_table(path, _WRITER)
    if "claims" not in table:
        raise UsageError(f"{path}: `{_WRITER}` did not write this file")
    found = of_table(table, ClaimsDocument, path)
    if found.by != by:
        raise UsageError(f"{path}: this run counts claims by {found.by}; compare it with `--by {found.by}`")
    return found
