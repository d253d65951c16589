"""The selection of rules: what tables of settings name, and which rules check which page, with which options and
severities.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, takewhile
from pathlib import Path as FilePath
from posixpath import dirname
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError

from doclint.config import files as settings
from doclint.config.files import Layer, Settings
from doclint.errors.exceptions import ConfigError, UsageError
from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import did_you_mean
from doclint.repository.gitignore import Patterns, checked, configured
from doclint.repository.paths import above
from doclint.rule.finding import LIMITED
from doclint.rule.head import RuleHead, SelectedRule
from doclint.rule.message import Severity
from doclint.rule.registry import Rules
from doclint.rule.rule import INPUTS, PROFILES, Rule
from doclint.rule.schedule import RuleGroup, RuleSchedule

_DEFAULT = "default"


class RuleName(NamedTuple):
    """A name of a rule or a family, and its path in the table."""

    path: Path
    name: str


def rule_names(table: Mapping[str, Any]) -> Iterator[RuleName]:
    """Yield each name of a rule, a family or a profile in a valid table of settings."""
    for key in ("select", "extend-select", "ignore"):
        for index, name in enumerate(table.get(key) or ()):
            yield RuleName((key, index), name)
    for key in ("severity", "rules"):
        for name in table.get(key, ()):
            yield RuleName((key, name), name)
    for index, entry in enumerate(table.get("suppress", ())):
        if entry["rule"] not in LIMITED:
            yield RuleName(("suppress", index, "rule"), entry["rule"])
    for pattern, names in table.get("per-file-ignores", {}).items():
        for index, name in enumerate(names):
            yield RuleName(("per-file-ignores", pattern, index), name)


def name_mistakes(table: Mapping[str, Any], known: Rules) -> Iterator[Mistake]:
    """Yield the names in a valid table of settings that no rule, family or profile has."""
    for path, name in rule_names(table):
        try:
            # Options belong to a rule; all other settings may name a family.
            _ = known.find(name) if path[0] == "rules" else known.select([name])
        except UsageError as error:
            yield Mistake(path, str(error))


def message_mistakes(table: Mapping[str, Any], known: Rules) -> Iterator[Mistake]:
    """Yield the ids of messages in a valid table of settings that their rules do not have."""
    for index, entry in enumerate(table.get("suppress", ())):
        id_ = entry.get("message-id")
        if id_ is None:
            continue
        messages = {one for rule in _meant(entry["rule"], known) for one in known[rule.id].messages}
        if messages and id_ not in messages:
            near = did_you_mean(id_, messages)
            yield Mistake(("suppress", index, "message-id"), f"`{entry['rule']}` has no message `{id_}`{near}")


def place_of(mistake: Mistake) -> str:
    """Return the key that a mistake of this module is in, for messages, which have the name anyway."""
    path = mistake.path if mistake.path[0] == "suppress" else mistake.path[:-1]
    return ".".join(map(str, path))


def _meant(name: str, known: Rules) -> Sequence[RuleHead]:
    """Return the heads of the rules that a name means; none if it does not exist."""
    exists = name in known or name in PROFILES or name in known.families()
    return known.select([name]) if exists else ()


class PageRules(Struct, frozen=True):
    """The rules for a page, with their options.

    `severities` has the severities that replace those of the rules, by id. `known` are all rules that pages can name;
    `is_complete` is False if pages may also name rules that were not loaded.
    """

    rules: RuleSchedule
    severities: Mapping[str, Severity]
    known: Rules
    is_complete: bool = True

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the rules for the page."""
        return self.rules.ids


