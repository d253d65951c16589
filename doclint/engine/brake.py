"""The brake: where an assumption of doclint fails far more often than it holds, one notice stands for its findings.

All counts are those of a run over all pages, so that the result does not depend on the order of pages or on workers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from doclint.errors.grouping import by_key
from doclint.page.claims import Assumption, AssumptionKind, Outcome, Reading

if TYPE_CHECKING:
    from doclint.engine.page_rules import PageFindings
    from doclint.rule.finding import Finding

LEAST = 20
"""The number of refuted claims of an assumption below which only a reading that explains all of them is a reason."""
_LEAST_OF_TEMPLATE = 3  # pages that differ from the template of a generator, below which people may have made them
_LEAST_EXPLAINED = 5  # refuted claims, below which a reading may explain all of them by chance
_NEARLY_ALL = 90  # per cent
_LEAST_TARGETS = 2  # different targets of the claims, below which a reading may explain them by chance
_SITE_LINKS = ("links", "root-links", "page-links")  # kinds whose better reading doclint adopts
_ADOPTED = frozenset({"root", "prefix", "locale", "suffix"})


class ReadingCount(Struct, frozen=True):
    """How many findings would not exist if claims were read in another way, and how many targets these have."""

    reading: Reading
    findings: int
    targets: int


class AssumptionCounts(Struct, frozen=True):
    """An assumption, and how many of the claims that rest on it hold, are refuted, or cannot be checked.

    `findings` is the number of refuted claims that are findings: no comment suppresses them, and no other rule reports
    them. `readings` has the reading of each sort by which most of these would hold, the best one first.
    """

    assumption: Assumption
    holds: int
    refuted: int
    unknown: int
    findings: int
    readings: tuple[ReadingCount, ...] = ()

    @property
    def is_nearly_always_refuted(self) -> bool:
        """Whether nearly all claims are refuted."""
        return _is_nearly_all(self.refuted, self.holds + self.refuted)

    def explaining(self, *sorts: str) -> ReadingCount | None:
        """Return the best reading of some sorts by which nearly all of the findings would hold; None without one."""
        best = next((one for one in self.readings if one.reading.what in sorts), None)
        is_enough = best is not None and self._is_enough(best) and _is_nearly_all(best.findings, self.findings)
        return best if is_enough else None

    def _is_enough(self, reading: ReadingCount) -> bool:
        """Whether a reading explains many findings or, of an assumption that nearly always fails, each of a few."""
        explains_all = reading.findings == self.findings and reading.targets >= _LEAST_TARGETS
        is_by_chance = not explains_all or not self.is_nearly_always_refuted
        return reading.findings >= (LEAST if is_by_chance else _LEAST_EXPLAINED)


def _is_nearly_all(part: int, whole: int) -> bool:
    return whole > 0 and 100 * part >= _NEARLY_ALL * whole


class FailedAssumption(Struct, frozen=True):
    """An assumption that fails, and the reading that would explain it, if there is one.

    If doclint `adopts` the reading, the findings that would hold are dropped. In a report over several roots, `root` is
    the same as in the findings.
    """

    counts: AssumptionCounts
    better: ReadingCount | None
    adopts: bool
    root: str = ""

    @property
    def key(self) -> tuple[str, Assumption]:
        """What its findings have in common."""
        return self.root, self.counts.assumption


Assumed: TypeAlias = tuple[AssumptionCounts, FailedAssumption | None]
"""What the last run over all pages counted of an assumption, and how it fails, if it does and the brake is on."""


class Notice(Struct, frozen=True):
    """A failed assumption, and the findings that it holds back, sorted by place."""

    failed: FailedAssumption
    held_back: Sequence["Finding"]

    @property
    def rules(self) -> list[str]:
        """The ids of the rules whose findings are held back, sorted."""
        return sorted({finding.rule for finding in self.held_back})


def _links(counts: AssumptionCounts) -> bool:
    """A wrong depth of all links is a bug of the generator: doclint reads them as they are."""
    if counts.explaining("depth") is not None:
        return False
    return counts.is_nearly_always_refuted or counts.explaining(*_ADOPTED) is not None


def _root_links(counts: AssumptionCounts) -> bool:
    return counts.is_nearly_always_refuted and counts.explaining(*_ADOPTED) is not None


def _names(counts: AssumptionCounts) -> bool:
    return counts.explaining("name") is not None


def _templates(counts: AssumptionCounts) -> bool:
    """Several pages, or many places of one, differ from what the template of a generator lays out."""
    is_enough = counts.refuted >= _LEAST_OF_TEMPLATE or counts.findings >= LEAST
    return is_enough and 10 * counts.refuted >= counts.holds + counts.refuted


_CRITERIA: Mapping[AssumptionKind, Callable[[AssumptionCounts], bool]] = {
    "links": _links,
    "root-links": _root_links,
    "page-links": _root_links,
    "relative-links": lambda counts: _links(counts) and counts.explaining(*_ADOPTED) is not None,
    "names": _names,
    "results": lambda counts: counts.is_nearly_always_refuted,
    "sections": lambda counts: counts.findings >= LEAST and counts.is_nearly_always_refuted,
    "templates": _templates,
    "exports": lambda counts: counts.holds == 0,
    "references": _names,
}
"""When an assumption of each kind fails. A trial on 99 repositories found what separates misreadings from the bugs of
generators, which are just as uniform; the share of refuted claims alone does not.
"""


def failure_of(counts: AssumptionCounts) -> FailedAssumption | None:
    """Return how an assumption fails; None if it does not."""
    kind = counts.assumption.kind
    better = counts.explaining("name") if kind in ("names", "references") else counts.explaining(*_ADOPTED)
    is_counted = kind in ("sections", "templates")  # by pages
    if (counts.refuted < LEAST and better is None and not is_counted) or not _CRITERIA[kind](counts):
        return None
    adopts = kind in _SITE_LINKS and better is not None and better.targets >= _LEAST_TARGETS
    return FailedAssumption(counts, better, adopts)


class Brake(Struct, frozen=True):
    """The assumptions that fail in a run."""

    failed: Sequence[FailedAssumption] = ()

    @classmethod
    def of(cls, counts: Iterable[AssumptionCounts]) -> "Brake":
        """Return the brake for the counts of a run over all pages."""
        return cls([failed for failed in map(failure_of, counts) if failed])

    def divided(self, findings: list["Finding"]) -> tuple[list["Finding"], list["Finding"]]:
        """Return which findings doclint reports, and which it holds back; those that an adopted reading spares are
        neither.
        """
        if not self.failed:
            return findings, []
        by_assumption = {one.counts.assumption: one for one in self.failed}
        reported, held_back = [], []
        for finding in findings:
            failed = by_assumption.get(finding.rests_on) if finding.rests_on else None
            spares = failed and failed.better and failed.better.reading in finding.would_hold
            if failed is None or (failed.adopts and not spares):
                reported.append(finding)
            elif not failed.adopts:
                held_back.append(finding)
        return reported, held_back

    def about(self, findings: Iterable["Finding"]) -> list[FailedAssumption]:
        """Return the failed assumptions that some findings rest on."""
        concerned = {finding.rests_on for finding in findings if finding.rests_on}
        return [failed for failed in self.failed if failed.counts.assumption in concerned]


NO_BRAKE = Brake()
"""The brake of a run that reports every finding."""


def notices_of(failed: Iterable[FailedAssumption], held_back: Iterable["Finding"]) -> list[Notice]:
    """Return the notices of failed assumptions whose reading is adopted, or that hold back some of the findings."""
    findings = by_key(((finding.root, finding.rests_on), finding) for finding in held_back)
    return [Notice(one, findings.get(one.key, ())) for one in failed if one.adopts or one.key in findings]


class _Tally:
    """Counts the findings that rest on one assumption."""

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.findings = 0
        self._findings_by: Counter[Reading] = Counter()
        self._targets_by: dict[Reading, set[tuple[str, ...]]] = {}

    def add(self, finding: "Finding") -> None:
        self.findings += 1
        # Names count together, because each is another one.
        for reading in {Reading("name", "") if one.what == "name" else one for one in finding.would_hold}:
            self._findings_by[reading] += 1
            self._targets_by.setdefault(reading, set()).add(finding.key)

    @cached_property
    def readings(self) -> tuple[ReadingCount, ...]:
        best: dict[str, ReadingCount] = {}
        for reading, number in sorted(self._findings_by.items(), key=lambda item: (-item[1], item[0])):
            best.setdefault(reading.what, ReadingCount(reading, number, len(self._targets_by[reading])))
        return tuple(best.values())


def counts_of(several: Iterable["PageFindings"]) -> list[AssumptionCounts]:
    """Return the counts of each assumption on some pages, those with the most refuted claims first."""
    tallies: dict[Assumption, _Tally] = {}
    for found in several:
        for assumption, outcome, number in found.outcomes:
            tallies.setdefault(assumption, _Tally()).outcomes[outcome] += number
        for finding in found.findings:
            if finding.rests_on is not None:
                tallies.setdefault(finding.rests_on, _Tally()).add(finding)
    counts = [
        AssumptionCounts(
            assumption,
            tally.outcomes["holds"],
            tally.outcomes["refuted"],
            tally.outcomes["unknown"],
            tally.findings,
            tally.readings,
        )
        for assumption, tally in tallies.items()
    ]
    return sorted(counts, key=lambda one: (-one.refuted, one.assumption))
