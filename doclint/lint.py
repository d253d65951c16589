"""One page and some rules: problems. No file is read but through the page's repository, and nothing is printed."""

import traceback
from collections.abc import Iterable, Iterator, Sequence

from doclint.page import Page
from doclint.problem import Problem, failure
from doclint.rule import Argument, Finding, Fix, Rule
from doclint.source import Position, Span


def lint(page: Page, rules: Sequence[Rule]) -> list[Problem]:
    """What the rules say of a page and of the pages that it quotes, sorted by place.

    A rule that raises is reported itself, and the others go on. A page that cannot be made sense of is reported once.
    """
    try:
        quotes = page.read()
    except Exception as error:  # noqa: BLE001 - whatever a page does, the other pages are linted
        return [_failure(page, "page-failed", "The page cannot be read", error)]
    problems = list(_problems(page, rules))
    for_quotes = [rule for rule in rules if rule.in_quotes]
    for quote in quotes:
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
            yield _failure(page, "rule-failed", f"The rule `{rule.id}` failed on this page", error)
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
        arguments=_checked(finding.arguments),
        path=(page.outer or page).path,
        start=start,
        end=end,
        section=page.section_at(finding.span.start),
        embedded=page.path if page.outer else None,
        cause=_cause(page, rule, finding),
        key=tuple(str(finding.arguments[name]) for name in message.key),
        fix=_fix(page, finding.fix) if finding.fix else None,
    )


def _fix(page: Page, fix: Fix) -> Fix | None:
    """The fix with its edits in order; none in a quoted page, which is a copy: what it was copied from is to be mended.

    Raises ValueError for edits that overlap, lie outside the page or cannot be written.
    """
    edits = tuple(sorted(fix.edits))
    end = 0
    for span, text in edits:
        if not end <= span.start <= span.end <= len(page.source.text):
            raise ValueError(f"the edit of {span} overlaps another, or lies outside the page")
        text.encode()
        end = span.end
    return None if page.outer else Fix(edits, fix.safe)


def _checked(arguments: dict[str, Argument]) -> dict[str, Argument]:
    """The arguments, if they can be written as JSON. Raises TypeError."""
    for name, value in arguments.items():
        if not (value is None or isinstance(value, str | int | tuple)):
            raise TypeError(f"the argument `{name}` is a {type(value).__name__}")
    return arguments


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


def _failure(page: Page, id_: str, what: str, error: Exception) -> Problem:
    message = f"{what}: {type(error).__name__}: {error}"
    return failure(id_, (page.outer or page).path, message, "".join(traceback.format_exception(error)))
