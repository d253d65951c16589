"""Many pages: read each, lint it, gather what was found."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from doclint import corpus
from doclint.corpus import Notes
from doclint.formats.schema import Format
from doclint.lint import outcome
from doclint.page import Page
from doclint.problem import Problem, failure, too_large
from doclint.project import Project
from doclint.report import Report
from doclint.repository import Folder, Overlay, Repository
from doclint.rule import Note
from doclint.selection import Chosen, Selection
from doclint.source import Source, printable


class Judged(NamedTuple):
    """What is wrong with a page, sorted by place, how many findings its own directives suppress, and what rules about
    all pages note of it.
    """

    problems: list[Problem]
    suppressed: int = 0
    notes: Mapping[str, list[Note]] = {}


def run(
    project: Project,
    selection: Selection,
    paths: Sequence[str],
    *,
    texts: Mapping[str, bytes] | None = None,
    watch: Callable[[Sequence[str]], Iterable[str]] = iter,
    is_whole: bool = False,
) -> Report:
    """Lint the pages at these paths, given in posix form from the root.

    `texts` holds pages that are read in place of what lies on disk. `watch` sees each path as its turn comes. If these
    are all pages, `is_whole`, rules about all of them together run as well. Raises ConfigError if a folder of a page
    has a broken configuration, before anything is read.
    """
    most = project.settings.config.max_page_size
    repository: Repository = Folder(project.root, most)
    if texts:
        repository = Overlay(repository, texts)
    chosen = {path: selection.at(path) for path in paths}
    judge_file = partial(lint_page, repository=repository, formats=project.formats, most=most)
    report = Report(
        root=project.root.as_posix(),
        paths=[printable(path) for path in paths],
        rules=list({rule.id: rule for one in chosen.values() for rule in one.rules}.values()),
        repository=repository,
        is_whole=is_whole,
    )
    notes: Notes = {}
    for path in watch(paths):
        judged = judge_file(path, chosen[path], is_whole=is_whole)
        report.problems += judged.problems
        report.suppressed += judged.suppressed
        for rule, found in judged.notes.items():
            notes.setdefault(rule, []).extend(found)
    if is_whole:
        add_corpus(report, selection, notes, project.formats)
    report.problems.sort(key=lambda problem: problem.order)
    return report


def add_corpus(report: Report, selection: Selection, notes: Notes, formats: Sequence[Format]) -> None:
    """Add to a report what the rules about all pages together find. Their options are those of the root."""
    chosen = selection.at("")
    assert report.repository is not None, "all pages lie in one"
    problems, allowed = corpus.check(chosen.rules, notes, report.repository, formats)
    report.problems += [_weighed(problem, chosen) for problem in problems]
    report.suppressed += allowed


def lint_page(
    path: str, chosen: Chosen, *, repository: Repository, formats: Sequence[Format], most: int, is_whole: bool = False
) -> Judged:
    """What some rules say of the page at a path, which is reported unread if it has more bytes than `most`."""
    shown = printable(path)
    data = repository.read(path, most)
    if data is not None and len(data) > most:
        return Judged([too_large(shown, most)])
    if data is None:
        message = "The page cannot be read: it is no file below the root, or may not be"
        return Judged([failure("page-unreadable", shown, message)])
    return judge(Page(path, Source.from_bytes(data), formats=formats, repository=repository), chosen, is_whole=is_whole)


def judge(page: Page, chosen: Chosen, *, is_whole: bool = False) -> Judged:
    """What some rules say of a page, with the severities that go with them, and what they note of it for all pages."""
    found = outcome(page, chosen.rules, chosen.known.values() if chosen.is_complete else None)
    has_failed = any(problem.rule == "page-failed" for problem in found.problems)
    notes, failures = corpus.note(page, chosen.rules) if is_whole and not has_failed else ({}, [])
    problems = [*failures, *found.problems]
    return Judged([_weighed(problem, chosen) for problem in problems], found.suppressed, notes)


def _weighed(problem: Problem, chosen: Chosen) -> Problem:
    severity = chosen.severities.get(problem.rule)
    return replace(problem, severity=severity) if severity else problem
