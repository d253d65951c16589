"""Workers: processes that lint pages side by side, each a chunk of neighbouring pages at a time.

Any executor of `concurrent.futures` will do. A worker is sent the plan without its pages; it finds the rules and reads
the configuration by itself.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing.connection import wait
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

from doclint.engine.linter import Linter
from doclint.engine.plan import Plan
from doclint.engine.result import EncodedResult, LintedPage, PageResult, encode
from doclint.markdown.source import printable
from doclint.repository.disk import Folder
from doclint.repository.memo import Memo, MemoStore
from doclint.rule.finding import failure

Chunk: TypeAlias = tuple[str, ...]
"""The paths of neighbouring pages."""
ExecutorFactory: TypeAlias = Callable[[int], AbstractContextManager[Executor]]
"""Gives an executor with that many workers for the time of a `with` block."""

_ROUNDS = 8  # chunks for each worker, so that all finish at about the same time
_PAGE = 4096  # bytes that a page counts for beyond its own
_LEAST = 1_500_000  # such bytes of all pages; to lint fewer takes less time than to start a worker
_MOST = 61  # workers; Windows cannot wait for more


def cores() -> int:
    """Return how many processors this process may use."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class WorkerSpec:
    """What a worker has to know: the plan, and where the memo is kept.

    `run` is different for each run: what a worker remembers of a repository is not used by the next one.
    """

    plan: Plan
    memo_store: MemoStore | None = None
    run: str = field(default_factory=lambda: uuid4().hex)


def chunks(pages: Sequence[tuple[str, int]], jobs: int) -> list[Chunk]:
    """Divide pages, given with their sizes in bytes, into chunks for so many workers; little work is one chunk.

    >>> chunks([("a.md", 4_000_000), ("b.md", 0), ("c.md", 0)], 2)
    [('a.md',), ('b.md', 'c.md')]
    """
    total = sum(size + _PAGE for _, size in pages)
    if jobs < 2 or total < _LEAST:
        return [tuple(path for path, _ in pages)] if pages else []
    found: list[list[str]] = [[]]
    weight = 0
    for path, size in pages:
        if weight >= total / (jobs * _ROUNDS):
            found.append([])
            weight = 0
        found[-1].append(path)
        weight += size + _PAGE
    return [tuple(paths) for paths in found]


@dataclass(frozen=True)
class WorkerPool:
    """How many workers there are, how to get them, and what they have to know."""

    jobs: int
    open_executor: ExecutorFactory
    spec: WorkerSpec

    def chunks(self, paths: Sequence[str]) -> list[Chunk]:
        """Divide pages into chunks, each of which one worker lints; little work is one chunk."""
        return chunks([(path, _size(self.spec.plan.root / path)) for path in paths], self.jobs)

    def lint(self, pages: Sequence[Chunk]) -> Iterator[LintedPage]:
        """Lint pages, and yield each with its result as it comes.

        If a worker dies, the page that ended it is not known, and other chunks may be lost with it: the lost pages are
        linted again one by one, by a single worker at a time.
        """
        spec = pickle.dumps(self.spec)
        lost: list[str] = []
        with self.open_executor(min(self.jobs, len(pages), _MOST)) as executor:
            yield from _lint_chunks(executor, spec, pages, lost)
        lost.reverse()
        while lost:
            with self.open_executor(1) as executor:
                yield from _lint_again(executor, spec, lost)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _lint_chunks(executor: Executor, spec: bytes, pages: Sequence[Chunk], lost: list[str]) -> Iterator[LintedPage]:
    """Lint chunks side by side; the pages of those that no worker finished are added to `lost`."""
    waiting: dict[Future[list[EncodedResult]], Chunk] = {}
    for chunk in pages:
        try:
            waiting[executor.submit(work, spec, chunk)] = chunk
        except Exception:  # noqa: BLE001 - whatever executor it is, it takes no more
            lost += chunk
    for future in as_completed(waiting):
        chunk = waiting.pop(future)
        try:
            results = future.result()
        except Exception:  # noqa: BLE001 - whatever happened to the worker, the pages are linted again
            lost += chunk
        else:
            yield from zip(chunk, results, strict=True)


def _lint_again(executor: Executor, spec: bytes, lost: list[str]) -> Iterator[LintedPage]:
    """Lint lost pages, from the last one on, up to the first at which the worker dies."""
    while lost:
        path = lost.pop()
        try:
            (encoded,) = executor.submit(work, spec, (path,)).result()
        except Exception as error:  # noqa: BLE001 - whatever happened to the worker, this page is why
            yield path, _failed(path, error)
            return
        yield path, encoded


def _failed(path: str, error: Exception) -> EncodedResult:
    """Return the result of a page that two workers failed at."""
    message = f"The page is not checked: two workers failed at it, the second with {type(error).__name__}: {error}"
    trace = "".join(traceback.format_exception(error))
    return encode(PageResult([failure("worker-died", printable(path), message, trace)]))


def work(spec: bytes, pages: Chunk) -> list[EncodedResult]:
    """Lint some pages in a worker; `spec` is a pickled `WorkerSpec`."""
    linter, repository = _of_this_thread.equipment(spec)
    return [encode(linter.file(path, repository)) for path in pages]


class _OfThread(threading.local):
    """The linter and the repository of a run, which each thread has for itself."""

    def __init__(self) -> None:
        self.equipment = lru_cache(maxsize=1)(_equipment)


def _equipment(pickled: bytes) -> tuple[Linter, Folder]:
    with _loading:
        spec: WorkerSpec = pickle.loads(pickled)  # noqa: S301 - it comes from the process that started this one
    linter = Linter.of(spec.plan)
    return linter, Folder(spec.plan.root, linter.limits.file_bytes, Memo(spec.memo_store))


_loading = threading.Lock()  # local rules are modules, of which each thread makes its own under the same names
_of_this_thread = _OfThread()


def shared(executor: Executor) -> ExecutorFactory:
    """Return a factory for an executor of the caller, which stays open; once it is broken, for processes of our own."""

    def open_executor(jobs: int) -> AbstractContextManager[Executor]:
        try:
            executor.submit(int)
        except BrokenExecutor:  # that of the standard library ends with the first of its processes that dies
            return processes(jobs)
        return nullcontext(executor)

    return open_executor


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Open a pool of processes; they end with the block, and at once if an exception leaves it."""
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_start)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - set(others):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _context() -> BaseContext:
    """Return how to start processes: forks share what is loaded, but lose threads, and not every system has them."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _start() -> None:
    """Leave interrupts to the parent process, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is a worker"
    threading.Thread(target=_exit_with, args=(parent.sentinel,), daemon=True).start()


def _exit_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
