"""Rules about all pages together: the notes that they take of each page, and what they report given all notes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import convert

from doclint.engine.page_rules import finding_of, where
from doclint.formats.format_set import FormatSet
from doclint.markdown.source import Position, Span, printable
from doclint.markdown.suppressions import SuppressionIndex
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding, failure, too_many
from doclint.rule.rule import Corpus, CorpusRule, Note, Rule, Where
from doclint.rule.schedule import RuleSchedule, view_of

Notes: TypeAlias = dict[str, list[Note]]
"""The notes of rules, by the id of the rule."""

_NO_KIND = "no-kind"  # marks the notes of a page of no known kind; no rule has that id


def is_of_no_kind(notes: Notes) -> bool:
    """Whether the notes of a page say that it is of no known kind."""
    return _NO_KIND in notes


def take_notes(page: Page, rules: Iterable[Rule]) -> tuple[Notes, list[Finding]]:
    """Return the notes that rules about all pages take of one page, and a finding for each rule that fails.

    The notes also say whether the page is of no known kind.
    """
    notes: Notes = {_NO_KIND: []} if page.around.kind is None else {}
    failures: list[Finding] = []
    places: dict[tuple[Page, Span], Where] = {}  # shared by the rules, because most facts are at the title
    for rule in RuleSchedule.of(rules).on_all:
        view = view_of(page, rule)
        if rule.id in view.ignored_rules:
            continue
        try:
            notes[rule.id] = _notes_of(view, rule, places)
        except Exception as error:  # noqa: BLE001 - a rule that fails must not silence the others
            failures.append(_failure(rule, page.path, error))
    return notes, failures


def _notes_of(page: Page, rule: CorpusRule, places: dict[tuple[Page, Span], Where]) -> list[Note]:
    facts: list[tuple[Where, Any]] = []
    for span, data in rule.facts(page):
        if (page, span) not in places:
            places[page, span] = where(page, span)
        facts.append((places[page, span], convert(data, rule.data)))
    if not facts:
        return []
    facts.sort(key=lambda one: one[0].start)
    index = SuppressionIndex(page.directives)
    names = (rule.id, rule.family)
    return [Note(where_, data, index.find(where_.start.line, names) is not None) for where_, data in facts]


def merge_notes(notes: Iterable[Notes]) -> Notes:
    """Return the notes of several pages as one mapping, in the order of the pages."""
    merged: Notes = {}
    for of_page in notes:
        for rule, found in of_page.items():
            merged.setdefault(rule, []).extend(found)
    return merged


def check(
    rules: Iterable[Rule],
    notes: Mapping[str, Sequence[Note]],
    repository: Repository,
    formats: FormatSet,
    limits: Limits,
) -> tuple[list[Finding], int]:
    """Run the rules about all pages together.

    Return their findings, and how many findings the comments on the pages suppress.
    """
    findings: list[Finding] = []
    suppressed = 0
    for rule in RuleSchedule.of(rules).on_all:
        try:
            reported, allowed = _findings(rule, Corpus(notes.get(rule.id, ()), repository, formats), limits.findings)
        except Exception as error:  # noqa: BLE001 - a rule that fails must not silence the others
            findings.append(_failure(rule, "", error))
            continue
        findings += reported
        suppressed += allowed
    return findings, suppressed


def _findings(rule: CorpusRule, corpus: Corpus, most: int) -> tuple[list[Finding], int]:
    """Return the findings of a rule, at most `most` on each page, and how many comments on the pages suppress."""
    findings: list[Finding] = []
    suppressed = 0
    counts: Counter[str] = Counter()
    first_beyond: dict[str, Position] = {}
    for note, violation in rule.check_corpus(corpus):
        path, start = note.where.path, note.where.start
        if note.is_allowed:
            suppressed += 1
            continue
        counts[path] += 1
        if counts[path] <= most:
            findings.append(finding_of(rule, violation, note.where))
        else:
            first_beyond.setdefault(path, start)
    beyond = [too_many(path, rule.id, most, start, counts[path] - most) for path, start in first_beyond.items()]
    return [*findings, *beyond], suppressed


def _failure(rule: Rule, path: str, error: Exception) -> Finding:
    place = "on this page" if path else "on all pages together"
    message = f"The rule `{rule.id}` failed {place}: {type(error).__name__}: {error}"
    return failure("rule-failed", printable(path), message, error)
