"""When rules run, and on which pages: also on which view of a page where a generator owns a part of it."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from doclint.page.page import Page
from doclint.rule.rule import INPUTS, CorpusRule, Need, Rule

_LACKED: tuple[Need, ...] = (*INPUTS, "rendering")  # by some pages


class RuleGroup(tuple[Rule, ...]):
    """Rules that run together, in their order."""

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of the rules."""
        return frozenset(rule.id for rule in self)

    @cached_property
    def inputs(self) -> tuple[Need, ...]:
        """What the rules need that a page can lack."""
        return tuple(need for need in _LACKED if any(need in rule.needs for rule in self))

    def on(self, page: Page) -> "RuleGroup":
        """Return the rules that run on a page: its format does not ignore them, and the page has what they need."""
        lacking = frozenset(need for need in self.inputs if _lacks(page, need))
        ignored = page.ignored_rules
        if not lacking and not ignored:
            return self
        key = lacking, tuple(ignored)
        part = self._parts.get(key)
        if part is None:
            part = RuleGroup(rule for rule in self if rule.id not in ignored and rule.needs.isdisjoint(lacking))
            self._parts[key] = part
        return part

    @cached_property
    def _parts(self) -> dict[tuple[frozenset[Need], Sequence[str]], "RuleGroup"]:
        """The rules that run on a page, by what it lacks and what its format ignores: most pages are alike."""
        return {}


def _lacks(page: Page, need: Need) -> bool:
    if need == "rendering":
        return page.convention is not None
    return page.source_file is None if need == "source" else page.repository is None


class RuleSchedule(tuple[Rule, ...]):
    """Rules, grouped by when they run; once, as they check many pages."""

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> "RuleSchedule":
        """Return a schedule of the rules, which may be one already."""
        return rules if isinstance(rules, cls) else cls(rules)

    @cached_property
    def on_page(self) -> RuleGroup:
        """The rules that check a page by itself."""
        return RuleGroup(rule for rule in self if not isinstance(rule, CorpusRule) and "suppressions" not in rule.needs)

    @cached_property
    def on_quotes(self) -> RuleGroup:
        """The rules that also check the pages that a page quotes."""
        return RuleGroup(rule for rule in self.on_page if rule.in_quotes)

    @cached_property
    def on_sources(self) -> bool:
        """Whether a rule needs the source file of a page."""
        return any("source" in rule.needs for rule in self)

    @cached_property
    def on_quoted_sources(self) -> bool:
        """Whether a rule needs the source file of a quoted page."""
        return "source" in self.on_quotes.inputs

    @cached_property
    def on_suppressions(self) -> RuleGroup:
        """The rules that check how the suppression comments of a page were used."""
        return RuleGroup(rule for rule in self if "suppressions" in rule.needs)

    @cached_property
    def on_all(self) -> list[CorpusRule]:
        """The rules about all pages together."""
        return [rule for rule in self if isinstance(rule, CorpusRule)]


def view_of(page: Page, rule: Rule) -> Page:
    """Return the page as a rule checks it: where a generator owns a part of it, the rule checks that part if it has
    something to read of the format there that the format does not ignore, and otherwise all of the page as one that
    somebody wrote.
    """
    if page.around is page:
        return page
    if rule.id in page.ignored_rules:
        return page.around
    from doclint.rule.reads import reads_part

    return page if reads_part(page, rule) else page.around
