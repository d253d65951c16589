"""Exemptions: findings that the configuration suppresses, for pages that are written anew and lose their comments."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime

from doclint.config.files import Settings
from doclint.config.schema import Suppression
from doclint.engine.report.report import Report
from doclint.repository.gitignore import checked
from doclint.rule.finding import Finding
from doclint.rule.registry import Rules
from doclint.rule.rule import Argument


def today() -> date:
    """The day where doclint runs."""
    return datetime.now().astimezone().date()


class ConfigSuppressions:
    """The entries `suppress` of a configuration, as they hold on a day: an entry holds to the end of the one that it
    `expires` on. Raises ConfigError for a path that is no pattern.
    """

    def __init__(self, settings: Settings, day: date) -> None:
        entries = [
            _Entry(number, Suppression.model_validate(entry), layer.where)
            for layer in settings.layers
            for number, entry in enumerate(layer.table.get("suppress", ()))
        ]
        self.expired = [entry for entry in entries if entry.says.expires and entry.says.expires < day]
        self.entries = [entry for entry in entries if entry not in self.expired]

    def apply(self, report: Report) -> Report:
        """The report without the findings that an entry is about; failures of doclint stay."""
        left = self.left(report.findings)
        suppressed = report.suppressed + len(report.findings) - len(left)
        return replace(report, findings=left, suppressed=suppressed)

    def left(self, findings: Iterable[Finding]) -> list[Finding]:
        """The problems that no entry is about, and the failures of doclint."""
        if not self.entries:
            return list(findings)
        return [finding for finding in findings if finding.is_failure or not self._is_exempt(finding)]

    def expirations(self) -> Iterator[str]:
        """What to tell of the entries that hold no more."""
        for entry in self.expired:
            yield f"{entry} expired on {entry.says.expires}; it suppresses nothing any more"

    def idle(
        self,
        known: Rules,
        selected: Collection[str],
        paths: Collection[str],
        rules_on: Callable[[str], Collection[str]],
    ) -> Iterator[str]:
        """What to tell of the entries that suppressed nothing although all that they are about was looked at.

        `selected` are the ids of the rules that run if nothing says otherwise of a page, `rules_on` tells which ran on
        one of the `paths`, which are all pages that there are.
        """
        for entry in self.entries:
            meant = {id_ for id_, rule in known.items() if entry.says.rule in (id_, rule.family)}
            looked = [selected, *(rules_on(path) for path in paths if entry.patterns.match_file(path))]
            if not entry.is_used and meant and all(meant <= set(ids) for ids in looked):
                yield f"{entry} suppressed nothing"

    def _is_exempt(self, finding: Finding) -> bool:
        return any(entry.is_about(finding) for entry in self.entries)


class _Entry:
    """An entry, its pattern, and whether it has suppressed anything yet."""

    def __init__(self, number: int, says: Suppression, where: str) -> None:
        self.says = says
        self.where = f"`suppress.{number}` of {where}"
        self.patterns = checked(says.path, f"{where}: `suppress.{number}.path`")
        self.is_used = False

    def __str__(self) -> str:
        return f"{self.where} ({self.says.rule} in {self.says.path})"

    def is_about(self, finding: Finding) -> bool:
        says = self.says
        found = (
            says.rule in (finding.rule, finding.family)
            and says.message_id in (None, finding.message_id)
            and all(name in finding.arguments for name in says.arguments)
            and all(_text(value) == _text(finding.arguments[name]) for name, value in says.arguments.items())
            and self.patterns.match_file(finding.path)
        )
        self.is_used = self.is_used or found
        return found


def _text(value: Argument | list[str]) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)
