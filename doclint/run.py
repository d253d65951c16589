"""Many pages: read each, lint it, gather what was found."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from doclint.formats.schema import Format
from doclint.lint import Outcome, outcome
from doclint.page import Page
from doclint.problem import Problem, failure, too_large
from doclint.project import Project
from doclint.report import Report
from doclint.repository import Folder, Overlay, Repository
from doclint.selection import Chosen, Selection
from doclint.source import Source, printable


def run(
    project: Project,
    selection: Selection,
    paths: Sequence[str],
    *,
    texts: Mapping[str, bytes] | None = None,
    watch: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> Report:
    """Lint the pages at these paths, given in posix form from the root.

    `texts` holds pages that are read in place of what lies on disk. `watch` sees each path as its turn comes. Raises
    ConfigError if a folder of a page has a broken configuration, before anything is read.
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
    )
    for path in watch(paths):
        judged = judge_file(path, chosen[path])
        report.problems += judged.problems
        report.suppressed += judged.suppressed
    report.problems.sort(key=lambda problem: problem.order)
    return report


def lint_page(path: str, chosen: Chosen, *, repository: Repository, formats: Sequence[Format], most: int) -> Outcome:
    """What some rules say of the page at a path, which is reported unread if it has more bytes than `most`."""
    shown = printable(path)
    data = repository.read(path, most)
    if data is not None and len(data) > most:
        return Outcome([too_large(shown, most)])
    if data is None:
        message = "The page cannot be read: it is no file below the root, or may not be"
        return Outcome([failure("page-unreadable", shown, message)])
    return judge(Page(path, Source.from_bytes(data), formats=formats, repository=repository), chosen)


def judge(page: Page, chosen: Chosen) -> Outcome:
    """What some rules say of a page, with the severities that go with them."""
    found = outcome(page, chosen.rules, chosen.known.values() if chosen.is_complete else None)
    if not chosen.severities:
        return found
    return Outcome([_weighed(problem, chosen) for problem in found.problems], found.suppressed)


def _weighed(problem: Problem, chosen: Chosen) -> Problem:
    severity = chosen.severities.get(problem.rule)
    return replace(problem, severity=severity) if severity else problem
