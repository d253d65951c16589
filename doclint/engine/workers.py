"""Workers: processes that lint pages in parallel, each a chunk of neighboring pages at a time.

Any executor of `concurrent.futures` can run them. A worker gets the plan without its pages; it finds the rules and
reads the configuration by itself. Functions import what makes processes, because few runs with a pool need it: where
nearly all results are in the cache, there is too little work.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias
from uuid import uuid4

from msgspec import Struct, field

from doclint.engine.linter import Linter
from doclint.engine.page_result import EncodedResult, LintedPage, PageResult, encode
from doclint.engine.page_rules import PageFindings
from doclint.engine.plan import Plan
from doclint.markdown.source import printable
from doclint.repository.memo import Memo, MemoStore, SeenFiles
from doclint.repository.repository import Repository
from doclint.rule.finding import failure

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

Chunk: TypeAlias = tuple[str, ...]
"""The paths of neighboring pages."""
ExecutorFactory: TypeAlias = "Callable[[int], AbstractContextManager[Executor]]"
"""A function that opens an executor with a number of workers, for the time of a `with` block."""

# A chunk is a fourth of a worker's share of the pages that are left, so that all workers finish at about the same time,
# and at least a 64th of its share of all pages.
_ROUNDS, _MOST_ROUNDS = 4, 64
_LARGEST = 8_000_000  # bytes of a chunk; its findings wait in memory until all of its pages are linted
_AHEAD = 2  # chunks for each worker at a time, so that none is idle and few results wait
_PAGE = 4096  # bytes to add to the size of each page, for the work that does not depend on its size
_LEAST = 1_500_000  # bytes of all pages, counted like that; linting fewer takes less time than starting a worker
_MOST = 61  # workers; Windows cannot wait for more processes


def cores() -> int:
    """Return how many processors this process may use."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerSpec(Struct, frozen=True):
    """Everything that a worker needs to know: the plan, and the store of the memo.

    `run` is different for each run, so that a worker does not use for one run what it has read for another.
    """

    plan: Plan
    memo_store: MemoStore | None = None
    run: str = field(default_factory=lambda: uuid4().hex)


def chunks(pages: Sequence[tuple[str, int]], jobs: int) -> list[Chunk]:
    """Divide pages, given with their sizes in bytes, into chunks for `jobs` workers; one chunk if there is little work.

    >>> chunks([("a.md", 4_000_000), ("b.md", 0), ("c.md", 0)], 2)
    [('a.md',), ('b.md', 'c.md')]
    """
    left = sum(size + _PAGE for _, size in pages)
    if jobs < 2 or left < _LEAST:
        return [tuple(path for path, _ in pages)] if pages else []
    found: list[list[str]] = []
    weight, most, least = 0, 0.0, left / (jobs * _MOST_ROUNDS)
    for path, size in pages:
        if weight >= most:
            found.append([])
            weight, most = 0, min(max(left / (jobs * _ROUNDS), least), _LARGEST)
        found[-1].append(path)
        weight += size + _PAGE
        left -= size + _PAGE
    return [tuple(paths) for paths in found]


class WorkerPool(Struct, frozen=True):
    """A number of workers, the function that opens an executor for them, and what each of them needs to know.

    `is_needed` says whether they must lint the pages even if there is little work.
    """

    jobs: int
    open_executor: ExecutorFactory
    spec: WorkerSpec
    is_needed: bool = False

    def chunks(self, paths: Sequence[str]) -> list[Chunk]:
        """Divide pages into chunks, one for a worker at a time; one chunk if there is little work."""
        return chunks([(path, _size(path, self.spec.plan)) for path in paths], self.jobs)

    def lint(self, pages: Sequence[Chunk]) -> Iterator[LintedPage]:
        """Lint pages, and yield each with its result as soon as that is known.

        If a worker dies, doclint does not know which page ended it, and other chunks may be lost, too. So a single
        worker lints the lost pages again, one by one.
        """
        import pickle

        spec, open_executor = pickle.dumps(self.spec), self.open_executor
        if open_executor is processes:  # they get the specification, which may have many texts, only once
            spec, open_executor = b"", partial(processes, spec=spec)
        lost: list[str] = []
        with open_executor(min(self.jobs, len(pages), _MOST)) as executor:
            yield from _lint_chunks(executor, spec, pages, lost, self.jobs * _AHEAD)
        lost.reverse()
        while lost:
            with open_executor(1) as executor:
                yield from _lint_again(executor, spec, lost)


