"""Installed rules by id, from the packages in the entry point group `doclint.rules`.

An entry point names a package. A module with a rule has the name of the rule, with underscores; modules whose names
begin with an underscore are helpers. The built-in rules are registered in the same way. If a package has the heads of
its rules, a module is loaded when its rule is asked for.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from inspect import isabstract
from pkgutil import get_data
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, json

from doclint.errors.exceptions import PluginError, UsageError
from doclint.errors.expressions import expression
from doclint.errors.plugins import OwnPackage, entry_points
from doclint.errors.wording import did_you_mean
from doclint.rule.finding import ENGINE
from doclint.rule.head import FILE, RuleHead
from doclint.rule.message import SEVERITIES, Message
from doclint.rule.rule import HAS_DOCSTRINGS, PROFILES, Rule

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "doclint.rules"
_KEBAB = expression(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_DECLARED = ("id", "family", "severity", "messages", "examples")
_CHOICES: dict[str, tuple[str, ...]] = {"severity": SEVERITIES, "profile": PROFILES}
_TYPES: dict[str, type] = {
    "id": str,
    "family": str,
    "messages": Mapping,
    "examples": tuple,
    "remedy": str,
    "reads": AbstractSet,
}


class Rules(Mapping[str, type[Rule]]):
    """Rules by id, in alphabetical order, and their `heads`. What is given as a head is loaded when it is asked for.

    Raises PluginError if two rules have the same id, or if an id, a family and a profile have the same name.
    """

    def __init__(self, rules: Iterable[type[Rule] | RuleHead]) -> None:
        found: dict[str, type[Rule] | RuleHead] = {}
        for rule in rules:
            other = found.setdefault(rule.id, rule)
            if other is not rule and not (RuleHead in (type(other), type(rule)) and _head(other) == _head(rule)):
                raise PluginError(f"Two rules have the id `{rule.id}`: {_head(other).home} and {_head(rule).home}")
        self._rules = dict(sorted(found.items()))
        self.heads = {id_: _head(rule) for id_, rule in self._rules.items()}
        for family in self.families():
            if family in found:
                raise PluginError(f"`{family}` is the id of the rule {self.heads[family].home}, and also a family")
        for head in self.heads.values():
            if head.id in PROFILES or head.family in PROFILES:
                raise PluginError(f"The id or the family of the rule {head.home} is the name of a profile")

    def __getitem__(self, id_: str) -> type[Rule]:
        rule = self._rules[id_]
        if isinstance(rule, RuleHead):
            rule = self._rules[id_] = rule.load()
        return rule

    def __contains__(self, id_: object) -> bool:
        return id_ in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def families(self) -> list[str]:
        """Return the families of all rules, sorted."""
        return sorted({head.family for head in self.heads.values()})

    def added(self, rules: Iterable[type[Rule]]) -> "Rules":
        """Return these rules and others. Raises PluginError as the class does."""
        return Rules([*self._rules.values(), *rules])

    def select(self, names: Iterable[str]) -> list[RuleHead]:
        """Return the heads of the rules with these ids, in these families or in these profiles.

        Raises UsageError if a name is unknown.
        """
        wanted: set[str] = set()
        for name in names:
            matching = self._ids_by_name.get(name, set())
            if not matching and name not in PROFILES:
                if name in ENGINE:
                    raise UsageError(f"`{name}` is not a rule: doclint itself reports it, and you cannot ignore it")
                known = [*self, *self.families(), *PROFILES]
                near = did_you_mean(name, known) or "; `doclint rules` lists them"
                raise UsageError(f"No rule or family is called `{name}`{near}")
            wanted |= matching
        return [head for id_, head in self.heads.items() if id_ in wanted]

    @cached_property
    def _ids_by_name(self) -> dict[str, set[str]]:
        """The ids of the rules that each name of a rule, a family or a profile means."""
        found: dict[str, set[str]] = {}
        for id_, head in self.heads.items():
            # A profile has the rules of smaller ones, too.
            for name in (id_, head.family, *PROFILES[PROFILES.index(head.profile) :]):
                found.setdefault(name, set()).add(id_)
        return found

    def find(self, id_: str) -> type[Rule]:
        """Return the rule with an id.

        Raises UsageError if there is none; for a family, the message lists its rules.
        """
        found = self.select([id_])
        if id_ not in self:
            raise UsageError(f"`{id_}` is a family, not a rule; its rules are {', '.join(rule.id for rule in found)}")
        return self[id_]


@cache
def rules() -> Rules:
    """Return all installed rules.

    Raises PluginError if one of them is broken.
    """
    return Rules(rule for point in entry_points(group=GROUP, own="doclint_rules") for rule in _rules_of(point))


def candidates(module: ModuleType) -> Iterator[type[Rule]]:
    """Yield the classes of a module that look like rules; `check` says whether they are."""
    return (value for value in vars(module).values() if _is_rule_of(value, module))


def _head(rule: type[Rule] | RuleHead) -> RuleHead:
    return rule if isinstance(rule, RuleHead) else RuleHead.of(rule)


def _rules_of(point: "EntryPoint | OwnPackage") -> Iterator[type[Rule] | RuleHead]:
    where = f"the rules `{point.name}` ({point.value})"
    try:
        package = point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(f"Cannot load {where}: {type(error).__name__}: {error}") from error
    if not isinstance(package, ModuleType):
        raise PluginError(f"The entry point of {where} must name a package, not a {type(package).__name__}")
    with suppress(OSError, DecodeError):
        yield from json.decode(get_data(package.__name__, FILE) or b"", type=list[RuleHead])
        return
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
        and value.__module__ == module.__name__
        and Rule in value.__mro__  # `issubclass` would ask all subclasses of Rule
        and not value.__name__.startswith("_")
        and not (isabstract(value) and "messages" not in vars(value))
    )


def check(rule: type[Rule]) -> None:
    """Raise PluginError if a rule lacks a declaration, or has one with a wrong value."""
    absent = [name for name in _DECLARED if not hasattr(rule, name)]
    if absent:
        raise PluginError(f"The rule {_home(rule)} has no `{absent[0]}`")
    if isabstract(rule):
        raise PluginError(f"The rule {_home(rule)} has no `{min(rule.__abstractmethods__)}`")
    _check_values(rule)
    if HAS_DOCSTRINGS and not (rule.__doc__ or "").strip():
        raise PluginError(f"The rule {_home(rule)} has no docstring; write its manual there")
    if not _KEBAB.fullmatch(rule.id) or rule.id in ENGINE:
        raise PluginError(f"The rule {_home(rule)} has the id `{rule.id}`, which is reserved or not in kebab-case")
    for name, message in rule.messages.items():
        if not isinstance(message, Message):
            raise PluginError(f"The message `{name}` of the rule {_home(rule)} is not a Message")


def _check_values(rule: type[Rule]) -> None:
    for name, kind in _TYPES.items():
        value = getattr(rule, name)
        if not isinstance(value, kind):
            raise PluginError(f"The `{name}` of the rule {_home(rule)} is {value!r}, not a {kind.__name__}")
    for name, choices in _CHOICES.items():
        if getattr(rule, name) not in choices:
            allowed = ", ".join(choices)
            raise PluginError(f"The rule {_home(rule)} has the {name} `{getattr(rule, name)}`, not one of {allowed}")


def _home(rule: type[Rule]) -> str:
    """Return the full name of the class of a rule, for messages."""
    return f"{rule.__module__}.{rule.__qualname__}"
