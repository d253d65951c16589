"""Many pages: read each, lint it, gather what was found."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from doclint.files import shown_path
from doclint.formats.schema import Format
from doclint.lint import lint
from doclint.page import Page
from doclint.problem import Problem, failure
from doclint.report import Report
from doclint.repository import Folder, Repository
from doclint.rule import Rule
from doclint.source import Source


def run(
    root: Path,
    paths: Sequence[str],
    rules: Sequence[Rule],
    formats: Sequence[Format],
    *,
    watch: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> Report:
    """Lint the pages at these paths, given in posix form from the root. `watch` sees each path as its turn comes."""
    repository = Folder(root)
    report = Report(root=root.as_posix(), pages=len(paths))
    for path in watch(paths):
        report.problems += lint_file(path, repository, formats, rules)
    report.problems.sort(key=lambda problem: problem.order)
    return report


def lint_file(path: str, repository: Repository, formats: Sequence[Format], rules: Sequence[Rule]) -> list[Problem]:
    """What the rules say of the page at a path."""
    data = repository.read(path)
    shown = shown_path(path)
    if data is None:
        return [
            failure("page-unreadable", shown, "The page cannot be read: it is no file below the root, or may not be")
        ]
    return lint(Page(shown, Source.from_bytes(data), formats=formats, repository=repository), rules)
