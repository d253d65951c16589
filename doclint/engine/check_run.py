"""A check run: carries out a plan, from its pages to the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from posixpath import dirname, split
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine import suppressions
from doclint.engine.brake import Assumed, AssumptionCounts, failure_of
from doclint.engine.gather import Progress, RunOptions, no_progress, run
from doclint.engine.linter import Linter
from doclint.engine.page_result import encode
from doclint.engine.plan import Plan
from doclint.markdown.source import printable

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from doclint.config.project import Project
    from doclint.engine.cache.cache import Cache
    from doclint.engine.fixes.apply import Fixer, FixSummary, Targets
    from doclint.engine.page_result import EncodedResult, LintedPage
    from doclint.engine.report.baseline import BaselineEntry, Comparison
    from doclint.engine.report.report import Report
    from doclint.engine.shard_results import ShardDocument
    from doclint.engine.workers import ExecutorFactory, WorkerPool
    from doclint.repository.repository import Repository

_FEW = 50  # pages; looking up the results of fewer takes longer than linting them


class Resources(Struct, frozen=True):
    """What a run may use: processors and the cache.

    `jobs` is the number of worker processes, None for as many as there are processors. `open_executor` replaces the
    processes of doclint by other workers. With `has_cache`, results of earlier runs are read from `cache_folder`, or
    from the default folder if that is None, and new results are added there. Unless it `trusts_times`, every file is
    read and hashed, even one whose size and times are those of the last run. If it `is_careful`, because the run
    crashed before, every page is left to a worker, however few there are.
    """

    jobs: int | None = 1
    open_executor: ExecutorFactory | None = None
    has_cache: bool = False
    cache_folder: Path | None = None
    trusts_times: bool = True
    is_careful: bool = False


class CheckRun(Struct, frozen=True, dict=True):
    """A plan, and what may be used to carry it out. `results` has results of pages, by path, that are known already."""

    plan: Plan
    resources: Resources = Resources()
    results: Mapping[str, EncodedResult] = {}

    @cached_property
    def suppressions(self) -> suppressions.ConfigSuppressions:
        """The suppressions of the configuration that apply today."""
        return suppressions.ConfigSuppressions(self.plan.project.settings, suppressions.today())

    def report(self, progress: Progress = no_progress) -> Report:
        """Check the pages, and return the report.

        Raises ConfigError before it reads a page if the configuration of a folder is broken.
        """
        suppressions = self.suppressions  # this reports mistakes in them before the pages are read
        cache = self._cache()
        results: list[tuple[str, EncodedResult]] = []
        if self.plan.shard:
            progress = _collecting(progress, results)
        options = RunOptions(partial(self._pool, cache), cache, progress, self.results, self.last_counts)
        found = run(self.plan, options)
        report = suppressions.apply(found)
        return replace(report, shard=self._shard_document(results, cache)) if self.plan.shard else report

    def _shard_document(self, results: Iterable[tuple[str, EncodedResult]], cache: Cache | None) -> ShardDocument:
        from doclint.engine.cache.key import CacheKeys
        from doclint.engine.shard_results import shard_document

        keys = cache.cache_keys if cache else CacheKeys(self.plan)
        return shard_document(self.plan, keys.of_run(self.plan.pages), results)

    def _pool(self, cache: Cache | None) -> WorkerPool | None:
        resources = self.resources
        is_useful = resources.jobs != 1 and len(self.plan.part) > 1
        if not is_useful and not resources.is_careful:
            return None
        from doclint.engine.workers import WorkerPool, WorkerSpec, cores, processes

        spec = WorkerSpec(self.plan, cache.memo_store if cache else None)
        open_executor = resources.open_executor or processes
        return WorkerPool(resources.jobs or cores(), open_executor, spec, is_needed=resources.is_careful)

    def _cache(self) -> Cache | None:
        plan = self.plan
        # Results depend on the names and files that a change removed, which no dependency records.
        if plan.texts or plan.removed or plan.deleted or not (plan.is_whole or len(plan.part) >= _FEW):
            return None
        folder = self._cache_folder
        if folder is None:
            return None
        from doclint.engine.cache.cache import Cache

        return Cache(folder, plan, trusts_times=self.resources.trusts_times)

    @property
    def _cache_folder(self) -> Path | None:
        if not self.resources.has_cache:
            return None
        from doclint.engine.cache.cache import default_folder

        return self.resources.cache_folder or default_folder()

    def cache_state(self) -> int | None:
        """Return what changes when a run writes to the cache; None if there is none."""
        folder = self._cache_folder
        if folder is None:
            return None
        from doclint.engine.cache.cache import store_of

        return store_of(folder, self.plan).state()

    def last_counts(self) -> list[AssumptionCounts]:
        """Return what the cache has of the last run over all pages: the counts of what doclint assumes."""
        folder = self._cache_folder
        if folder is None:
            return []
        from doclint.engine.cache.cache import last_counts

        return last_counts(folder, self.plan)

    def warnings(self, report: Report) -> Iterator[str]:
        """Yield a sentence for each setting that has no effect: suppressions, and folders that do not exist."""
        yield from self.suppressions.expirations()
        plan = self.plan
        if plan.is_complete and not plan.is_closed:
            yield from plan.project.missing_folders()
        if plan.is_complete and not any(finding.hides_others for finding in report.findings):
            yield from self.suppressions.unused(plan.project.rules, plan.rules_on(""), plan.pages, plan.rules_on)

    def fixer(self, *, unsafe: bool) -> Fixer:
        """Return the fixer of the pages. It makes only safe fixes, unless `unsafe`."""
        return self._fixer(self._targets(), unsafe=unsafe)

    def fix(
        self, report: Report, *, unsafe: bool, progress: Progress = no_progress
    ) -> tuple[Mapping[str, bytes], Report, FixSummary]:
        """Fix the pages of a report of this run: its files, or else its texts.

        Return the texts by path, fixed, the report on the remaining findings, and a summary.
        """
        targets = self._targets()

        def check_again() -> Report:
            return replace(self, plan=replace(self.plan, texts=dict(targets.texts))).report(progress)

        report, summary = self._fixer(targets, unsafe=unsafe).fix(report, check_again)
        return targets.texts, report, summary

    def _targets(self) -> Targets:
        from doclint.engine.fixes.apply import FileTargets, TextTargets

        plan = self.plan
        if plan.texts:
            return TextTargets(plan.texts, lambda texts: replace(plan, texts=texts).repository())
        return FileTargets(plan.root, plan.repository)

    def _fixer(self, targets: Targets, *, unsafe: bool) -> Fixer:
        from doclint.engine.fixes.apply import Fixer

        linter = Linter.of(replace(self.plan, is_whole=False))
        careful = self.resources.is_careful
        return Fixer(linter, self.suppressions, targets, self.plan.pages, unsafe=unsafe, is_careful=careful)

    def compare(self, known: Counter[BaselineEntry], report: Report) -> Comparison:
        """Compare a report of this run with the known findings of a baseline."""
        from doclint.engine.report.baseline import compare

        repository = self.plan.project.repository()
        paths = {printable(path): path for path in self.plan.part}

        def rules(page: str) -> frozenset[str]:
            return self.plan.rules_on(paths[page] if page in paths else _in_existing_folder(page, repository))

        return compare(known, report, paths.keys(), rules, repository)


def assumptions_of(project: Project) -> list[Assumed]:
    """Return what doclint assumed of a project in the last run over all pages, as far as the cache has it."""
    counts = CheckRun(Plan(project, project.selection(), ()), Resources(has_cache=True)).last_counts()
    return [(one, failure_of(one) if project.settings.config.brake else None) for one in counts]


def _collecting(progress: Progress, results: list[tuple[str, EncodedResult]]) -> Progress:
    """Return a progress function that does what `progress` does, and also adds each encoded result to `results`."""

    def collect(pages: Iterable[LintedPage], total: int) -> Iterator[LintedPage]:
        for path, result in progress(pages, total):
            results.append((path, encode(result)))
            yield results[-1]

    return collect


def _in_existing_folder(path: str, repository: Repository) -> str:
    """Return the path of a deleted page, moved up to the nearest folder that exists, whose settings apply."""
    folder, name = split(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    return f"{folder}/{name}".lstrip("/")
