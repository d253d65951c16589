"""Workers: processes that judge pages side by side, each some neighbours at a time.

Any executor of `concurrent.futures` will do. What a worker has to know is sent to it as recipes: it finds the rules and
reads the settings by itself.
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

from doclint.config.project import Project
from doclint.engine.linter import Linter
from doclint.engine.result import EncodedResult, LintedPage, PageResult, encode
from doclint.markdown.source import printable
from doclint.repository.disk import Folder
from doclint.repository.memo import Memo, MemoStore
from doclint.rule.finding import failure

Chunk: TypeAlias = tuple[str, ...]
"""The paths of some pages that lie side by side."""
ExecutorFactory: TypeAlias = Callable[[int], AbstractContextManager[Executor]]
"""Gives so many workers for the time of a block."""

_ROUNDS = 8  # chunks for each worker, so that all have done at about the same time
_PAGE = 4096  # bytes that a page weighs beside those that it has
_LEAST = 1_500_000  # such bytes of all pages; below, it takes longer to start a worker than to do its work
_MOST = 61  # workers; Windows can wait for no more


def cores() -> int:
    """How many processors this process may use."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class WorkerSpec:
    """What a worker has to know: the project, the names that select rules, whether it is about all pages, and the
    shelf for facts.

    What a worker remembers of a repository is for one run.
    """

    project: Project
    names: tuple[Sequence[str] | None, Sequence[str], Sequence[str]]
    is_whole: bool
    memo_store: MemoStore | None = None
    run: str = field(default_factory=lambda: uuid4().hex)

    def linter(self) -> Linter:
        """What judges the pages."""
        select, ignore, without = self.names
        selection = self.project.selection(select, ignore, without)
        return Linter.of(self.project, selection, is_whole=self.is_whole)


def chunks(pages: Sequence[tuple[str, int]], jobs: int) -> list[Chunk]:
    """Pages with their sizes in bytes, cut into pieces for some workers; one piece where that is little work.

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
    """So many workers, how they are hired, and what they have to know."""

    jobs: int
    open_executor: ExecutorFactory
    spec: WorkerSpec

    def chunks(self, paths: Sequence[str]) -> list[Chunk]:
        """Pages by what is to be sent to a worker at once; little work is one chunk."""
        return chunks([(path, _size(self.spec.project.root / path)) for path in paths], self.jobs)

    def linted(self, pages: Sequence[Chunk]) -> Iterator[LintedPage]:
        """Pages with their verdicts, as they come.

        Where a worker dies, nobody can tell at which page, and others may go with it: what is lost is judged once more,
        by one worker and page by page.
        """
        sent = pickle.dumps(self.spec)
        lost: list[str] = []
        with self.open_executor(min(self.jobs, len(pages), _MOST)) as executor:
            yield from _round(executor, sent, pages, lost)
        lost.reverse()
        while lost:
            with self.open_executor(1) as executor:
                yield from _again(executor, sent, lost)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _round(executor: Executor, sent: bytes, pages: Sequence[Chunk], lost: list[str]) -> Iterator[LintedPage]:
    """The verdicts on some chunks; the pages of those that no worker brought to an end are added to `lost`."""
    waiting: dict[Future[list[EncodedResult]], Chunk] = {}
    for chunk in pages:
        try:
            waiting[executor.submit(work, sent, chunk)] = chunk
        except Exception:  # noqa: BLE001 - whatever executor it is, it takes no more
            lost += chunk
    for future in as_completed(waiting):
        chunk = waiting.pop(future)
        try:
            results = future.result()
        except Exception:  # noqa: BLE001 - whatever happened to the worker, the pages are judged again
            lost += chunk
        else:
            yield from zip(chunk, results, strict=True)


def _again(executor: Executor, sent: bytes, lost: list[str]) -> Iterator[LintedPage]:
    """The verdicts on pages that are lost, from the last one on, up to one at which the worker dies."""
    while lost:
        path = lost.pop()
        try:
            (encoded,) = executor.submit(work, sent, (path,)).result()
        except Exception as error:  # noqa: BLE001 - whatever happened to the worker, this page is why
            yield path, _dead(path, error)
            return
        yield path, encoded


def _dead(path: str, error: Exception) -> EncodedResult:
    message = f"The page is not checked: two workers failed at it, the second with {type(error).__name__}: {error}"
    trace = "".join(traceback.format_exception(error))
    return encode(PageResult([failure("worker-died", printable(path), message, trace)]))


def work(sent: bytes, pages: Chunk) -> list[EncodedResult]:
    """What a worker does: the verdicts on some pages."""
    linter, repository = _bench.made(sent)
    return [encode(linter.file(path, repository)) for path in pages]


class _Bench(threading.local):
    """What judges the pages of a run, and the repository, which remembers what it was asked: one of each thread."""

    def __init__(self) -> None:
        self.made = lru_cache(maxsize=1)(_made)


def _made(sent: bytes) -> tuple[Linter, Folder]:
    with _loading:
        spec: WorkerSpec = pickle.loads(sent)  # noqa: S301 - it comes from the process that hired this one
        linter = spec.linter()
    return linter, Folder(spec.project.root, linter.limits.file_bytes, Memo(spec.memo_store))


_loading = threading.Lock()  # local rules are modules, of which each thread makes its own under the same names
_bench = _Bench()


def lent(executor: Executor) -> ExecutorFactory:
    """Workers that somebody brings along, and that stay; where they are gone for good, processes of our own."""

    def open_executor(jobs: int) -> AbstractContextManager[Executor]:
        try:
            executor.submit(int)
        except BrokenExecutor:  # that of the standard library ends with the first of its processes that dies
            return processes(jobs)
        return nullcontext(executor)

    return open_executor


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Some processes of our own, which end with the block, and at once if it is left by an error."""
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_begin)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - set(others):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _context() -> BaseContext:
    """Forks share the memory of what is loaded, but threads do not live on in them, and some systems cannot do it."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _begin() -> None:
    """Leave it to the process that hired this one to be interrupted, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is a worker"
    threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
