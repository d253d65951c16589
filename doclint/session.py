"""A session: the pages that are checked, what judges them, and what is not to be told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from posixpath import dirname, split
from typing import TYPE_CHECKING

from doclint import exemptions
from doclint.judge import Judge
from doclint.problem import ENGINE
from doclint.rule import CorpusRule
from doclint.run import run
from doclint.source import printable

if TYPE_CHECKING:
    from collections import Counter

    from doclint.baseline import Comparison, Entry
    from doclint.page import Page
    from doclint.problem import Problem
    from doclint.project import Project
    from doclint.repair import Workshop
    from doclint.report import Report
    from doclint.repository import Repository
    from doclint.selection import Selection


@dataclass(frozen=True)
class Session:
    """Some pages of a project, by their paths from the root, and what judges them.

    `is_whole` says whether they are all pages that there are. `texts` are read in place of what lies on disk.
    """

    project: Project
    selection: Selection
    pages: Sequence[str]
    is_whole: bool = False
    texts: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def exemptions(self) -> exemptions.Exemptions:
        """What the configuration suppresses."""
        return exemptions.Exemptions(self.project.settings, exemptions.today())

    def report(self, watch: Callable[[Sequence[str]], Iterable[str]] = iter) -> Report:
        """What there is to say of the pages now. `watch` sees each path as its turn comes. Raises ConfigError."""
        exemptions = self.exemptions  # what is wrong with them is told before the pages are read
        found = run(self.project, self.selection, self.pages, texts=self.texts, watch=watch, is_whole=self.is_whole)
        return exemptions.apply(found)

    def notes(self, report: Report) -> Iterator[str]:
        """What to tell the keepers of the configuration after a report."""
        yield from self.exemptions.expirations()
        if self.is_whole and not any(problem.hides_others for problem in report.problems):
            ran = {path: self.rules_on(path) for path in self.pages}
            yield from self.exemptions.idle(self.project.rules, self.rules_on(""), ran)

    def rules_on(self, path: str) -> frozenset[str]:
        """The ids of what could be found on the page at a path."""
        chosen = self.selection.at(path).rules
        return (
            frozenset(rule.id for rule in chosen if self.is_whole or not isinstance(rule, CorpusRule)) | ENGINE.keys()
        )

    def workshop(self, *, unsafe: bool) -> Workshop:
        """Where the pages are fixed."""
        from doclint.repair import Workshop

        judge = Judge(self.selection, self.project.formats, self.project.settings.config.max_page_size)

        def problems(page: Page) -> list[Problem]:
            return self.exemptions.left(judge.page(page).problems)

        return Workshop(self.project, problems, {printable(path): path for path in self.pages}, unsafe=unsafe)

    def compare(self, known: Counter[Entry], report: Report) -> Comparison:
        """The report beside what a baseline knows."""
        from doclint.baseline import compare
        from doclint.repository import Folder

        repository = Folder(self.project.root)
        paths = {printable(path): path for path in self.pages}

        def rules(page: str) -> frozenset[str]:
            return self.rules_on(paths[page] if page in paths else _in_a_folder(page, repository))

        return compare(known, report, paths.keys(), rules, repository)


def _in_a_folder(path: str, repository: Repository) -> str:
    """A path that nothing is at, in the nearest folder upward that is there: that is the one whose settings hold."""
    folder, name = split(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    return f"{folder}/{name}".lstrip("/")
