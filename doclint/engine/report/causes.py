"""Causes: findings that one change would fix.

A generator writes ten thousand pages with a handful of bugs. Findings of the same rule and message, in the same section
of the same kind of page and for the same reason, come from one place in its code. They have one cause. Causes with the
same remedy are fixed by the same change.

People write other pages: there the cause of a broken link is what it leads to, a page that was renamed or removed. On
all pages, the cause of a dead citation is the file that is cited, and that of a link to a heading which such a page
lacks is the heading.

Of dead citations, a report also says which files and folders are gone, and which pages are to be written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from posixpath import splitext
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.report.forms import Cause, GoneTarget, Location, PageToWrite
from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding, cause_of
from doclint.rule.message import SEVERITIES, Severity
from doclint.rule.rule import Rule
from doclint.rule.schedule import RuleGroup
from doclint.sites.site import FILE_SUFFIXES

_Item = TypeVar("_Item")

# Families of rules about markup, and what doclint says of itself, which false claims precede.
_MARKUP = frozenset({"encoding", "engine", "formatting", "structure", "style", "suppressions"})
_PLACES = 3  # places to show of a cause
_MANY = 20  # causes of a message on pages of no known format
_DEEPEST = 8  # folders in the name of a cause, if there are many
_LEVEL = expression(r"[^/#]*+[/#]|[^/#]++")  # `docs/`, `guide.md#`, `use`
_DOTTED_NAME = expression(r"\w++(?:\.\w++)++")
_LEVEL_OF_NAME = expression(r"\w++\.?")


def with_few_causes(findings: list[Finding], apart: Collection[str] = ()) -> list[Finding]:
    """Return findings with at most 20 causes for each rule and message on pages of no known format, if possible.

    Where links miss more targets than that, the causes are the pages and the folders of these targets; where names do,
    they are modules. How deep they are depends on all findings of a run. The rules `apart`, given by their ids, have a
    cause for each target.
    """
    reasons: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        if not _has_own_reason(finding) or finding.rule in apart:
            continue
        reasons.setdefault((finding.rule, finding.message_id), set()).add(finding.reason)
    names = {message: _folders(several) for message, several in reasons.items() if len(several) > _MANY}
    if not names:
        return findings
    return [_renamed(finding, names) if _has_own_reason(finding) else finding for finding in findings]


def _has_own_reason(finding: Finding) -> bool:
    """Whether the cause of a finding is its reason, whatever the kind and the section of its page."""
    alone = cause_of(finding.rule, finding.message_id, "", "", finding.reason)
    return bool(finding.reason) and (not finding.kind or finding.cause == alone)


def _folders(reasons: Iterable[str]) -> dict[str, str]:
    """Return the deepest level of each reason at which there are not many of them."""
    levels = {reason: _levels(reason)[:_DEEPEST] for reason in reasons}
    for depth in range(_DEEPEST, 0, -1):
        found = {reason: "".join(parts[:depth]) for reason, parts in levels.items()}
        if len(set(found.values())) <= _MANY:
            break
    return found


def _levels(reason: str) -> list[str]:
    """Return the parts of a reason that is a path, or the name of something in a module.

    >>> _levels("docs/guide.md#use"), _levels("tools.web.Search"), _levels("guide.md")
    (['docs/', 'guide.md#', 'use'], ['tools.', 'web.', 'Search'], ['guide.md'])
    """
    is_name = _DOTTED_NAME.fullmatch(reason) and splitext(reason)[1].lower() not in FILE_SUFFIXES
    return (_LEVEL_OF_NAME if is_name else _LEVEL).findall(reason)


def _renamed(finding: Finding, names: Mapping[tuple[str, str], Mapping[str, str]]) -> Finding:
    """Return a finding with the name of its reason, if the reasons of its message have any."""
    reason = names.get((finding.rule, finding.message_id), {}).get(finding.reason, finding.reason)
    if reason == finding.reason:
        return finding
    cause = cause_of(finding.rule, finding.message_id, "", "", reason)
    return replace(finding, cause=cause, reason=reason)


def by_cause(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Return the findings of each cause, by its id. The findings of a cause keep their order."""
    return by_key((finding.cause, finding) for finding in findings)


