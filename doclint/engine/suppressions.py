"""Suppressions in the configuration, for pages that lose their comments when they are regenerated."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date, datetime

from msgspec.structs import replace

from doclint.config.files import Settings
from doclint.config.schema import SuppressEntry
from doclint.engine.report.report import Report
from doclint.repository.gitignore import checked
from doclint.rule.finding import Finding
from doclint.rule.message import Argument
from doclint.rule.registry import Rules


def today() -> date:
    """Return the local date."""
    return datetime.now().astimezone().date()


class ConfigSuppressions:
    """The entries of `suppress` in a configuration that apply on a day; an entry applies up to the day it `expires`.

    Raises ConfigError if the path of an entry is not a pattern in the syntax of .gitignore.
    """

    def __init__(self, settings: Settings, day: date) -> None:
        entries = [
            _EntryMatcher(number, SuppressEntry.of(entry), layer.where)
            for layer in settings.all_layers
            for number, entry in enumerate(layer.table.get("suppress", ()))
        ]
        self.expired = [entry for entry in entries if entry.settings.expires and entry.settings.expires < day]
        self.entries = [entry for entry in entries if entry not in self.expired]

    def apply(self, report: Report) -> Report:
        """Return the report without the findings that an entry suppresses. Failures of doclint stay in it."""
        left, held_back = map(self.without_suppressed, (report.findings, report.held_back))
        gone = len(report.findings) + len(report.held_back) - len(left) - len(held_back)
        return replace(report, findings=left, held_back=held_back, suppressed=report.suppressed + gone)

    def without_suppressed(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that no entry suppresses, and the failures of doclint."""
        if not self.entries:
            return list(findings)
        return [
            finding
            for finding in findings
            if finding.is_failure or not any(entry.suppresses(finding) for entry in self.entries)
        ]

    def expirations(self) -> Iterator[str]:
        """Yield a sentence for each entry that has expired."""
        for entry in self.expired:
            yield f"{entry} expired on {entry.settings.expires}; it no longer suppresses anything"

    def unused(
        self,
        known: Rules,
        selected: Collection[str],
        paths: Collection[str],
        rules_on: Callable[[str], Collection[str]],
    ) -> Iterator[str]:
        """Yield a sentence for each entry that suppressed nothing although all its rules ran on all its pages.

        `selected` are the ids of the rules that run by default; `rules_on` returns those that ran on one of the
        `paths`, which are all pages of the project.
        """
        for entry in self.entries:
            meant = {id_ for id_, rule in known.items() if entry.settings.rule in (id_, rule.family)}
            ran = [selected, *(rules_on(path) for path in paths if entry.patterns.matches(path))]
            if not entry.is_used and meant and all(meant <= set(ids) for ids in ran):
                yield f"{entry} suppressed nothing"


class _EntryMatcher:
    """An entry with its pattern, and whether it has suppressed a finding yet."""

    def __init__(self, number: int, settings: SuppressEntry, where: str) -> None:
        self.settings = settings
        self.where = f"`suppress.{number}` of {where}"
        self.patterns = checked(settings.path, f"{where}: `suppress.{number}.path`")
        self.is_used = False

    def __str__(self) -> str:
        return f"{self.where} ({self.settings.rule} in {self.settings.path})"

    def suppresses(self, finding: Finding) -> bool:
        """Whether the entry applies to a finding. If it does, the entry counts as used from then on."""
        settings = self.settings
        found = (
            settings.rule in (finding.rule, finding.family)
            and settings.message_id in (None, finding.message_id)
            and all(name in finding.arguments for name in settings.arguments)
            and all(_text(value) == _text(finding.arguments[name]) for name, value in settings.arguments.items())
            and self.patterns.matches(finding.path)
        )
        self.is_used = self.is_used or found
        return found


def _text(value: Argument | list[str]) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)
