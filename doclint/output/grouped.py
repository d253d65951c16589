"""For people: the findings of each page below its path, and equal ones told once."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import click

from doclint.engine.report.report import Report
from doclint.output.terminal import safe
from doclint.output.text import COLOURS, counted, rest, samples, summary
from doclint.rule.finding import Problem


def render(report: Report, *, max_per_cause: int) -> Iterator[str]:
    """The pages in order; of each cause `max_per_cause` findings are shown (all for 0), the others are counted."""
    shown, hidden = samples(report, max_per_cause)
    totals = Counter(problem.path for problem in report.problems)
    for path, problems in groupby(shown, key=lambda problem: problem.path):
        yield from _page(path, list(problems), totals[path])
    yield from rest(hidden, report)
    yield from summary(report)


def _page(path: str, problems: list[Problem], total: int) -> Iterator[str]:
    some = f", {len(problems)} of them here" if len(problems) < total else ""
    yield f"{click.style(safe(path), bold=True)}  {counted(total, 'finding')}{some}"
    places = [f"{problem.start.line}:{problem.start.column}" for problem in problems]
    width = max(map(len, places))
    names = max(len(problem.rule) for problem in problems)
    for place, problem in zip(places, problems, strict=True):
        severity = click.style(f"{problem.severity:<7}", fg=COLOURS[problem.severity])
        yield f"  {place:>{width}}  {severity}  {problem.rule:<{names}}  {safe(problem.sentence)}"
    yield ""
