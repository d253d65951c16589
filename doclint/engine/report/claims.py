"""The claims of a run: how many hold, how many findings refute, and how many doclint cannot check, and why."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from posixpath import dirname
from typing import Literal, TypeAlias

from msgspec import Struct, field

from doclint.errors.expressions import expression
from doclint.markdown.source import Position
from doclint.page.claims import ClaimKind, Outcome, PageClaims, RelatedLines
from doclint.rule.finding import Finding
from doclint.rule.rule import Rule

Grouping: TypeAlias = Literal["claim", "page", "folder", "kind", "format"]
"""What to count claims by: what they are about, or where they are."""

HELD_BACK = "rests on something that doclint assumes and that fails on this repository"
NAMES: frozenset[ClaimKind] = frozenset({"attribute", "citation", "import", "member", "parameter", "path", "symbol"})
"""The claims that name something."""
_ORDER: Mapping[Outcome, int] = {"refuted": 2, "holds": 1, "unknown": 0}
_CODE = expression(r"`[^`]*+`")


class JudgedClaim(Struct, frozen=True):
    """A claim on a page, and what its comparison came to; `rule` is the one that refutes it, and `evidence` the lines
    that it follows from, if they are known.
    """

    path: str
    kind: ClaimKind
    start: Position
    end: Position
    outcome: Outcome
    because: str = ""
    rule: str = ""
    evidence: RelatedLines | None = None


class ClaimCounts(Struct):
    """How many claims hold, are refuted, or cannot be checked; `reasons` says of these why, without names.

    `names` is the number of checked claims that name something, and `existing` that of those that hold.
    """

    holds: int = 0
    refuted: int = 0
    unknown: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    names: int = 0
    existing: int = 0

    def add(self, claim: JudgedClaim) -> None:
        """Count a claim."""
        setattr(self, claim.outcome, getattr(self, claim.outcome) + 1)
        if claim.outcome == "unknown":
            self.reasons[_CODE.sub("`…`", claim.because)] += 1
        elif claim.kind in NAMES:
            self.names += 1
            self.existing += claim.outcome == "holds"

    @property
    def checked(self) -> int:
        """The number of claims that hold or are refuted."""
        return self.holds + self.refuted

    @property
    def all(self) -> int:
        """The number of claims."""
        return self.checked + self.unknown

    @property
    def holding(self) -> float | None:
        """The share of the checked claims that hold; None if none is checked."""
        return self.holds / self.checked if self.checked else None

    @property
    def existence(self) -> float | None:
        """The share of the checked names that exist (DocAgent, arXiv 2504.08725); None if none is checked."""
        return self.existing / self.names if self.names else None

    @property
    def checkable(self) -> float | None:
        """The share of the claims that are checked; None without claims."""
        return self.checked / self.all if self.all else None


def judged_claims(
    pages: Iterable[PageClaims], findings: Iterable[Finding], held_back: Iterable[Finding], rules: Iterable[Rule]
) -> list[JudgedClaim]:
    """Return the claims of pages, and those that findings refute or would refute if they were not held back, by place.

    Several rules may have compared the same claim: it counts once, as refuted if one of them refutes it. A claim whose
    finding a comment or the configuration suppresses does not count.
    """
    found: dict[tuple[object, ...], JudgedClaim] = {}
    rule_of = {rule.id: rule for rule in rules}
    refuted = _of_findings(findings, rule_of, "refuted")
    unknown = _of_findings(held_back, rule_of, "unknown", HELD_BACK)
    for claim in (*_compared(pages), *refuted, *unknown):
        key = claim.path, claim.kind, claim.start, claim.end
        if key not in found or _ORDER[claim.outcome] > _ORDER[found[key].outcome]:
            found[key] = claim
    return sorted(found.values(), key=lambda claim: (claim.path, claim.start, claim.end, claim.kind))


def _compared(pages: Iterable[PageClaims]) -> Iterator[JudgedClaim]:
    for page in pages:
        for kind, start, end, outcome, because, evidence in page.claims:
            yield JudgedClaim(page.path, kind, start, end, outcome, because, "", evidence)


def _of_findings(
    findings: Iterable[Finding], rules: Mapping[str, Rule], outcome: Outcome, because: str = ""
) -> Iterator[JudgedClaim]:
    for one in findings:
        rule = rules.get(one.rule)
        kind = rule and rule.claim_of(one.message_id)
        if kind:
            evidence = next(iter(one.related), None)
            yield JudgedClaim(one.path, kind, one.start, one.end, outcome, because, one.rule, evidence)


def counted_claims(
    claims: Iterable[JudgedClaim], by: Grouping, several: Iterable[PageClaims] = ()
) -> dict[str, ClaimCounts]:
    """Return the counts of claims by the name of their group, sorted by name; `several` are their pages."""
    pages = {page.path: page for page in several}
    names: Mapping[Grouping, Callable[[JudgedClaim], str]] = {
        "claim": lambda claim: claim.kind,
        "page": lambda claim: claim.path,
        "folder": lambda claim: f"{dirname(claim.path)}/".lstrip("/") or "./",
        "kind": lambda claim: pages[claim.path].kind if claim.path in pages else "",
        "format": lambda claim: pages[claim.path].format if claim.path in pages else "",
    }
    name_of, found = names[by], dict[str, ClaimCounts]()
    for claim in claims:
        found.setdefault(name_of(claim) or "(none)", ClaimCounts()).add(claim)
    return dict(sorted(found.items()))


def worst_first(groups: Mapping[str, ClaimCounts]) -> list[tuple[str, ClaimCounts]]:
    """Return groups with their counts, those with the most refuted claims first."""
    return sorted(groups.items(), key=lambda one: (-one[1].refuted, -one[1].unknown, one[0]))


def total(claims: Iterable[JudgedClaim]) -> ClaimCounts:
    """Return the counts of all of some claims."""
    counts = ClaimCounts()
    for claim in claims:
        counts.add(claim)
    return counts
