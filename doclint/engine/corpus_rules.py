"""All pages together: what rules about them note of each, and what they then find."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from doclint.engine.page_rules import finding_of, where
from doclint.formats.schema import Format
from doclint.markdown.source import Span, printable
from doclint.markdown.suppressions import SuppressionIndex
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding, failure
from doclint.rule.rule import Corpus, CorpusRule, Note, Rule, RuleSchedule, Where

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Notes: TypeAlias = dict[str, list[Note]]
"""By the id of the rule."""


def note(page: Page, rules: Iterable[Rule]) -> tuple[Notes, list[Finding]]:
    """What the rules about all pages have to know of one, and the failures of those that cannot tell."""
    notes: Notes = {}
    failures: list[Finding] = []
    places: dict[Span, Where] = {}  # most facts stand at the title
    for rule in RuleSchedule.of(rules).on_all:
        try:
            notes[rule.id] = _noted(page, rule, places)
        except Exception as error:  # noqa: BLE001 - a rule that fails must not silence the others
            failures.append(_failure(rule, page.path, error))
    return notes, failures


def _noted(page: Page, rule: CorpusRule, places: dict[Span, Where]) -> list[Note]:
    check = data_of(type(rule)).validate_python
    facts: list[tuple[Where, Any]] = []
    for span, data in rule.facts(page):
        if span not in places:
            places[span] = where(page, span)
        facts.append((places[span], check(data, strict=True)))
    facts.sort(key=lambda one: one[0].start)
    index = SuppressionIndex(page.directives)
    names = (rule.id, rule.family)
    return [Note(where_, data, index.find(where_.start.line, names) is not None) for where_, data in facts]


@cache
def data_of(rule: type[CorpusRule]) -> "TypeAdapter[Any]":
    """What the facts of a rule can say."""
    from pydantic import TypeAdapter

    return TypeAdapter(rule.data)


def together(notes: Iterable[Notes]) -> Notes:
    """The notes on several pages, in their order."""
    joined: Notes = {}
    for of_page in notes:
        for rule, found in of_page.items():
            joined.setdefault(rule, []).extend(found)
    return joined


def check(
    rules: Iterable[Rule], notes: Mapping[str, Sequence[Note]], repository: Repository, formats: Sequence[Format]
) -> tuple[list[Finding], int]:
    """What is wrong with all pages together, and how much of that comments on the pages allow."""
    findings: list[Finding] = []
    allowed = 0
    for rule in RuleSchedule.of(rules).on_all:
        try:
            found = list(rule.check_corpus(Corpus(notes.get(rule.id, ()), repository, formats)))
            told = [finding_of(rule, violation, note.where) for note, violation in found if not note.is_allowed]
        except Exception as error:  # noqa: BLE001 - a rule that fails must not silence the others
            findings.append(_failure(rule, "", error))
            continue
        findings += told
        allowed += len(found) - len(told)
    return findings, allowed


def _failure(rule: Rule, path: str, error: Exception) -> Finding:
    import traceback

    place = "on this page" if path else "on all pages together"
    message = f"The rule `{rule.id}` failed {place}: {type(error).__name__}: {error}"
    return failure("rule-failed", printable(path), message, "".join(traceback.format_exception(error)))
