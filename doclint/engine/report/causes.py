"""Causes: findings that one change of the generator would fix.

A generator writes ten thousand pages with a handful of bugs. Findings of the same rule and message, in the same section
of the same kind of page and for the same reason, come from one place in its code. They have one cause. Causes with the
same remedy are fixed by the same change.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES, Severity

_PLACES = 3  # places to show of a cause


class Location(BaseModel):
    """The place of a finding. Lines and columns count from 1."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    path: str = Field(description="The path of the page from the root, with `/` between folders.")
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Cause(BaseModel):
    """A bug of the generator, with its findings in figures and examples."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(description="The identifier of the cause, as each of its findings has it in `cause`.")
    rule: str
    message_id: str
    kind: str = Field(description="The kind of the pages in their format; empty for pages of no known format.")
    section: str = Field(description="The key of the section in the format; empty if the findings are in none.")
    reason: str = Field(description="What distinguishes causes of the same message; empty if the rule knows only one.")
    severity: Severity = Field(description="The highest severity of its findings.")
    findings: int
    pages: int = Field(description="Pages with any of its findings.")
    places: list[Location] = Field(description="The first places of its findings, on different pages if possible.")
    example: str = Field(description="The message at the first place.")
    remedy: str = Field(description="What to change in the generator; empty if the rule has no remedy.")


def by_cause(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Return the findings of each cause, by its id. The findings of a cause keep their order."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.cause, []).append(finding)
    return found


def causes(findings: Iterable[Finding]) -> list[Cause]:
    """Return the causes of findings that are sorted by place, those with the most findings first."""
    return sorted((cause(several) for several in by_cause(findings).values()), key=_weight)


def cause(findings: Sequence[Finding]) -> Cause:
    """Return the cause that some findings, at least one, have in common."""
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


def places(findings: Sequence[Finding]) -> list[Location]:
    """Return the places of up to three findings, on different pages if possible, sorted by place."""
    first: dict[str, Finding] = {}
    others: list[Finding] = []
    for finding in findings:
        if first.setdefault(finding.path, finding) is not finding and len(others) < _PLACES:
            others.append(finding)
    chosen = [*first.values(), *others][:_PLACES]
    return [
        Location(path=one.path, line=one.start.line, column=one.start.column)
        for one in sorted(chosen, key=lambda finding: finding.order)
    ]


def _weight(one: Cause) -> tuple[int, int, str]:
    """Return the sort key: most findings first, then most pages. Readers can follow this order better than severity."""
    return -one.findings, -one.pages, one.id


class RemedyGroup(NamedTuple):
    """A change of the generator, and the causes that it fixes, those with the most findings first.

    `remedy` says what to change; it is empty if the rule of the causes has no remedy. `findings` is the number of
    findings of all causes, `pages` the number of pages with any of them.
    """

    remedy: str
    causes: Sequence[Cause]
    findings: int
    pages: int

    @property
    def rules(self) -> list[str]:
        """The ids of the rules that report the causes, without repetition."""
        return list(dict.fromkeys(one.rule for one in self.causes))


def by_remedy(findings: Iterable[Finding]) -> list[RemedyGroup]:
    """Return the changes to make in the generator, those that fix the most findings first.

    Causes with the same remedy form one group. Causes without a remedy form a group for each rule.
    """
    found: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.remedy, "" if finding.remedy else finding.rule), []).append(finding)
    unsorted = (
        RemedyGroup(remedy, causes(several), len(several), len({finding.path for finding in several}))
        for (remedy, _), several in found.items()
    )
    return sorted(unsorted, key=lambda group: (-group.findings, -group.pages, group.causes[0].id))
