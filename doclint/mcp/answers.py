"""Answers to what a client asks: texts that are short enough for the context of a model.

The functions run in a process of their own, one after the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from doclint.engine.check_run import CheckRun
from doclint.engine.fixes.apply import FixSummary
from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report, combined
from doclint.errors.wording import counted
from doclint.mcp.workspace import Workspace
from doclint.output import fixes
from doclint.output.notices import shortly
from doclint.output.styles.agent import line
from doclint.output.summary import heaviest, no_page, total
from doclint.output.terminal import safe
from doclint.rule import manual, registry
from doclint.rule.finding import ENGINE
from doclint.testing import fix_kinds

_LONGEST = 40_000  # characters of an answer


class Asked(NamedTuple):
    """What to check: pages below some paths, by default all, or a text in the place of the only path; by some rules or
    families, by default those of the configuration.
    """

    paths: Sequence[str] = ()
    text: str | None = None
    rules: Sequence[str] = ()


class _Checked(NamedTuple):
    runs: list[CheckRun]
    reports: list[Report]
    report: Report

    def remarks(self) -> Iterator[str]:
        """Yield what a reader must know to understand that something is not among the findings."""
        if not self.report.pages:
            yield from map(safe, no_page([run.plan for run in self.runs], ()))
        yield from shortly(self.report)
        for run, report in zip(self.runs, self.reports, strict=True):
            yield from map(safe, run.warnings(report))
        yield from map(safe, self.report.notes)


def check(workspace: Workspace, asked: Asked, first: int, most: int) -> str:
    """Return the findings from the first one on, counted from 0, at most some number, a line each."""
    done = _checked(workspace, asked)
    report, pages = done.report, PageSources(done.report.repository)
    shown = report.findings[first : first + most]
    lines = [line(finding, pages, report.root) for finding in shown]
    left = len(report.findings) - first - len(shown)
    more = [f"{left:,} more: ask again with cursor={first + len(shown)}"] if left > 0 and shown else []
    return _text([total(report), *lines, *more, *done.remarks()])


def causes(workspace: Workspace, asked: Asked, most: int) -> str:
    """Return what to change: at most some number of changes, those that fix the most first."""
    done = _checked(workspace, asked)
    left = len(done.report.changes) - most
    more = [f"{counted(left, 'more change')}"] if left > 0 else []
    return _text([total(done.report), *heaviest(done.report, most), *more, *done.remarks()])


def fix(workspace: Workspace, asked: Asked, *, unsafe: bool, write: bool) -> list[str]:
    """Fix pages, and return what was done, and the text with its fixes or a diff of the pages.

    Files change only if asked to `write`.
    """
    done = _checked(workspace, asked)
    found = [
        _fixed(run, report, unsafe=unsafe, write=write) for run, report in zip(done.runs, done.reports, strict=True)
    ]
    lines = [line for one in found for line in one.lines]
    return [_text(lines), *(one.result for one in found if one.result)]


class _Fixes(Struct, frozen=True):
    lines: list[str]
    result: str = ""


def _fixed(run: CheckRun, report: Report, *, unsafe: bool, write: bool) -> _Fixes:
    if run.plan.texts or write:
        texts, left, summary = run.fix(report, unsafe=unsafe)
        lines = [*_summary(summary, left, unsafe=unsafe, written=True), total(left)]
        return _Fixes(lines, "".join(text.decode(errors="replace") for text in texts.values()))
    summary, diffs = FixSummary(), []
    for page in run.fixer(unsafe=unsafe).proposals(report):
        summary.add(page)
        diffs.append(fixes.diff(page, report.root, for_terminal=False, for_file=True).decode(errors="replace"))
    return _Fixes(_summary(summary, report, unsafe=unsafe, written=False), _text(diffs))


def _summary(summary: FixSummary, left: Report, *, unsafe: bool, written: bool) -> list[str]:
    guesses = sum(finding.fixable == "unsafe" for finding in left.findings)
    more = [] if unsafe or not guesses else [f"{counted(guesses, 'finding')} can only be fixed with `unsafe`."]
    return [*fixes.summary(summary, left, unsafe=True, written=written), *more]


def explain(name: str) -> str:
    """Return the manual of a rule. Raises UsageError if there is none of that name."""
    if name in ENGINE:
        return manual.page_of_engine(name)
    rule = registry.rules().find(name)
    return manual.page(rule, fix_kinds(rule))


def rules() -> str:
    """Return all rules, a line each: id, family, severity, profile and what the rule finds."""
    known = sorted(registry.rules().values(), key=lambda rule: (rule.family, rule.id))
    return _text(
        f"{rule.id} ({rule.family}, {rule.severity}, {rule.profile}): {manual.summary(rule)}" for rule in known
    )


def _checked(workspace: Workspace, asked: Asked) -> _Checked:
    workspace.enter()
    runs = workspace.runs(*asked)
    reports = [run.report() for run in runs]
    return _Checked(runs, reports, combined(reports))


def _text(lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n[{len(text) - _LONGEST:,} more characters]"
