"""Pages that a program gives: each alone, or all of them as one repository."""

from pathlib import Path

from msgspec.structs import replace

from doclint.api.arguments import Settled, Sources, Text, repository_of, sources_of
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.page_result import found_of
from doclint.engine.plan import Plan
from doclint.engine.report.report import Report
from doclint.engine.suppressions import ConfigSuppressions, today
from doclint.markdown.source import printable
from doclint.repository.in_memory import Memory, Overlay
from doclint.repository.repository import Repository


class GivenPages:
    """Lints pages one by one among the same sources, so that what many pages refer to is read only once."""

    def __init__(self, how: Settled, sources: Sources) -> None:
        project = how.project
        selection = project.selection(how.select)
        self.linter = Linter(selection, project.formats, project.settings.config.limits, project.sites)
        self.suppressions = ConfigSuppressions(project.settings, today())
        self._base = repository_of(sources, project)

    def around(self, path: str, text: Text) -> Repository | None:
        """Return the sources with a page in its place; None if they are not known."""
        return self._base and Overlay(self._base, {path: text})

    def report(self, path: str, text: Text) -> Report:
        """Return the report on one page."""
        repository = self.around(path, text)
        found = self.linter.text(path, text, repository)
        report = Report(
            root="",
            paths=[printable(path)],
            rules=self.linter.selection.rules_of([path]),
            # Whoever shows the findings shows the lines of the page, too.
            repository=repository or Memory({path: text}),
        )
        return self.suppressions.apply(gather(report, [found_of(found)]))


def corpus(how: Settled, pages: dict[str, bytes], sources: Sources, jobs: int | None = None) -> CheckRun:
    """Return a run over pages that are, with the sources, the whole repository."""
    found = sources_of(sources)
    project = replace(how.project, root=found) if isinstance(found, Path) else how.project
    texts = pages if isinstance(found, Path) else {**(found or {}), **pages}
    order = sorted(pages)  # rules about all pages together depend on it
    is_closed = not isinstance(found, Path)
    plan = Plan(project, project.selection(how.select), order, is_whole=True, texts=texts, is_closed=is_closed)
    return CheckRun(plan, Resources(jobs or 1))
