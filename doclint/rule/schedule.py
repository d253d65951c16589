"""When rules run."""

from collections.abc import Iterable
from functools import cached_property

from doclint.rule.corpus_rule import CorpusRule
from doclint.rule.rule import Rule


class RuleSchedule(tuple[Rule, ...]):
    """Rules, grouped by when they run; once, as they check many pages."""

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> "RuleSchedule":
        """Return a schedule of the rules, which may be one already."""
        return rules if isinstance(rules, cls) else cls(rules)

    @cached_property
    def on_page(self) -> list[Rule]:
        """The rules that check a page by itself."""
        return [rule for rule in self if not isinstance(rule, CorpusRule) and "suppressions" not in rule.needs]

    @cached_property
    def on_quotes(self) -> list[Rule]:
        """The rules that also check the pages that a page quotes."""
        return [rule for rule in self.on_page if rule.in_quotes]

    @cached_property
    def on_sources(self) -> bool:
        """Whether a rule needs the source file of a page."""
        return any("source" in rule.needs for rule in self)

    @cached_property
    def on_quoted_sources(self) -> bool:
        """Whether a rule needs the source file of a quoted page."""
        return any("source" in rule.needs for rule in self.on_quotes)

    @cached_property
    def on_suppressions(self) -> list[Rule]:
        """The rules that check how the suppression comments of a page were used."""
        return [rule for rule in self if "suppressions" in rule.needs]

    @cached_property
    def on_all(self) -> list[CorpusRule]:
        """The rules about all pages together."""
        return [rule for rule in self if isinstance(rule, CorpusRule)]