def causes(findings: Iterable[Finding]) -> list[Cause]:
    """Return the causes of findings that are sorted by place, those with the most findings first."""
    return list(map(cause, by_weight(findings)))


def by_weight(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return the findings of each cause, those with the most findings first."""
    return sorted(by_cause(findings).values(), key=_weight)


def cause(findings: Sequence[Finding]) -> Cause:
    """Return the cause that some findings, at least one, have in common."""
    first = findings[0] if findings[0].kind else typical(findings, 1)[0]
    kinds, parts = {finding.kind for finding in findings}, {finding.part for finding in findings}
    return Cause(
        id=first.cause,
        rule=first.rule,
        message_id=first.message_id,
        kind=first.kind if len(kinds) == 1 else "",
        section=first.part if len(parts) == 1 else "",
        reason=first.reason,
        severity=min({finding.severity for finding in findings}, key=SEVERITIES.index),
        findings=len(findings),
        pages=len({finding.path for finding in findings}),
        places=places(findings),
        example=first.sentence,
        remedy=first.remedy,
    )


def places(findings: Sequence[Finding]) -> list[Location]:
    """Return the places of up to three findings of a cause, on different pages if possible."""
    return [Location(path=one.path, line=one.start.line, column=one.start.column) for one in typical(findings, _PLACES)]


def typical(findings: Sequence[Finding], most: int) -> list[Finding]:
    """Return up to `most` findings of a cause, which are sorted by place, on different pages if possible.

    On pages of a known format, which are all alike, these are the first ones, sorted by place. Other pages differ, and
    the first one is often a changelog: the middle page by number of findings comes first, then those next to it.
    """
    is_by_hand = not findings[0].kind
    pages: dict[str, list[Finding]] = {}
    for finding in findings:
        pages.setdefault(finding.path, []).append(finding)
        if len(pages) == most and not is_by_hand:
            break
    ranked = _from_the_middle(sorted(pages.values(), key=len)) if is_by_hand else list(pages.values())
    others = (finding for several in ranked for finding in several[1:])
    chosen = list(islice(chain((several[0] for several in ranked), others), most))
    return chosen if is_by_hand else sorted(chosen, key=lambda finding: finding.order)


def _from_the_middle(several: Sequence[_Item]) -> list[_Item]:
    """Return what is in the middle first, then what is next to it, and so on.

    >>> _from_the_middle("abcde")
    ['c', 'b', 'd', 'a', 'e']
    """
    return [several[index] for index in sorted(range(len(several)), key=lambda at: abs(2 * at + 1 - len(several)))]


def _weight(several: Sequence[Finding]) -> tuple[int, int, str]:
    """Return the sort key: most findings first, then most pages. Readers can follow this order better than severity."""
    return -len(several), -len({finding.path for finding in several}), several[0].cause


class RemedyGroup(Struct, frozen=True, dict=True):
    """A change to make, and the findings that it fixes, sorted by place: its `members`.

    `remedy` says what to change; it is empty if the rule of the causes has no remedy.
    """

    remedy: str
    members: Sequence[Finding]

    @cached_property
    def by_weight(self) -> list[list[Finding]]:
        """The findings of each cause, those with the most findings first."""
        return by_weight(self.members)

    @cached_property
    def causes(self) -> list[Cause]:
        """The causes, those with the most findings first."""
        return list(map(cause, self.by_weight))

    @property
    def findings(self) -> int:
        """The number of findings."""
        return len(self.members)

    @property
    def by_page(self) -> Counter[str]:
        """The number of findings on each page with any."""
        return Counter(finding.path for finding in self.members)

    @property
    def pages(self) -> int:
        """The number of pages with any of the findings."""
        return len(self.by_page)

    @property
    def severities(self) -> Counter[Severity]:
        """The number of findings of each severity."""
        return Counter(finding.severity for finding in self.members)

    @property
    def gravest(self) -> list[Finding]:
        """The findings of the highest severity."""
        severity = min(self.severities, key=SEVERITIES.index)
        return [finding for finding in self.members if finding.severity == severity]

    @property
    def example(self) -> Finding:
        """A typical one of the findings of the highest severity."""
        return typical(self.gravest, 1)[0]

    @property
    def rules(self) -> list[str]:
        """The ids of the rules that report the causes, without repetition."""
        return list(dict.fromkeys(several[0].rule for several in self.by_weight))

    @property
    def rank(self) -> tuple[bool, int, bool, int, int, str]:
        """The sort key: failures of doclint come first, then what is gravest. Of that, false claims precede markup, and
        changes with the most findings of this severity come first.
        """
        gravest = self.gravest
        return (
            not gravest[0].is_failure,
            SEVERITIES.index(gravest[0].severity),
            all(finding.family in _MARKUP for finding in self.members),
            -len(gravest),
            -self.findings,
            self.by_weight[0][0].cause,
        )


def by_remedy(findings: Iterable[Finding]) -> list[RemedyGroup]:
    """Return the changes to make, in the order of their `rank`.

    Causes with the same remedy form one group. Causes without a remedy form a group for each rule.
    """
    found = by_key(((finding.remedy, "" if finding.remedy else finding.rule), finding) for finding in findings)
    unsorted = (RemedyGroup(remedy, several) for (remedy, _), several in found.items())
    return sorted(unsorted, key=lambda group: group.rank)


class Gone(Struct, frozen=True):
    """What pages cite and is gone, most cited first, and these pages, those with the most such citations first."""

    targets: list[GoneTarget]
    pages: list[PageToWrite]


def rules_of_targets(rules: Iterable[Rule]) -> set[str]:
    """Return the ids of the rules that have a cause for each target of a page."""
    return {head.id for head in RuleGroup.of(rules).heads if head.gone}


def gone(findings: Iterable[Finding], rules: Iterable[Rule], repository: Repository | None) -> Gone:
    """Return what findings say is gone. Files are joined to the outermost folder that is gone with several of them."""
    messages = {(head.id, message) for head in RuleGroup.of(rules).heads for message in head.gone}
    about = [finding for finding in findings if (finding.rule, finding.message_id) in messages]
    files = by_key((finding.root + finding.reason, finding) for finding in about)
    # Several files of a folder that is gone have one target.
    by_place = by_key((_outermost_gone(file, repository) if repository else file, file) for file in files)
    joined = {f"{place}/" if len(several) > 1 else several[0]: several for place, several in by_place.items()}
    targets = [_target(place, [files[file] for file in several]) for place, several in joined.items()]
    targets.sort(key=lambda one: (-one.pages, -one.findings, one.path))
    stale = [
        PageToWrite(path=path, findings=len(several), files=len({finding.reason for finding in several}))
        for path, several in by_key((one.path, one) for one in about).items()
    ]
    return Gone(targets, sorted(stale, key=lambda one: (-one.findings, one.path)))


def _target(path: str, files: Collection[list[Finding]]) -> GoneTarget:
    days = [str(findings[0].arguments.get("date") or "") for findings in files]
    return GoneTarget(
        path=path,
        since=max(days) if all(days) else "",
        files=len(files),
        findings=sum(map(len, files)),
        pages=len({finding.path for findings in files for finding in findings}),
    )


def _outermost_gone(file: str, repository: Repository) -> str:
    """Return the outermost folder around a file that does not exist; the file itself if all do."""
    end = -1 if file.startswith("../") else file.find("/")
    while end > 0 and (repository.exists(file[:end]) or repository.is_tracked(file[:end])):
        end = file.find("/", end + 1)
    return file[:end] if end > 0 else file
