"""Many pages: read each, lint it, gather what was found."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from doclint.formats.schema import Format
from doclint.lint import Outcome, outcome
from doclint.page import Page
from doclint.problem import failure
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
        linted = lint_file(path, repository, formats, rules)
        report.problems += linted.problems
        report.suppressed += linted.suppressed
    report.problems.sort(key=lambda problem: problem.order)
    return report


def lint_file(path: str, repository: Repository, formats: Sequence[Format], rules: Sequence[Rule]) -> Outcome:
    """What the rules say of the page at a path."""
    data = repository.read(path)
    shown = path.encode(errors="surrogateescape").decode(errors="backslashreplace")
    if data is None:
        message = "The page cannot be read: it is no file below the root, or may not be"
        return Outcome([failure("page-unreadable", shown, message)])
    return outcome(Page(shown, Source.from_bytes(data), formats=formats, repository=repository), rules)