class Selection:
    """The rules for each page of a root, by the settings of the root and of the folders that contain the page.

    `select` and `ignore` are names from the command line: `select` replaces those of files, `ignore` adds to them.
    `without` names inputs, such as the source: rules that read them are left out, and the inputs are not read. `names`
    has all three. If `root` is None, no configuration file is read. With `is_lenient`, names in configurations that no
    rule has are ignored. Raises UsageError if a name from the command line does not exist, and ConfigError if one in a
    configuration does not.
    """

    def __init__(
        self,
        known: Rules,
        base: Settings,
        root: FilePath | None = None,
        *,
        select: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
        without: Sequence[str] = (),
        is_lenient: bool = False,
    ) -> None:
        self.names = select, ignore, without
        self.without = frozenset(without)
        self.known = known
        self._root = root
        self._is_lenient = is_lenient
        selected = None if select is None else _ids(known.select(select))
        self._ignore = _ids(known.select(ignore)) | _needing(known, without)
        self._settings: dict[str, Settings] = {"": base}
        self._patterns: dict[int, Patterns] = {}
        self._chosen: dict[tuple[int, frozenset[str]], PageRules] = {}
        for layer in base.all_layers:
            self._check(layer)
        more = [name for layer in base.given for name in layer.table.get("extend-select", ())]
        self._select = None if selected is None else selected | self._named(more)

    def at(self, path: str) -> PageRules:
        """Return the rules for the page at a path from the root. Raises ConfigError if a configuration is broken."""
        here = self.settings_of(dirname(path))
        ignored = frozenset(self._ignored_on(path, here))
        # This object keeps its settings alive, so an identity is never used again for others.
        key = id(here), ignored
        if key not in self._chosen:
            self._chosen[key] = self._choose(here, ignored)
        return self._chosen[key]

    def rules_of(self, paths: Iterable[str]) -> RuleGroup:
        """Return the rules for some pages, each rule once; if its options differ, with those for the last page."""
        every = {id(chosen): chosen for chosen in map(self.at, paths)}
        return RuleGroup({one.head.id: one for chosen in every.values() for one in chosen.rules.selected}.values())

    def settings_of(self, folder: str) -> Settings:
        """Return the settings of a folder, given by its path from the root. Raises ConfigError if they are broken."""
        if folder not in self._settings:
            self._load(folder)
        return self._settings[folder]

    def _load(self, folder: str) -> None:
        # A loop from the outermost new folder, because a path may have more folders than Python allows recursive calls.
        for place in reversed(list(takewhile(lambda one: one not in self._settings, above(folder)))):
            outer = self._settings[dirname(place)]
            here = settings.load_below(outer, self._root, place) if self._root else outer
            for layer in here.layers if here is not outer else ():
                self._check(layer)
            self._settings[place] = here

    def _choose(self, here: Settings, ignored: frozenset[str]) -> PageRules:
        config = here.config
        selected = self._select
        if selected is None:
            selected = self._named([*([_DEFAULT] if config.select is None else config.select), *config.extend_select])
        left_out = self._named(config.ignore) | self._ignore | ignored
        rules = [
            SelectedRule(head, partial(with_options, self.known, id_, here))
            for id_, head in self.known.heads.items()
            if id_ in selected and id_ not in left_out
        ]
        for one in rules:
            if one.head.id in here.table.get("rules", ()):
                _ = one.rule  # this reports mistakes in its options at once
        severities = {id_: severity for name, severity in config.severity.items() for id_ in self._named([name])}
        # The name of a rule takes precedence over that of its family.
        severities |= {id_: severity for id_, severity in config.severity.items() if id_ in self.known}
        return PageRules(RuleSchedule(rules), severities, self.known, not self._is_lenient)

    def _ignored_on(self, path: str, here: Settings) -> Iterator[str]:
        ignores = here.config.per_file_ignores
        if not ignores:
            return
        # This object keeps its settings alive, so an identity is never used again for others.
        if id(here) not in self._patterns:
            self._patterns[id(here)] = configured(
                list(ignores), f"{here.where('per-file-ignores')}: `per-file-ignores`"
            )
        names = list(ignores.values())
        for number in self._patterns[id(here)].including(path):
            yield from self._named(names[number])

    def _named(self, names: Iterable[str]) -> set[str]:
        """Return the ids of the rules that the names in a checked configuration mean."""
        several = {*self.known.families(), *PROFILES}
        return _ids(self.known.select(name for name in names if name in self.known or name in several))

    def _check(self, layer: Layer) -> None:
        """Raise ConfigError if a pattern is invalid, or if a name does not exist and all rules are loaded."""
        _ = configured(layer.table.get("exclude", ()), layer.place("exclude"))
        for pattern in layer.table.get("per-file-ignores", {}):
            checked(pattern, f"{layer.where}: a pattern of `per-file-ignores`")
        # A folder that is a root itself may have local rules, which are not loaded here.
        is_lenient = self._is_lenient or (layer.folder and layer.table.get("root"))
        names = () if is_lenient else name_mistakes(layer.table, self.known)
        for mistake in chain(names, message_mistakes(layer.table, self.known)):
            raise ConfigError(f"{layer.place(place_of(mistake))}: {mistake.text}")


def _ids(rules: Iterable[RuleHead]) -> set[str]:
    return {rule.id for rule in rules}


def _needing(known: Rules, names: Sequence[str]) -> set[str]:
    """Return the ids of the rules that read one of the named inputs. Raises UsageError if there is no such input."""
    for name in names:
        if name not in INPUTS:
            near = did_you_mean(name, INPUTS)
            raise UsageError(f"Rules can do without {' or '.join(INPUTS)}, not without `{name}`{near}")
    return {id_ for id_, head in known.heads.items() if not (head.needs | head.consults).isdisjoint(names)}


def with_options(known: Rules, id_: str, here: Settings) -> Rule:
    """Return a rule with its options in some settings. Raises ConfigError if an option or a value does not exist."""
    rule = known[id_]
    options = here.table.get("rules", {}).get(id_, {})
    try:
        return rule(**options)
    except ValidationError as error:
        from doclint.errors.models import table_mistakes

        where = here.where("rules", rule.id)
        mistake = table_mistakes(options, rule.options(), f"rules.{rule.id}")[0]
        raise ConfigError(f"{where}: {mistake.text}") from error
