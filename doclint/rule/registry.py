"""Rules by id, out of the packages that the entry point group `doclint.rules` names.

An entry point names a package. Each of its modules that has a rule is called like the rule, with underscores; modules
whose name begins with an underscore are helpers. The rules of doclint come in the same way as everyone's.
"""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from types import ModuleType
from typing import Any

from doclint.errors.exceptions import PluginError, UsageError
from doclint.errors.suggestions import did_you_mean
from doclint.rule.finding import ENGINE
from doclint.rule.rule import PROFILES, SEVERITIES, Message, Rule

GROUP = "doclint.rules"
_KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_DECLARED = ("id", "family", "severity", "messages", "examples")
_CHOICES: dict[str, tuple[str, ...]] = {"severity": SEVERITIES, "profile": PROFILES}
_KINDS: dict[str, type] = {"id": str, "family": str, "messages": Mapping, "examples": tuple, "remedy": str}


class Rules(Mapping[str, type[Rule]]):
    """Rules by id, in alphabetical order. Raises PluginError where two have the same id."""

    def __init__(self, rules: Iterable[type[Rule]]) -> None:
        found: dict[str, type[Rule]] = {}
        for rule in rules:
            other = found.setdefault(rule.id, rule)
            if other is not rule:
                raise PluginError(f"Two rules have the id `{rule.id}`: {_home(other)} and {_home(rule)}")
        self._rules = dict(sorted(found.items()))
        for family in self.families():
            if family in found:
                raise PluginError(f"`{family}` is the id of a rule and a family: {_home(found[family])}")
        for rule in self._rules.values():
            if rule.id in PROFILES or rule.family in PROFILES:
                raise PluginError(f"The name of a profile is the id or the family of a rule: {_home(rule)}")

    def __getitem__(self, id_: str) -> type[Rule]:
        return self._rules[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def families(self) -> list[str]:
        """The families of all rules."""
        return sorted({rule.family for rule in self.values()})

    def select(self, names: Iterable[str]) -> list[type[Rule]]:
        """The rules with these ids, in these families or in these profiles. Raises UsageError for an unknown name."""
        wanted: set[str] = set()
        for name in names:
            matching = {id_ for id_, rule in self.items() if name in (id_, rule.family, *_profiles(rule))}
            if not matching and name not in PROFILES:
                if name in ENGINE:
                    raise UsageError(
                        f"`{name}` is told by doclint itself, and is no rule that could be chosen or ignored"
                    )
                known = [*self, *self.families(), *PROFILES]
                raise UsageError(f"No rule or family is called `{name}`{did_you_mean(name, known)}")
            wanted |= matching
        return [rule for id_, rule in self.items() if id_ in wanted]

    def find(self, id_: str) -> type[Rule]:
        """The rule with that id. Raises UsageError, which for a family names its rules."""
        found = self.select([id_])
        if id_ not in self:
            raise UsageError(f"`{id_}` is a family; its rules are {', '.join(rule.id for rule in found)}")
        return self[id_]


@cache
def rules() -> Rules:
    """All rules that are installed. Raises PluginError for a broken one."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return Rules(rule for point in points for rule in _rules_of(point))


def candidates(module: ModuleType) -> Iterator[type[Rule]]:
    """The classes of a module that are meant as rules, unchecked."""
    return (value for value in vars(module).values() if _is_rule_of(value, module))


def _profiles(rule: type[Rule]) -> Sequence[str]:
    """The profiles that a rule is in."""
    return PROFILES[PROFILES.index(rule.profile) :]


def _rules_of(point: EntryPoint) -> Iterator[type[Rule]]:
    where = f"the rules `{point.name}` ({point.value})"
    try:
        package = point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(f"Cannot load {where}: {type(error).__name__}: {error}") from error
    if not isinstance(package, ModuleType):
        raise PluginError(f"{where} should name a package, not a {type(package).__name__}")
    for module in _modules(package, where):
        for rule in candidates(module):
            check(rule)
            yield rule


def _modules(package: ModuleType, where: str) -> Iterator[ModuleType]:
    names = [info.name for info in pkgutil.iter_modules(getattr(package, "__path__", ()))]
    yield package
    for name in sorted(name for name in names if not name.startswith("_")):
        try:
            yield import_module(f"{package.__name__}.{name}")
        except (Exception, SystemExit) as error:
            raise PluginError(f"Cannot load `{name}` of {where}: {type(error).__name__}: {error}") from error


def _is_rule_of(value: Any, module: ModuleType) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, Rule)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
        and not (isabstract(value) and "id" not in vars(value))
    )


def check(rule: type[Rule]) -> None:
    """Raise PluginError unless a rule declares all that a rule has to."""
    absent = [name for name in _DECLARED if not hasattr(rule, name)]
    if absent:
        raise PluginError(f"The rule {_home(rule)} has no `{absent[0]}`")
    if isabstract(rule):
        raise PluginError(f"The rule {_home(rule)} has no `{min(rule.__abstractmethods__)}`")
    _check_values(rule)
    if not (rule.__doc__ or "").strip():
        raise PluginError(f"The rule {_home(rule)} has no docstring, which is its manual")
    if not _KEBAB.fullmatch(rule.id) or rule.id in ENGINE:
        raise PluginError(f"The rule {_home(rule)} has the id `{rule.id}`, which is not in kebab-case or already taken")
    for name, message in rule.messages.items():
        if not isinstance(message, Message):
            raise PluginError(f"The message `{name}` of the rule {_home(rule)} is no Message")


def _check_values(rule: type[Rule]) -> None:
    for name, kind in _KINDS.items():
        if not isinstance(getattr(rule, name), kind):
            raise PluginError(f"The `{name}` of the rule {_home(rule)} is {getattr(rule, name)!r}")
    for name, choices in _CHOICES.items():
        if getattr(rule, name) not in choices:
            raise PluginError(f"The rule {_home(rule)} has the {name} `{getattr(rule, name)}`, not {choices}")


def _home(rule: type[Rule]) -> str:
    return f"{rule.__module__}.{rule.__qualname__}"
