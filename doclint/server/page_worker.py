"""The workers of an editor: they have the texts of open documents, and what is around them."""

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from doclint.server import checks
from doclint.server.checks import EditorSetup
from doclint.server.documents import PageText
from doclint.server.worker import Worker

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")
_LARGE = 200_000  # characters of a page that would keep others waiting for about a second


class PageWorker(Worker):
    """A worker that keeps what `doclint.server.checks` keeps."""

    def __init__(self) -> None:
        super().__init__()
        self._setup = EditorSetup()
        self._texts: dict[Path, str] = {}
        self._unsent: dict[Path, str | None] = {}
        self._informed: ProcessPoolExecutor | None = None

    def use(self, setup: EditorSetup) -> None:
        """Say what is around the pages from the next call on."""
        if setup != self._setup:
            self._setup, self._informed = setup, None

    def put(self, path: Path, text: str | None) -> None:
        """Give the text of an open document; None once it is closed."""
        self._unsent[path] = text
        if text is None:
            self._texts.pop(path, None)
        else:
            self._texts[path] = text

    def _prepare(self, pool: ProcessPoolExecutor) -> None:
        is_informed = pool is self._informed
        if is_informed and not self._unsent:
            return
        texts: Mapping[Path, str | None] = self._unsent if is_informed else {**self._texts}
        pool.submit(checks.put, self._setup, texts)
        self._unsent, self._informed = {}, pool

    def twin(self) -> "PageWorker":
        """Return another worker that has the same."""
        twin = PageWorker()
        twin._setup, twin._texts = self._setup, {**self._texts}
        return twin


class PageWorkers:
    """A worker for pages, and, once there is any, one for what takes long, so that others do not wait for it."""

    def __init__(self) -> None:
        self.usual = PageWorker()
        self._patient: PageWorker | None = None

    @property
    def _all(self) -> list[PageWorker]:
        return [self.usual, self._patient] if self._patient else [self.usual]

    async def read(
        self,
        page: PageText,
        function: Callable[Concatenate[PageText, _Arguments], _Answer],
        *args: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Answer:
        """Return what a function returns of a page. Raises WorkerDiedError as `Worker.call` does."""
        if len(page.text) > _LARGE:
            return await self.read_slowly(page, function, *args, **named)
        return await self.usual.call(function, page, *args, **named)

    async def read_slowly(
        self,
        page: PageText,
        function: Callable[Concatenate[PageText, _Arguments], _Answer],
        *args: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Answer:
        """Return what a function returns of a page, without letting others wait; see `read`."""
        self._patient = self._patient or self.usual.twin()
        return await self._patient.call(function, page, *args, **named)

    async def renew(self, paths: list[Path]) -> None:
        """Say that files changed on the disk. Raises WorkerDiedError as `Worker.call` does."""
        for worker in self._all:
            await worker.call(checks.renew, paths)

    def use(self, setup: EditorSetup) -> None:
        """Say what is around the pages from the next call on."""
        for worker in self._all:
            worker.use(setup)

    def put(self, path: Path, text: str | None) -> None:
        """Give the text of an open document; None once it is closed."""
        for worker in self._all:
            worker.put(path, text)

    def stop(self) -> None:
        """End the processes, whatever they do."""
        for worker in self._all:
            worker.stop()
