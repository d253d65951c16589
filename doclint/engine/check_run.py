"""A session: the pages that are checked, what judges them, and what is not to be told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from posixpath import dirname, split
from typing import TYPE_CHECKING

from doclint.engine import suppressions as exemptions
from doclint.engine.linter import Judge
from doclint.engine.run import Means, Watch, run, unwatched
from doclint.markdown.source import printable
from doclint.rule.finding import ENGINE
from doclint.rule.rule import CorpusRule

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from doclint.config.project import Project
    from doclint.config.selection import Selection
    from doclint.engine.cache.cache import Cache
    from doclint.engine.cache.key import Stamps
    from doclint.engine.fixes.apply import Workshop
    from doclint.engine.report.baseline import Comparison, Entry
    from doclint.engine.report.report import Report
    from doclint.engine.result import Judged, Sealed
    from doclint.engine.shard import Shard, ShardDocument
    from doclint.engine.workers import Crew, Hire
    from doclint.page.page import Page
    from doclint.repository.repository import Repository
    from doclint.rule.finding import Problem

_MANY = 50  # pages; of fewer it takes longer to find out whether a verdict still holds than to judge anew


@dataclass(frozen=True)
class Session:
    """Some pages of a project, by their paths from the root, and what judges them.

    `is_whole` says whether they are all pages that there are. Of a `shard` only that part is checked, and what is found
    on all pages together is left to who has all parts; `judged` are verdicts that are there already. So many `jobs` are
    done at once, by workers that are to be hired, or by processes of our own; as many as there are processors for None.
    If it `has_cache`, verdicts of earlier runs lie in the folder `cache`, or where they lie by default; none are looked
    for where there are few pages. `texts` are read in place of what lies on disk.
    """

    project: Project
    selection: Selection
    pages: Sequence[str]
    is_whole: bool = False
    jobs: int | None = 1
    hire: Hire | None = None
    shard: Shard | None = None
    judged: Mapping[str, Sealed] = field(default_factory=dict)
    has_cache: bool = False
    cache: Path | None = None
    texts: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def exemptions(self) -> exemptions.Exemptions:
        """What the configuration suppresses."""
        return exemptions.Exemptions(self.project.settings, exemptions.today())

    @cached_property
    def part(self) -> Sequence[str]:
        """The pages that are checked."""
        return self.shard.part(self.pages) if self.shard else self.pages

    @property
    def is_complete(self) -> bool:
        """Whether all pages that there are are checked."""
        return self.is_whole and self.shard is None

    def report(self, watch: Watch = unwatched) -> Report:
        """What there is to say of the pages now. Raises ConfigError."""
        exemptions = self.exemptions  # what is wrong with them is told before the pages are read
        judged: list[tuple[str, Sealed]] = []
        cache = self._opened_cache()
        if self.shard:
            watch = _keeping(watch, judged)
        found = run(
            self.project,
            self.selection,
            self.part,
            texts=self.texts,
            is_whole=self.is_whole,
            is_part=self.shard is not None,
            means=Means(partial(self._crew, cache), cache, watch, self.judged),
        )
        report = exemptions.apply(found)
        return replace(report, shard=self._document(self.shard, judged)) if self.shard else report

    def _document(self, shard: Shard, judged: Iterable[tuple[str, Sealed]]) -> ShardDocument:
        from doclint.engine.shard import ShardDocument, page_document

        select, ignore, without = self.selection.names
        return ShardDocument(
            number=shard.number,
            of=shard.of,
            stamp=self._stamps.of_run(self.pages),
            is_whole=self.is_whole,
            select=None if select is None else list(select),
            ignore=list(ignore),
            without=list(without),
            pages=[page_document(path, sealed) for path, sealed in sorted(judged)],
        )

    def _crew(self, cache: Cache | None) -> Crew | None:
        if self.jobs == 1 or self.texts or len(self.part) < 2:
            return None
        from doclint.engine.workers import Crew, Orders, cores, processes

        orders = Orders(self.project, self.selection.names, self.is_whole, cache.shelf if cache else None)
        return Crew(self.jobs or cores(), self.hire or processes, orders)

    def _opened_cache(self) -> Cache | None:
        if not self.has_cache or self.texts or not (self.is_whole or len(self.part) >= _MANY):
            return None
        from doclint.engine.cache.cache import Cache, default_folder

        folder = self.cache or default_folder()
        return Cache(folder, self.project.root, self._stamps, self.part) if folder else None

    @cached_property
    def _stamps(self) -> Stamps:
        from doclint.engine.cache.key import Stamps

        return Stamps(self.project, self.selection, self.is_whole)

    def notes(self, report: Report) -> Iterator[str]:
        """What to tell the keepers of the configuration after a report."""
        yield from self.exemptions.expirations()
        if self.is_complete and not any(problem.hides_others for problem in report.problems):
            yield from self.exemptions.idle(self.project.rules, self.rules_on(""), self.pages, self.rules_on)

    def rules_on(self, path: str) -> frozenset[str]:
        """The ids of what could be found on the page at a path."""
        chosen = self.selection.at(path).rules
        return (
            frozenset(rule.id for rule in chosen if self.is_complete or not isinstance(rule, CorpusRule))
            | ENGINE.keys()
        )

    def workshop(self, *, unsafe: bool) -> Workshop:
        """Where the pages are fixed."""
        from doclint.engine.fixes.apply import Workshop

        judge = Judge.of(self.project, self.selection)

        def problems(page: Page) -> list[Problem]:
            return self.exemptions.left(judge.page(page).problems)

        return Workshop(
            self.project, judge.read, problems, {printable(path): path for path in self.pages}, unsafe=unsafe
        )

    def compare(self, known: Counter[Entry], report: Report) -> Comparison:
        """The report beside what a baseline knows."""
        from doclint.engine.report.baseline import compare
        from doclint.repository.repository import Folder

        repository = Folder(self.project.root)
        paths = {printable(path): path for path in self.part}

        def rules(page: str) -> frozenset[str]:
            return self.rules_on(paths[page] if page in paths else _in_a_folder(page, repository))

        return compare(known, report, paths.keys(), rules, repository)


def _keeping(watch: Watch, kept: list[tuple[str, Sealed]]) -> Watch:
    """The same watch, with every verdict kept."""
    from doclint.engine.result import seal

    def keep(pages: Iterable[Judged], total: int) -> Iterator[Judged]:
        for path, verdict in watch(pages, total):
            kept.append((path, seal(verdict)))
            yield kept[-1]

    return keep


def _in_a_folder(path: str, repository: Repository) -> str:
    """A path that nothing is at, in the nearest folder upward that is there: that is the one whose settings hold."""
    folder, name = split(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    return f"{folder}/{name}".lstrip("/")
