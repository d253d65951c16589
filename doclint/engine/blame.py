"""Since when findings are there: the commit that made a claim false, found by checking its page at earlier commits.

The page is the one of today, and the rest of the repository is that of a commit, which git reads: nothing is checked
out. A claim that is false at the commit that wrote its line was never right. Otherwise bisection over the first parents
of HEAD finds the commit that made it false, as if it had done so once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from typing import TypeAlias

from doclint.engine.linter import Linter
from doclint.engine.plan import Plan
from doclint.engine.report.report import Report
from doclint.engine.suppressions import today
from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.markdown.source import Position, printable
from doclint.repository.disk import Committed
from doclint.repository.git import Blobs, Git
from doclint.repository.history import Deletion
from doclint.repository.in_memory import Overlay
from doclint.repository.repository import Repository
from doclint.rule.corpus_rule import CorpusRule
from doclint.rule.finding import Finding
from doclint.rule.rule import INPUTS, Rule
from doclint.rule.since import MOST_COMMITS, Since

MOST_CHECKS = 2_000
"""How often a run checks a page at a commit."""

_LENGTH = expression(r"\s*(?P<number>\d{1,4})\s*(?P<unit>[a-z]?)")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_UNITS = ("d", "w")
_Place: TypeAlias = tuple[str, str, Position]


def length(text: str) -> timedelta:
    """Return the length of time that a text gives in days or weeks (`30d`, `4w`).

    Raises ValueError, which says what the text probably means, if it is neither.
    """
    found = _LENGTH.match(text.lower())
    number, unit = (int(found["number"]), found["unit"]) if found else (30, "d")
    if found and unit in _UNITS and text == f"{number}{unit}":
        return timedelta(number * _DAYS[unit])
    meant = f"{number}{unit}" if unit in _UNITS else f"{number * _DAYS.get(unit, 1)}d"
    raise ValueError(f"write a number of days or weeks, such as `{meant}`")


def blamed(plan: Plan, report: Report, stale_for: timedelta | None = None, now: Repository | None = None) -> Report:
    """Return the report of a plan; its findings about sources and files say since when they are there.

    The pages are those of `now`, by default those on the disk.
    Those that were right first pass for the time of `stale_for`, from the day of the commit that made them wrong.

    Raises UsageError if there is no git, or no repository. A run that would take too long says in a note how many of
    them it leaves out.
    """
    git = Git(plan.root)
    with Blobs(git) as blobs:
        history = _History(plan, git, blobs, now or plan.repository(is_compared=False), stale_for or timedelta())
        compared = {rule.id for rule in report.rules if _is_compared(rule)}
        findings, left_out = [], 0
        for finding in report.findings:
            if finding.rule in compared and not finding.embedded:
                since = history.since(finding)
                left_out += since is None
                findings.append(replace(finding, since=since))
            else:
                findings.append(finding)
    left = counted(left_out, "finding")
    note = f"--blame has compared {MOST_CHECKS:,} pages with earlier commits, which leaves {left} without a commit"
    return replace(report, findings=findings, notes=[*report.notes, note] if left_out else report.notes)


def _is_compared(rule: Rule) -> bool:
    """Whether a rule compares a page with other files, so that a commit can change what it finds."""
    needs = rule.needs | rule.consults
    return not isinstance(rule, CorpusRule) and (rule.claims is not None or not needs.isdisjoint(INPUTS))


class _Past(Overlay):
    """The files of a commit with the page of today; what git has deleted is what it has deleted until today."""

    def __init__(self, there: Repository, now: Repository, files: Mapping[str, bytes]) -> None:
        super().__init__(there, files)
        self._now = now
        self.checked_out = now.checked_out

    def deletion(self, path: str) -> Deletion | None:
        return self._now.deletion(path)

    def _at(self, commit: str) -> Repository | None:
        return self._now.at(commit)


class _History:
    """The commits of a repository, and what is found on pages at them."""

    def __init__(self, plan: Plan, git: Git, blobs: Blobs, now: Repository, stale_for: timedelta) -> None:
        self._linter = Linter.of(replace(plan, is_whole=False, has_claims=False))
        self._git, self._blobs, self._stale_for, self._today = git, blobs, stale_for, today()
        self._now = now
        self._paths = {printable(path): path for path in plan.part}
        self._commits: dict[str, Committed] = {}
        self._found: dict[tuple[str, str], frozenset[_Place]] = {}
        self._lines: dict[str, Mapping[int, str]] = {}
        self._mainlines: dict[str, Sequence[str]] = {}
        self._subjects: dict[str, list[str]] = {}

    @cached_property
    def _head(self) -> str:
        return self._git.commit("HEAD")

    def since(self, finding: Finding) -> Since | None:
        """Return since when a finding is there; None if the run has checked too many pages already."""
        path = self._paths[finding.path]
        if path not in self._lines:
            self._lines[path] = self._git.origins(path, self._now.read(path) or b"")
        written = self._lines[path].get(finding.start.line)
        if written is None or not self._head:
            return Since("uncommitted")
        try:
            return self._bisected(path, written, _place_of(finding))
        except _TooManyChecksError:
            return None

    def _bisected(self, path: str, written: str, place: _Place) -> Since:
        if not self._is_there(path, place, self._head):
            return Since("uncommitted", passes_until=self._passes_until(f"{self._today}"))
        if written not in self._mainlines:
            self._mainlines[written] = self._git.mainline(written, MOST_COMMITS)
        commits = self._mainlines[written]
        wrong, right = 0, len(commits) - 1
        if self._is_there(path, place, commits[right]):
            is_cut = len(commits) == MOST_COMMITS and commits[right] != written
            return Since("older") if is_cut else Since("written", *self._subject(written)[:3])
        while right - wrong > 1:
            middle = (wrong + right) // 2
            if self._is_there(path, place, commits[middle]):
                wrong = middle
            else:
                right = middle
        commit, written_on, subject, day = self._subject(commits[wrong])
        return Since("changed", commit, written_on, subject, self._passes_until(day))

    def _passes_until(self, day: str) -> str:
        return _until(day, self._stale_for, self._today)

    def _is_there(self, path: str, place: _Place, commit: str) -> bool:
        """Whether a finding of today is on its page at a commit."""
        if (path, commit) not in self._found:
            if len(self._found) == MOST_CHECKS:
                raise _TooManyChecksError
            self._found[path, commit] = frozenset(map(_place_of, self._check(path, commit)))
        return place in self._found[path, commit]

    def _check(self, path: str, commit: str) -> Sequence[Finding]:
        data = self._now.read(path) or b""
        if commit not in self._commits:
            self._commits[commit] = Committed(self._git, commit, self._now.most, self._blobs)
        past = _Past(self._commits[commit], self._now, {path: data})
        return self._linter.text(path, data, past).findings

    def _subject(self, commit: str) -> list[str]:
        if commit not in self._subjects:
            self._subjects[commit] = [printable(text) for text in self._git.subject(commit)]
        return self._subjects[commit]


class _TooManyChecksError(Exception):
    """A run has checked as many pages at commits as it may."""


def _place_of(finding: Finding) -> _Place:
    return finding.rule, finding.message_id, finding.start


def _until(day: str, stale_for: timedelta, today: date) -> str:
    """Return the day from which staleness of a day (`2026-03-14`) fails, if that is after today; empty otherwise."""
    try:
        begin = date.fromisoformat(day)
    except ValueError:  # a commit may be of any year
        return ""
    until = min(begin, today) + stale_for
    return until.isoformat() if until > today else ""
