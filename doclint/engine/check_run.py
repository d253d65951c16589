"""A session: the pages that are checked, what judges them, and what is not to be told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from posixpath import dirname, split
from typing import TYPE_CHECKING

from doclint.engine import suppressions as config_suppressions
from doclint.engine.linter import Linter
from doclint.engine.run import Progress, RunOptions, no_progress, run
from doclint.markdown.source import printable
from doclint.rule.finding import ENGINE
from doclint.rule.rule import CorpusRule

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from doclint.config.project import Project
    from doclint.config.selection import Selection
    from doclint.engine.cache.cache import Cache
    from doclint.engine.cache.key import CacheKeys
    from doclint.engine.fixes.apply import Fixer
    from doclint.engine.report.baseline import Comparison, Entry
    from doclint.engine.report.report import Report
    from doclint.engine.result import EncodedResult, LintedPage
    from doclint.engine.shard import Shard, ShardDocument
    from doclint.engine.workers import ExecutorFactory, WorkerPool
    from doclint.page.page import Page
    from doclint.repository.repository import Repository
    from doclint.rule.finding import Finding

_MANY = 50  # pages; of fewer it takes longer to find out whether a verdict still holds than to judge anew


@dataclass(frozen=True)
class CheckRun:
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
    open_executor: ExecutorFactory | None = None
    shard: Shard | None = None
    linted: Mapping[str, EncodedResult] = field(default_factory=dict)
    has_cache: bool = False
    cache: Path | None = None
    texts: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def config_suppressions(self) -> config_suppressions.ConfigSuppressions:
        """What the configuration suppresses."""
        return config_suppressions.ConfigSuppressions(self.project.settings, config_suppressions.today())

    @cached_property
    def part(self) -> Sequence[str]:
        """The pages that are checked."""
        return self.shard.part(self.pages) if self.shard else self.pages

    @property
    def is_complete(self) -> bool:
        """Whether all pages that there are are checked."""
        return self.is_whole and self.shard is None

    def report(self, progress: Progress = no_progress) -> Report:
        """What there is to say of the pages now. Raises ConfigError."""
        config_suppressions = self.config_suppressions  # what is wrong with them is told before the pages are read
        linted: list[tuple[str, EncodedResult]] = []
        cache = self._opened_cache()
        if self.shard:
            progress = _keeping(progress, linted)
        found = run(
            self.project,
            self.selection,
            self.part,
            texts=self.texts,
            is_whole=self.is_whole,
            is_part=self.shard is not None,
            means=RunOptions(partial(self._pool, cache), cache, progress, self.linted),
        )
        report = config_suppressions.apply(found)
        return replace(report, shard=self._document(self.shard, linted)) if self.shard else report

    def _document(self, shard: Shard, linted: Iterable[tuple[str, EncodedResult]]) -> ShardDocument:
        from doclint.engine.shard import ShardDocument, page_document

        select, ignore, without = self.selection.names
        return ShardDocument(
            number=shard.number,
            of=shard.of,
            stamp=self._cache_keys.of_run(self.pages),
            is_whole=self.is_whole,
            select=None if select is None else list(select),
            ignore=list(ignore),
            without=list(without),
            pages=[page_document(path, encoded) for path, encoded in sorted(linted)],
        )

    def _pool(self, cache: Cache | None) -> WorkerPool | None:
        if self.jobs == 1 or self.texts or len(self.part) < 2:
            return None
        from doclint.engine.workers import WorkerPool, WorkerSpec, cores, processes

        spec = WorkerSpec(self.project, self.selection.names, self.is_whole, cache.memo_store if cache else None)
        return WorkerPool(self.jobs or cores(), self.open_executor or processes, spec)

    def _opened_cache(self) -> Cache | None:
        if not self.has_cache or self.texts or not (self.is_whole or len(self.part) >= _MANY):
            return None
        from doclint.engine.cache.cache import Cache, default_folder

        folder = self.cache or default_folder()
        return Cache(folder, self.project.root, self._cache_keys, self.part) if folder else None

    @cached_property
    def _cache_keys(self) -> CacheKeys:
        from doclint.engine.cache.key import CacheKeys

        return CacheKeys(self.project, self.selection, self.is_whole)

    def notes(self, report: Report) -> Iterator[str]:
        """What to tell the keepers of the configuration after a report."""
        yield from self.config_suppressions.expirations()
        if self.is_complete and not any(finding.hides_others for finding in report.findings):
            yield from self.config_suppressions.idle(self.project.rules, self.rules_on(""), self.pages, self.rules_on)

    def rules_on(self, path: str) -> frozenset[str]:
        """The ids of what could be found on the page at a path."""
        chosen = self.selection.at(path).rules
        return (
            frozenset(rule.id for rule in chosen if self.is_complete or not isinstance(rule, CorpusRule))
            | ENGINE.keys()
        )

    def fixer(self, *, unsafe: bool) -> Fixer:
        """Where the pages are fixed."""
        from doclint.engine.fixes.apply import Fixer

        linter = Linter.of(self.project, self.selection)

        def findings(page: Page) -> list[Finding]:
            return self.config_suppressions.left(linter.page(page).findings)

        return Fixer(self.project, linter.read, findings, {printable(path): path for path in self.pages}, unsafe=unsafe)

    def compare(self, known: Counter[Entry], report: Report) -> Comparison:
        """The report beside what a baseline knows."""
        from doclint.engine.report.baseline import compare
        from doclint.repository.disk import Folder

        repository = Folder(self.project.root)
        paths = {printable(path): path for path in self.part}

        def rules(page: str) -> frozenset[str]:
            return self.rules_on(paths[page] if page in paths else _in_a_folder(page, repository))

        return compare(known, report, paths.keys(), rules, repository)


def _keeping(progress: Progress, kept: list[tuple[str, EncodedResult]]) -> Progress:
    """The same watch, with every verdict kept."""
    from doclint.engine.result import encode

    def keep(pages: Iterable[LintedPage], total: int) -> Iterator[LintedPage]:
        for path, result in progress(pages, total):
            kept.append((path, encode(result)))
            yield kept[-1]

    return keep


def _in_a_folder(path: str, repository: Repository) -> str:
    """A path that nothing is at, in the nearest folder upward that is there: that is the one whose settings hold."""
    folder, name = split(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    return f"{folder}/{name}".lstrip("/")
