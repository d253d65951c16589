"""Causes: the findings that one change of the generator would mend, together.

A generator writes ten thousand pages with a handful of bugs. Findings of one rule and message, in one section of one
kind of page, for one reason, come from one place in its code; causes that have the same remedy are mended there at
once.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from doclint.rule.finding import Finding
from doclint.rule.rule import SEVERITIES, Severity

_PLACES = 3


class Place(BaseModel):
    """Where a finding is."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    path: str = Field(description="The page, in posix form from the root.")
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Cause(BaseModel):
    """What makes the generator write some findings."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(description="The `cause` of each of its findings.")
    rule: str
    message_id: str
    kind: str = Field(description="The kind of the pages in their format; empty for pages of no known format.")
    section: str = Field(description="The key of the section in the format; empty where there is none.")
    reason: str = Field(description="What tells it from other causes of the same message; mostly empty.")
    severity: Severity = Field(description="The gravest one of its findings.")
    findings: int
    pages: int = Field(description="Pages that have any of its findings.")
    places: list[Place] = Field(description="The first places, on different pages where there are such.")
    example: str = Field(description="The message of the first place.")
    remedy: str = Field(description="What to change in the generator; empty if the rule does not know.")


def by_cause(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """The problems of each cause, in the order they come in."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.cause, []).append(finding)
    return found


def causes(findings: Iterable[Finding]) -> list[Cause]:
    """The causes of some problems, which are sorted by place: those of the most findings first."""
    return sorted((cause(several) for several in by_cause(findings).values()), key=_weight)


def cause(findings: Sequence[Finding]) -> Cause:
    """The cause that some problems have."""
    first = findings[0]
    return Cause(
        id=first.cause,
        rule=first.rule,
        message_id=first.message_id,
        kind=first.kind,
        section=first.part,
        reason=first.reason,
        severity=min((finding.severity for finding in findings), key=SEVERITIES.index),
        findings=len(findings),
        pages=len({finding.path for finding in findings}),
        places=places(findings),
        example=first.sentence,
        remedy=first.remedy,
    )


def places(findings: Sequence[Finding]) -> list[Place]:
    """Three places, those on different pages first."""
    first: dict[str, Finding] = {}
    others: list[Finding] = []
    for finding in findings:
        if first.setdefault(finding.path, finding) is not finding and len(others) < _PLACES:
            others.append(finding)
    chosen = [*first.values(), *others][:_PLACES]
    return [
        Place(path=one.path, line=one.start.line, column=one.start.column)
        for one in sorted(chosen, key=lambda finding: finding.order)
    ]


def _weight(one: Cause) -> tuple[int, int, str]:
    """The number of findings, not their severity, so that the order is plain to see; of equal ones, of pages."""
    return -one.findings, -one.pages, one.id


class RemedyGroup(NamedTuple):
    """A change of the generator, with the causes that it does away with, the heaviest first, and all their findings.

    `pages` are those that have any of them.
    """

    remedy: str
    causes: Sequence[Cause]
    findings: int
    pages: int

    @property
    def rules(self) -> list[str]:
        """The rules that tell of it."""
        return list(dict.fromkeys(one.rule for one in self.causes))


def by_remedy(findings: Iterable[Finding]) -> list[RemedyGroup]:
    """What there is to change in the generator, what mends most first.

    Causes have it in common if their remedies are the same; those that know of none, if they have the same rule.
    """
    found: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.remedy, "" if finding.remedy else finding.rule), []).append(finding)
    unsorted = (
        RemedyGroup(remedy, causes(several), len(several), len({finding.path for finding in several}))
        for (remedy, _), several in found.items()
    )
    return sorted(unsorted, key=lambda group: (-group.findings, -group.pages, group.causes[0].id))
