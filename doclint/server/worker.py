"""The worker: a process beside the server that reads and checks pages, so that typing never waits for it.

If a page crashes it, another one takes its place, and the server goes on.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import ParamSpec, TypeVar

from doclint.engine.workers import open_pool
from doclint.server import checks
from doclint.server.checks import EditorSetup

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


_LONGEST = 120.0  # seconds that a call may take


class WorkerDiedError(Exception):
    """A call ended two workers, or took so long that the worker was ended."""


class Worker:
    """A process that makes calls one after the other, and keeps what `doclint.server.checks` keeps."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._setup = EditorSetup()
        self._texts: dict[Path, str] = {}
        self._unsent: dict[Path, str | None] = {}
        self._is_sent = False
        self._processes: set[BaseProcess] = set()
        self._turn = asyncio.Lock()

    def use(self, setup: EditorSetup) -> None:
        """Say what is around the pages from the next call on."""
        self._is_sent = self._is_sent and setup == self._setup
        self._setup = setup

    def put(self, path: Path, text: str | None) -> None:
        """Give the text of an open document; None once it is closed."""
        self._unsent[path] = text
        if text is None:
            self._texts.pop(path, None)
        else:
            self._texts[path] = text

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
                self._send(pool)
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

    def _send(self, pool: ProcessPoolExecutor) -> None:
        """Send what the worker does not have yet."""
        if self._is_sent and not self._unsent:
            return
        texts: Mapping[Path, str | None] = self._unsent if self._is_sent else {**self._texts}
        pool.submit(checks.put, self._setup, texts)
        self._unsent, self._is_sent = {}, True

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if pool is not self._pool:
            return
        self._pool, self._is_sent = None, False
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
