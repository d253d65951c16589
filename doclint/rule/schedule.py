"""When rules run, and on which pages: also on which view of a page where a generator owns a part of it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from doclint.page.page import Page
from doclint.rule.head import RuleHead, SelectedRule
from doclint.rule.rule import INPUTS, CorpusRule, Need, Rule

if TYPE_CHECKING:
    from doclint.formats.schema.format import Kind

_LACKED: tuple[Need, ...] = (*INPUTS, "rendering")  # by some pages


class RuleGroup(Collection[Rule]):
    """Rules in their order, which are made when they are asked for, and their `heads`."""

    def __init__(self, selected: Iterable[SelectedRule]) -> None:
        self.selected = tuple(selected)
        # Most pages lack the same, and have formats that ignore the same.
        self._parts: dict[tuple[frozenset[Need], Sequence[str]], RuleGroup] = {}
        # With each kind, which is of one format, so that its address stays its own.
        self._by_kind: dict[int, tuple[Kind | None, RuleGroup]] = {}

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Self:
        """Return a group of the rules, which may be one already."""
        return rules if isinstance(rules, cls) else cls(map(SelectedRule.of, rules))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    @cached_property
    def _rules(self) -> tuple[Rule, ...]:
        return tuple(one.rule for one in self.selected)

    def __len__(self) -> int:
        return len(self.selected)

    def __contains__(self, rule: object) -> bool:
        return any(one is rule for one in self)

    @property
    def heads(self) -> list[RuleHead]:
        """The heads of the rules."""
        return [one.head for one in self.selected]

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of the rules."""
        return frozenset(head.id for head in self.heads)

    @cached_property
    def inputs(self) -> tuple[Need, ...]:
        """What the rules need that a page can lack."""
        return tuple(need for need in _LACKED if any(need in head.needs for head in self.heads))

    def on(self, page: Page) -> "RuleGroup":
        """Return the rules that run on a page: its format does not ignore them, and the page has what they need."""
        lacking = frozenset(need for need in self.inputs if _lacks(page, need))
        ignored = page.ignored_rules
        if not lacking and not ignored:
            return self
        key = lacking, tuple(ignored)
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = RuleGroup(
                one for one in self.selected if one.head.id not in ignored and one.head.needs.isdisjoint(lacking)
            )
        return part

    def reading(self, page: Page) -> "RuleGroup":
        """Return the rules that have something to read on a page: on one of no format those of any Markdown, and else
        those of what pages of its kind can have.
        """
        kind, format_ = page.kind, page.format
        if id(kind) not in self._by_kind:
            there = frozenset[str]()
            if kind is not None and format_ is not None and any(not head.is_unlimited for head in self.heads):
                from doclint.formats.format_parts import parts_of

                there = parts_of(kind, format_)
            self._by_kind[id(kind)] = kind, RuleGroup(one for one in self.selected if one.head.has_in(there))
        return self._by_kind[id(kind)][1]


def _lacks(page: Page, need: Need) -> bool:
    if need == "rendering":
        return page.convention is not None
    return page.source_file is None if need == "source" else page.repository is None


class RuleSchedule(RuleGroup):
    """Rules, grouped by when they run; once, as they check many pages."""

    @cached_property
    def on_page(self) -> RuleGroup:
        """The rules that check a page by itself."""
        return RuleGroup(
            one for one in self.selected if not one.head.is_about_all and "suppressions" not in one.head.needs
        )

    @cached_property
    def on_quotes(self) -> RuleGroup:
        """The rules that also check the pages that a page quotes."""
        return RuleGroup(one for one in self.on_page.selected if one.head.in_quotes)

    @cached_property
    def on_sources(self) -> bool:
        """Whether a rule needs the source file of a page."""
        return any("source" in head.needs for head in self.heads)

    @cached_property
    def on_quoted_sources(self) -> bool:
        """Whether a rule needs the source file of a quoted page."""
        return "source" in self.on_quotes.inputs

    @cached_property
    def on_suppressions(self) -> RuleGroup:
        """The rules that check how the suppression comments of a page were used."""
        return RuleGroup(one for one in self.selected if "suppressions" in one.head.needs)

    @cached_property
    def on_all(self) -> list[CorpusRule]:
        """The rules about all pages together."""
        return [cast(CorpusRule, one.rule) for one in self.selected if one.head.is_about_all]


def view_of(page: Page, rule: Rule | RuleHead) -> Page:
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
