"""A session: the pages that are checked, what judges them, and what is not to be told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from doclint import exemptions
from doclint.problem import ENGINE
from doclint.run import judge, run
from doclint.source import printable

if TYPE_CHECKING:
    from collections import Counter

    from doclint.baseline import Comparison, Entry
    from doclint.page import Page
    from doclint.problem import Problem
    from doclint.project import Project
    from doclint.repair import Workshop
    from doclint.report import Report
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
        found = run(self.project, self.selection, self.pages, texts=self.texts, watch=watch)
        return self.exemptions.apply(found)

    def notes(self, report: Report) -> Iterator[str]:
        """What to tell the keepers of the configuration after a report."""
        ran = self.selection.at("").rules
        return self.exemptions.notes(self.project.rules, ran, is_whole=self.is_whole, has_failed=report.has_failed)

    def workshop(self, *, unsafe: bool) -> Workshop:
        """Where the pages are fixed."""
        from doclint.repair import Workshop

        def problems(page: Page) -> list[Problem]:
            return self.exemptions.left(judge(page, self.selection.at(page.path)).problems)

        return Workshop(self.project, problems, unsafe=unsafe)

    def compare(self, known: Counter[Entry], report: Report) -> Comparison:
        """The report beside what a baseline knows."""
        from doclint.baseline import compare
        from doclint.repository import Folder

        ran = {rule.id for rule in (*report.rules, *self.selection.at("").rules)} | set(ENGINE)
        return compare(known, report, map(printable, self.pages), ran, Folder(self.project.root))