def _size(path: str, plan: Plan) -> int:
    if path in plan.texts:
        return len(plan.texts[path])
    try:
        return os.stat(f"{plan.root}/{path}").st_size  # noqa: PTH116 - a Path takes several times as long
    except OSError:
        return 0


def _lint_chunks(
    executor: Executor, spec: bytes, pages: Sequence[Chunk], lost: list[str], most: int
) -> Iterator[LintedPage]:
    """Lint chunks, at most so many at a time. Add the pages of chunks that no worker finished to `lost`."""
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting: dict[Future[list[EncodedResult]], Chunk] = {}
    left = iter(pages)
    while True:
        for chunk in islice(left, most - len(waiting)):
            try:
                waiting[executor.submit(work, spec, chunk)] = chunk
            except Exception:  # noqa: BLE001 - executors differ in what they raise when they take no more work
                lost += chunk
        if not waiting:
            lost += (path for chunk in left for path in chunk)
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            chunk = waiting.pop(future)
            try:
                results = future.result()
            except Exception:  # noqa: BLE001 - the pages are linted again, whatever happened to the worker
                lost += chunk
            else:
                yield from zip(chunk, results, strict=True)


def _lint_again(executor: Executor, spec: bytes, lost: list[str]) -> Iterator[LintedPage]:
    """Lint lost pages, from the last one on, up to the first at which the worker dies."""
    while lost:
        path = lost.pop()
        try:
            (encoded,) = executor.submit(work, spec, (path,)).result()
        except Exception as error:  # noqa: BLE001 - this page is the reason, whatever happened to the worker
            yield path, _failed(path, error)
            return
        yield path, encoded


def _failed(path: str, error: Exception) -> EncodedResult:
    message = f"The page is not checked: two workers failed on it, the second with {type(error).__name__}: {error}"
    return encode(PageResult(PageFindings([failure("worker-died", printable(path), message, error)])))


def work(spec: bytes, pages: Chunk) -> list[EncodedResult]:
    """Lint some pages in a worker; `spec` is a pickled `WorkerSpec`, empty if the worker got it when it started."""
    linter, repository = _of_this_thread.equipment(spec or _spec)
    return [encode(linter.file(path, repository), is_kept=repository.is_compared) for path in pages]


class _OfThread(threading.local):
    """The linter and the repository of a run. Each thread has its own."""

    def __init__(self) -> None:
        self.equipment = lru_cache(maxsize=1)(_equipment)


def _equipment(pickled: bytes) -> tuple[Linter, Repository]:
    import pickle

    with _loading:
        spec: WorkerSpec = pickle.loads(pickled)  # noqa: S301 - it comes from the process that started this one
    if spec.memo_store is None:
        return Linter.of(spec.plan), spec.plan.repository(is_compared=False)
    return Linter.of(spec.plan), spec.plan.repository(Memo(spec.memo_store), SeenFiles())


_spec = b""  # a pickled `WorkerSpec`, if this process is a worker of doclint
_loading = threading.Lock()  # each thread loads the modules of local rules for itself, under the same names
_of_this_thread = _OfThread()


def shared(executor: Executor) -> ExecutorFactory:
    """Return a factory that gives the executor of the caller and leaves it open, or processes if that one is broken."""
    from concurrent.futures import BrokenExecutor

    def open_executor(jobs: int) -> AbstractContextManager[Executor]:
        try:
            executor.submit(int)
        except BrokenExecutor:  # the pool of the standard library breaks when one of its processes dies
            return processes(jobs)
        return nullcontext(executor)

    return open_executor


@contextmanager
def processes(jobs: int, spec: bytes = b"") -> Iterator[Executor]:
    """Open a pool of processes; they end with the block, and at once if an exception leaves it.

    A `spec` is what they work with if a call has none.
    """
    import multiprocessing

    others = multiprocessing.active_children()
    pool = open_pool(jobs, spec)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - set(others):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def open_pool(jobs: int, spec: bytes = b"") -> ProcessPoolExecutor:
    """Return a pool of processes, which end at the latest when this one does."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_start, initargs=(spec,))


def _context() -> BaseContext:
    """Return the way to start processes. Forks share loaded modules, but lose threads, and not all systems fork."""
    import multiprocessing

    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _start(spec: bytes) -> None:
    """Keep what to work with, ignore interrupts, which the parent process handles, and exit when the parent does."""
    import multiprocessing
    import signal

    global _spec  # noqa: PLW0603 - a process becomes a worker once
    _spec = spec
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is a worker"
    threading.Thread(target=_exit_with, args=(parent.sentinel,), daemon=True).start()


def _exit_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
