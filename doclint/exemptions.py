"""Exemptions: findings that the configuration suppresses, for pages that are written anew and lose their comments."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from doclint.config import Suppression
from doclint.errors import ConfigError
from doclint.globs import spec
from doclint.problem import Problem
from doclint.registry import Rules
from doclint.report import Report
from doclint.rule import Argument, Rule
from doclint.settings import Settings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


def today() -> date:
    """The day where doclint runs."""
    return datetime.now().astimezone().date()


class Exemptions:
    """The entries `suppress` of a configuration, as they hold on a day: an entry holds to the end of the one that it
    `expires` on. Raises ConfigError for a path that is no pattern.
    """

    def __init__(self, settings: Settings, day: date) -> None:
        where = settings.where("suppress")
        entries = [_Entry(number, entry, where) for number, entry in enumerate(settings.config.suppress)]
        self.expired = [entry for entry in entries if entry.says.expires and entry.says.expires < day]
        self.entries = [entry for entry in entries if entry not in self.expired]

    def apply(self, report: Report) -> Report:
        """The report without the findings that an entry is about; failures of doclint stay."""
        left = self.left(report.problems)
        suppressed = report.suppressed + len(report.problems) - len(left)
        return replace(report, problems=left, suppressed=suppressed)

    def left(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems that no entry is about, and the failures of doclint."""
        return [problem for problem in problems if problem.is_failure or not self._is_exempt(problem)]

    def notes(self, known: Rules, ran: Sequence[Rule], *, is_whole: bool, has_failed: bool) -> Iterator[str]:
        """What to tell whoever keeps the entries: which ones expired, and which ones suppressed nothing.

        That can be said only after a run over all pages below the root in which nothing failed, of entries all of whose
        rules ran.
        """
        for entry in self.expired:
            yield f"{entry} expired on {entry.says.expires}; it suppresses nothing any more"
        ids = {rule.id for rule in ran}
        for entry in self.entries if is_whole and not has_failed else ():
            if not entry.is_used and {rule.id for rule in known.select([entry.says.rule])} <= ids:
                yield f"{entry} suppressed nothing"

    def _is_exempt(self, problem: Problem) -> bool:
        return any(entry.is_about(problem) for entry in self.entries)


class _Entry:
    """An entry, its pattern, and whether it has suppressed anything yet."""

    def __init__(self, number: int, says: Suppression, where: str) -> None:
        self.says = says
        self.where = f"`suppress.{number}` of {where}"
        self.patterns = _spec(says.path, f"{where}: `suppress.{number}.path`")
        self.is_used = False

    def __str__(self) -> str:
        return f"{self.where} ({self.says.rule} in {self.says.path})"

    def is_about(self, problem: Problem) -> bool:
        says = self.says
        found = (
            says.rule in (problem.rule, problem.family)
            and says.message_id in (None, problem.message_id)
            and all(name in problem.arguments for name in says.arguments)
            and all(_text(value) == _text(problem.arguments[name]) for name, value in says.arguments.items())
            and self.patterns.match_file(problem.path)
        )
        self.is_used = self.is_used or found
        return found


def _text(value: Argument | list[str]) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)


def _spec(pattern: str, place: str) -> "GitIgnoreSpec":
    try:
        patterns = spec([pattern])
    except ValueError as error:
        raise ConfigError(f"{place} is {pattern!r}, which is no pattern in the syntax of .gitignore") from error
    if not any(one.include for one in patterns.patterns):
        raise ConfigError(f"{place} is {pattern!r}, which matches no page")
    return patterns
