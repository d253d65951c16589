"""Since when findings are there: the commit that made a claim false, found by checking its page at earlier commits.

The page is the one of today, in its place of then, and the rest of the repository is that of a commit, which git
reads: nothing is checked out. A claim that is false at the commit that wrote its line was never right. Otherwise
bisection over the first parents of HEAD finds the commit that made it false, as if it had done so once, or, if it was
never known to be right, the first one at which doclint knows that it is false.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.linter import Linter
from doclint.engine.plan import Plan
from doclint.engine.report.report import Report
from doclint.engine.suppressions import today
from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.markdown.source import Position, printable
from doclint.page.claims import ClaimKind, Outcome
from doclint.repository.disk import Committed
from doclint.repository.git import Blobs, Git, LineOrigin
from doclint.repository.history import Deletion
from doclint.repository.in_memory import Overlay
from doclint.repository.repository import Repository
from doclint.rule.finding import MOST_COMMITS, Finding, Since
from doclint.rule.rule import INPUTS, CorpusRule, Rule

MOST_CHECKS = 2_000
"""How often a run checks a page at a commit."""
MOST_BLOBS = 100_000
"""How many files of commits a run reads, or some more for the last check."""

_LENGTH = expression(r"\s*(?P<number>\d{1,4})\s*(?P<unit>[a-z]?)")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_UNITS = ("d", "w")


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
    limits = f"{MOST_CHECKS:,} checks of pages and {MOST_BLOBS:,} files of earlier commits"
    note = f"--blame stops after {limits}, which leaves {left} without a commit"
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


class _Noted(Struct, frozen=True):
    """What a finding is about, or a claim that holds, and where."""

    rule: str
    claim: ClaimKind | None
    start: Position
    end: Position

    def is_same(self, other: "_Noted") -> bool:
        """Whether another one is about the same: a rule can have another message for it at another commit."""
        if self.claim is None:
            return (self.rule, self.start) == (other.rule, other.start)
        overlaps = self.start == other.start or (self.start < other.end and other.start < self.end)
        return self.claim == other.claim and overlaps


class _Found(Struct, frozen=True):
    """What is found on a page at a commit: what findings are about, and what holds."""

    refuted: Sequence[_Noted]
    holding: Sequence[_Noted]


class _Question(Struct, frozen=True):
    """A finding of today on the page at a path, which was at another one when the line was written."""

    path: str
    written_at: str
    finding: _Noted


class _History:
    """The commits of a repository, and what is found on pages at them."""

    def __init__(self, plan: Plan, git: Git, blobs: Blobs, now: Repository, stale_for: timedelta) -> None:
        self._linter = Linter.of(replace(plan, is_whole=False, has_claims=True)).finding_all
        self._rules = {rule.id: rule for rule in self._linter.selection.rules_of(plan.part)}
        self._git, self._blobs, self._stale_for, self._today = git, blobs, stale_for, today()
        self._now = now
        self._paths = {printable(path): path for path in plan.part}
        self._commits: dict[str, Committed] = {}
        self._found: dict[tuple[str, str], _Found] = {}
        self._lines: dict[str, Mapping[int, LineOrigin]] = {}
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
        origin = self._lines[path].get(finding.start.line)
        if origin is None or not self._head:
            return Since("uncommitted")
        try:
            return self._bisected(_Question(path, origin.path or path, self._noted(finding)), origin.commit)
        except _TooManyChecksError:
            return None

    def _bisected(self, question: "_Question", written: str) -> Since:
        if self._outcome(question, self._head) != "refuted":
            return Since("uncommitted", passes_until=self._passes_until(f"{self._today}"))
        commits = self._mainline(written)
        oldest = self._outcome(question, commits[-1])
        if oldest == "refuted":
            is_cut = commits[-1] != written
            return Since("older") if is_cut else Since("written", *self._subject(written)[:3])
        wrong, right = 0, len(commits) - 1
        while right - wrong > 1:
            middle = (wrong + right) // 2
            outcome = self._outcome(question, commits[middle])
            if outcome == "refuted" or (outcome == "unknown" and oldest == "holds"):
                wrong = middle
            else:
                right = middle
        is_known = self._outcome(question, commits[right]) == "holds"
        commit, written_on, subject, day = self._subject(commits[wrong])
        return Since("changed" if is_known else "known", commit, written_on, subject, self._passes_until(day))

    def _mainline(self, written: str) -> Sequence[str]:
        """Return the commits from HEAD to the one that wrote a line, or as many as are looked at."""
        if written not in self._mainlines:
            commits = self._git.mainline(written, MOST_COMMITS)
            is_cut = len(commits) == MOST_COMMITS or commits[-1] == written
            self._mainlines[written] = commits if is_cut else [*commits, written]
        return self._mainlines[written]

    def _passes_until(self, day: str) -> str:
        """Return the day from which staleness of a day (`2026-03-14`) fails, if that is to come; empty otherwise."""
        try:
            begin = date.fromisoformat(day)
        except ValueError:  # a commit may be of any year
            return ""
        until = min(begin, self._today) + self._stale_for
        return until.isoformat() if until > self._today else ""

    def _outcome(self, question: "_Question", commit: str) -> Outcome:
        """Return what became of the claim of a finding of today at a commit.

        A claim that neither a finding nor its rule mentions could not be checked. Where a rule counts no claims, what
        is not found was right.
        """
        if commit not in self._commits:
            self._commits[commit] = Committed(self._git, commit, self._now.most, self._blobs)
        there = self._commits[commit]
        path = question.path if there.exists(question.path) else question.written_at
        if (path, commit) not in self._found:
            if len(self._found) == MOST_CHECKS or self._blobs.asked >= MOST_BLOBS:
                raise _TooManyChecksError
            self._found[path, commit] = self._check(path, self._now.read(question.path) or b"", there)
        found, finding = self._found[path, commit], question.finding
        if any(map(finding.is_same, found.refuted)):
            return "refuted"
        is_right = finding.claim is None or any(map(finding.is_same, found.holding))
        return "holds" if is_right else "unknown"

    def _check(self, path: str, data: bytes, there: Committed) -> "_Found":
        result = self._linter.text(path, data, _Past(there, self._now, {path: data})).found
        claims = result.claims.claims if result.claims else ()
        holding = [_Noted("", one.kind, one.start, one.end) for one in claims if one.outcome == "holds"]
        return _Found(list(map(self._noted, result.findings)), holding)

    def _noted(self, finding: Finding) -> "_Noted":
        rule = self._rules.get(finding.rule)
        claim = rule.claim_of(finding.message_id) if rule else None
        return _Noted(finding.rule, claim, finding.start, finding.end)

    def _subject(self, commit: str) -> list[str]:
        if commit not in self._subjects:
            self._subjects[commit] = [printable(text) for text in self._git.subject(commit)]
        return self._subjects[commit]


class _TooManyChecksError(Exception):
    """A run has checked as many pages at commits as it may."""
