"""What is known of a rule before its module is loaded: enough to select it, and to know on which pages it runs."""

from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any, Self

from msgspec import Struct

from doclint.errors.exceptions import PluginError
from doclint.formats.holes import MARKDOWN
from doclint.rule.rule import CorpusRule, Need, Profile, Rule

AND = " + "
"""What joins the parts of a format that must be there together, in what a rule `reads`."""

FILE = "heads.json"
"""The file with the heads of the rules in a package. The build puts it there, so a checkout has none."""


def has(there: frozenset[str], read: str) -> bool:
    """Whether what a rule `reads` is among the parts of a format that are there."""
    return there.issuperset(read.split(AND))


class RuleHead(Struct, frozen=True):
    """The declarations of a rule, with the names of its module and class. `is_about_all` says it is a `CorpusRule`."""

    module: str
    name: str
    id: str
    family: str
    profile: Profile
    needs: frozenset[Need]
    consults: frozenset[Need]
    reads: frozenset[str]
    gone: frozenset[str]
    in_quotes: bool
    is_about_all: bool

    @classmethod
    def of(cls, rule: type[Rule]) -> Self:
        """Return the head of a rule."""
        declared = (getattr(rule, name) for name in cls.__struct_fields__[2:-1])
        kept: Iterator[Any] = (frozenset(value) if isinstance(value, set) else value for value in declared)
        return cls(*[rule.__module__, rule.__qualname__, *kept, issubclass(rule, CorpusRule)])

    @property
    def home(self) -> str:
        """The full name of the class, for messages."""
        return f"{self.module}.{self.name}"

    @property
    def is_unlimited(self) -> bool:
        """Whether the rule reads any Markdown: it says so, or does not say what it reads."""
        return not self.reads or MARKDOWN in self.reads

    def has_in(self, there: frozenset[str]) -> bool:
        """Whether the rule has something to read where some parts of a format are there."""
        return self.is_unlimited or any(has(there, read) for read in self.reads)

    def load(self) -> type[Rule]:
        """Return the rule. Raises PluginError if it is not as the build found it."""
        rule: type[Rule] = getattr(import_module(self.module), self.name)
        if RuleHead.of(rule) != self:
            raise PluginError(f"The rule {self.home} is not the one that was installed; install its package again")
        return rule


class SelectedRule(Struct, frozen=True, dict=True):
    """A rule with its options, which is made when it is needed."""

    head: RuleHead
    make: Callable[[], Rule]

    @classmethod
    def of(cls, rule: Rule) -> Self:
        """Return a rule that is made already."""
        return cls(RuleHead.of(type(rule)), lambda: rule)

    @cached_property
    def rule(self) -> Rule:
        """The rule."""
        return self.make()
