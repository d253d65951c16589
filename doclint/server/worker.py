"""A worker: a process beside a server that reads and checks pages, so that whoever asks never waits for long; and
standard input and output, which only the protocol of a server has.

If a page crashes it, another one takes its place, and the server goes on.
"""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from doclint.engine.workers import open_pool

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


_LONGEST = 120.0  # seconds that a call may take


class WorkerDiedError(Exception):
    """A call ended two workers, or took so long that the worker was ended."""


class Worker:
    """A process that makes calls one after the other."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()
        self._turn = asyncio.Lock()

    async def call(
        self, function: Callable[_Arguments, _Answer], *args: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Answer:
        """Return what a function returns in the worker. Raises WorkerDiedError if that ends two workers, or is slow."""
        # The others wait outside the process: no one is blamed for the end of a worker that was busy with another call.
        async with self._turn:
            return await self._call(function, *args, **named)

    async def _call(
        self, function: Callable[_Arguments, _Answer], *args: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Answer:
        for _ in range(2):
            pool = self._pool = self._pool or self._start()
            try:
                self._prepare(pool)
                call = asyncio.wrap_future(pool.submit(function, *args, **named))
                return await asyncio.wait_for(call, _LONGEST)
            except BrokenExecutor:
                self._discard(pool)
            except TimeoutError as error:
                self._discard(pool)
                raise WorkerDiedError(f"it takes more than {_LONGEST:.0f} seconds") from error
        raise WorkerDiedError("two processes of doclint ended at it")

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._pool is not None:
            self._discard(self._pool)

    def _prepare(self, pool: ProcessPoolExecutor) -> None:
        """Send what the process does not have yet, before a call."""

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if pool is not self._pool:
            return
        self._pool = None
        for process in self._processes:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        # Without this, a module of the working directory could take the place of one that starts the process.
        os.environ["PYTHONSAFEPATH"] = "1"
        others = multiprocessing.active_children()
        pool = open_pool(1)
        pool.submit(int)
        self._processes = set(multiprocessing.active_children()).difference(others)
        return pool


def taken() -> tuple[int, int]:
    """Return descriptors of standard input and output that only a protocol has.

    Whatever else reads gets nothing, and whatever else prints, such as a rule, prints on standard error.
    """
    reading, writing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout = sys.stderr
    return reading, writing
