"""The summary page of a step on GitHub: Markdown with the figures of a run and the first place of each cause."""

import re
from collections import Counter
from collections.abc import Iterator

from doclint.output.terminal import safe
from doclint.output.text import summary
from doclint.problem import Problem
from doclint.report import Report

_CAUSES = 50
_LONGEST = 200  # characters of a text in a table
_MARKUP = re.compile(r"[\\`*_\[\]<>|&!~$@:#^{}]|(?<=www)\.", re.IGNORECASE)


def render(report: Report) -> Iterator[str]:
    """What was found, by rule and by cause. The most important comes first: the page has its limits."""
    yield "## doclint"
    yield ""
    yield from summary(report)
    yield ""
    if report.problems:
        yield from _rules(report.problems)
        yield from _causes(report.problems)


def _rules(problems: list[Problem]) -> Iterator[str]:
    counts = Counter((problem.rule, problem.severity) for problem in problems)
    yield "| Findings | Rule | Severity |"
    yield "| ---: | --- | --- |"
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"| {count} | {_code(rule)} | {severity} |"
    yield ""


def _causes(problems: list[Problem]) -> Iterator[str]:
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.cause, problem)
    causes = sorted(Counter(problem.cause for problem in problems).items(), key=lambda item: (-item[1], item[0]))
    yield "Findings of one cause go away together. The first place of each:"
    yield ""
    yield "| Findings | Cause | First place | Message |"
    yield "| ---: | --- | --- | --- |"
    for cause, count in causes[:_CAUSES]:
        problem = first[cause]
        place = _code(f"{problem.path}:{problem.start.line}")
        yield f"| {count} | {_code(cause)} | {place} | {_literal(problem.message)} |"
    yield ""
    if len(causes) > _CAUSES:
        yield f"{len(causes) - _CAUSES} more causes are not shown."
        yield ""


def _code(text: str) -> str:
    return f"<code>{_literal(text)}</code>"


def _literal(text: str) -> str:
    """Text that is no markup, whatever it holds: a character reference never is."""
    cut = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return _MARKUP.sub(lambda match: f"&#{ord(match.group())};", safe(cut))
