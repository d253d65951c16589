"""Many pages: read each, lint it, gather what was found."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from doclint.formats import builtin
from doclint.formats.schema import Format
from doclint.lint import lint
from doclint.page import Page
from doclint.problem import Problem
from doclint.report import Report
from doclint.repository import Folder, Repository
from doclint.rule import Rule
from doclint.source import Position, Source

UNREADABLE = "unreadable-page"
"""The rule id of problems that report a page which cannot be read."""


def run(
    root: Path,
    paths: Sequence[str],
    rules: Sequence[Rule],
    *,
    watch: Callable[[Iterable[str]], Iterable[str]] = iter,
) -> Report:
    """Lint the pages at these paths, given in posix form from the root. `watch` sees each path as its turn comes."""
    repository = Folder(root)
    formats = (builtin("repo-docs"),)
    report = Report(root=root.as_posix(), pages=len(paths))
    for path in watch(paths):
        report.problems += lint_file(path, repository, formats, rules)
    report.problems.sort(key=lambda problem: problem.order)
    return report


def lint_file(path: str, repository: Repository, formats: Sequence[Format], rules: Sequence[Rule]) -> list[Problem]:
    """What the rules say of the page at a path."""
    data = repository.read(path)
    if data is None:
        return [_unreadable(path)]
    return lint(Page(path, Source.from_bytes(data), formats=formats, repository=repository), rules)


def _unreadable(path: str) -> Problem:
    return Problem(
        rule=UNREADABLE,
        family="engine",
        severity="error",
        message_id="unreadable",
        message="The page cannot be read: it is no file below the root, or may not be read",
        arguments={},
        path=path,
        start=Position(1, 1),
        end=Position(1, 1),
        section="",
        embedded=None,
        cause=UNREADABLE,
    )
