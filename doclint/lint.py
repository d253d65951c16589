"""One page and some rules: problems. No disk, no printing."""

import traceback
from collections.abc import Iterable, Iterator, Sequence

from doclint.page import Page
from doclint.problem import Problem
from doclint.rule import Finding, Rule
from doclint.source import Position, Span

FAILED = "rule-failed"
"""The rule id of problems that report a bug of a rule."""


def lint(page: Page, rules: Sequence[Rule]) -> list[Problem]:
    """What the rules say of a page and of the pages that it quotes, sorted by place.

    A rule that raises is reported itself, and the others go on.
    """
    problems = list(_problems(page, rules))
    for_quotes = [rule for rule in rules if "quoted" in rule.reads]
    if for_quotes:
        for quote in page.quotes:
            problems += _problems(quote, for_quotes)
    return sorted(problems, key=lambda problem: problem.order)


def _problems(page: Page, rules: Iterable[Rule]) -> Iterator[Problem]:
    """One claim, one finding: what a rule says of a place is left out if a rule that has the say first spoke of it."""
    spoken: dict[str, set[Span]] = {}
    found: list[tuple[Rule, Finding, Problem]] = []
    for rule in rules:
        if "repository" in rule.needs and page.repository is None:
            continue
        try:
            new = [(rule, finding, _problem(page, rule, finding)) for finding in rule.check(page)]
        except Exception as error:  # noqa: BLE001 - a bug in one rule must not silence the others
            yield _failure(page, rule, error)
            continue
        found += new
        spoken[rule.id] = {finding.span for _, finding, _ in new}
    for rule, finding, problem in found:
        if not any(finding.span in spoken.get(first, ()) for first in rule.yields_to):
            yield problem


def _problem(page: Page, rule: Rule, finding: Finding) -> Problem:
    message = rule.messages[finding.message]
    start, end = _place(page, finding.span)
    return Problem(
        rule=rule.id,
        family=rule.family,
        severity=message.severity or rule.severity,
        message_id=finding.message,
        message=message.format(finding.arguments),
        arguments=finding.arguments,
        path=(page.outer or page).path,
        start=start,
        end=end,
        section=page.section_at(finding.span.start),
        embedded=page.path if page.outer else None,
        cause=_cause(page, rule, finding),
        key=message.key,
    )


def _place(page: Page, span: Span) -> tuple[Position, Position]:
    if not 0 <= span.start <= span.end <= len(page.source.text):
        raise ValueError(f"{span} lies outside the page, which has {len(page.source.text)} characters")
    source = (page.outer or page).source
    return source.position(span.start + page.offset), source.position(span.end + page.offset)


def _cause(page: Page, rule: Rule, finding: Finding) -> str:
    parts = [rule.id, finding.message]
    if page.kind:
        parts += [page.kind.name, page.key_at(finding.span.start)]
    return "/".join(filter(None, [*parts, finding.reason]))


def _failure(page: Page, rule: Rule, error: Exception) -> Problem:
    return Problem(
        rule=FAILED,
        family="engine",
        severity="error",
        message_id="raised",
        message=f"The rule `{rule.id}` failed on this page: {type(error).__name__}: {error}",
        arguments={"rule": rule.id},
        path=(page.outer or page).path,
        start=Position(1, 1),
        end=Position(1, 1),
        section="",
        embedded=page.path if page.outer else None,
        cause=f"{FAILED}/{rule.id}",
        key=("rule",),
        traceback="".join(traceback.format_exception(error)),
    )
