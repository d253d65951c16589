"""For people: each finding with its line, and equal ones told once."""

from collections import Counter
from collections.abc import Iterator

import click

from doclint.engine.report.causes import mends
from doclint.engine.report.report import Compared, Report
from doclint.markdown.source import Source
from doclint.output.terminal import safe
from doclint.repository.repository import Repository
from doclint.rule.finding import ENGINE, Problem
from doclint.rule.rule import SEVERITIES

COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
_WIDTH = 100
_REMEDIES = 3


def render(report: Report, *, max_per_cause: int) -> Iterator[str]:
    """The findings in order; of each cause `max_per_cause` are shown (all for 0), the others counted at the end."""
    lines = _Lines(report.repository)
    shown, hidden = samples(report, max_per_cause)
    for problem in shown:
        # What doclint says of its own is not about a line; the page may be one that cannot be read.
        yield from _finding(problem, None if problem.rule in ENGINE else lines.get(problem.path, problem.start.line))
    yield from rest(hidden, report)
    yield from summary(report)


def samples(report: Report, max_per_cause: int) -> tuple[list[Problem], dict[str, list[Problem]]]:
    """The first so many problems of each cause (all for 0), and the others by cause."""
    counts: Counter[str] = Counter()
    shown: list[Problem] = []
    hidden: dict[str, list[Problem]] = {}
    for problem in report.problems:
        counts[problem.cause] += 1
        if max_per_cause and counts[problem.cause] > max_per_cause:
            hidden.setdefault(problem.cause, []).append(problem)
        else:
            shown.append(problem)
    return shown, hidden


class _Lines:
    """The lines of pages. Findings come page by page and line by line, so that one at a time is kept."""

    def __init__(self, repository: Repository | None) -> None:
        self.repository = repository
        self.path = ""
        self.source: Source | None = None
        self.number = 0
        self.line = ""

    def get(self, path: str, line: int) -> str | None:
        """A line of a page, counted from 1; None if there is no such page any more."""
        if path != self.path:
            data = self.repository.read(path) if self.repository else None
            self.path, self.source, self.number = path, None if data is None else Source.from_bytes(data), 0
        if self.source is None or line > len(self.source.line_starts):
            return None
        if line != self.number:
            self.number, self.line = line, self.source.line(line)
        return self.line


def _finding(problem: Problem, line: str | None) -> Iterator[str]:
    place = click.style(safe(f"{problem.path}:{problem.start.line}:{problem.start.column}"), bold=True)
    severity = click.style(problem.severity, fg=COLOURS[problem.severity], bold=True)
    yield f"{place} {severity} {problem.rule}"
    yield f"  {safe(problem.message)}"
    if problem.embedded:
        yield f"  in the quoted page {safe(problem.embedded)}"
    if line is not None:
        yield from _marked(problem, line)
    yield ""


def _marked(problem: Problem, line: str) -> Iterator[str]:
    """The line with the place marked below it; of a long line the part around the place."""
    start = problem.start.column - 1
    end = problem.end.column - 1 if problem.end.line == problem.start.line else len(line)
    cut = max(0, min(start - 10, len(line) - _WIDTH)) if len(line) > _WIDTH else 0
    before, marked = line[cut:start], line[start : min(max(end, start + 1), cut + _WIDTH)]
    after = line[start + len(marked) : cut + _WIDTH]
    number = str(problem.start.line)
    lead = "… " if cut else ""
    tail = " …" if cut + _WIDTH < len(line) else ""
    yield click.style(f"  {number} | ", dim=True) + lead + safe(before + marked + after) + tail
    caret = click.style("^" * max(1, _cells(marked)), fg=COLOURS[problem.severity])
    yield click.style(f"  {' ' * len(number)} | ", dim=True) + " " * (len(lead) + _cells(before)) + caret


def _cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    shown = safe(text)
    if shown.isascii():
        return len(shown)
    from wcwidth import wcswidth

    return max(0, wcswidth(shown))


def rest(hidden: dict[str, list[Problem]], report: Report) -> Iterator[str]:
    """What is not shown, by cause."""
    if not hidden:
        return
    counts = Counter(problem.cause for problem in report.problems)
    yield "Not shown, because their cause is shown above (--max-per-cause 0 shows all, `doclint causes` what to mend):"
    told: set[str] = set()
    width = len(str(max(len(problems) for problems in hidden.values())))
    for cause, problems in sorted(hidden.items(), key=lambda item: (-len(item[1]), item[0])):
        pages = len({problem.path for problem in problems})
        where = f"on {counted(pages, 'page')}" if pages > 1 else f"in {problems[0].path}"
        yield safe(f"  {len(problems):>{width}} of {counts[cause]}  {cause}  {where}")
        remedy = problems[0].remedy
        if remedy and remedy not in told and len(told) < _REMEDIES:
            told.add(remedy)
            yield f"  {' ' * width} {safe(remedy)}"
    yield ""


def heaviest(report: Report) -> Iterator[str]:
    """The changes of the generator that would mend most, a line each."""
    for mend in mends(report.problems)[:_REMEDIES]:
        if mend.remedy:
            yield safe(f"{counted(mend.findings, 'finding')} on {counted(mend.pages, 'page')}: {mend.remedy}")


def summary(report: Report) -> Iterator[str]:
    """All findings in one sentence, whatever is shown, and what a baseline made of them."""
    yield _total(report)
    if report.skipped:
        yield "Not all pages were checked: rules about all of them together did not run."
    yield from _baseline(report.compared)


def _total(report: Report) -> str:
    pages = counted(report.pages, "page")
    suppressed = f"; {report.suppressed} suppressed" if report.suppressed else ""
    if not report.problems:
        return f"{pages} checked, nothing found{suppressed}."
    counts = report.severities
    kinds = ", ".join(
        counted(counts[severity], severity) if severity != "info" else f"{counts[severity]} info"
        for severity in SEVERITIES
        if counts[severity]
    )
    with_findings = len({problem.path for problem in report.problems})
    return f"{counted(len(report.problems), 'finding')} ({kinds}) in {with_findings} of {pages}{suppressed}."


def counted(number: int, noun: str) -> str:
    """A number of things, in words.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _baseline(compared: Compared | None) -> Iterator[str]:
    if compared is None:
        return
    yield f"{counted(compared.known, 'finding')} known from the baseline."
    if compared.gone:
        are = "is" if compared.gone == 1 else "are"
        yield (
            f"{counted(compared.gone, 'finding')} of the baseline {are} gone; "
            f"`doclint baseline prune` takes {'it' if compared.gone == 1 else 'them'} out."
        )
    if compared.is_ratchet:
        more = ", ".join(f"{rule} has {count:,} more" for rule, count in compared.rises.items())
        yield f"The ratchet fails: {more}." if more else "The ratchet holds: no rule found more than the baseline has."
