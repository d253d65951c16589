"""The checks of pages: when they run, in which workers, and which of them still matter."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from msgspec import Struct

from doclint.rule.finding import failure
from doclint.server import checks
from doclint.server.checks import CheckedPage, EditorSetup
from doclint.server.documents import OpenDocument, PageText
from doclint.server.worker import Worker, WorkerDiedError

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

    @property
    def patient(self) -> PageWorker:
        """The worker for what takes long."""
        self._patient = self._patient or self.usual.twin()
        return self._patient

    def of(self, page: PageText) -> PageWorker:
        """Return the worker that reads a page."""
        return self.patient if len(page.text) > _LARGE else self.usual

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


_SHORTEST, _LONGEST = 0.03, 0.5  # seconds without a change before a check; a page that takes long waits longer


class _Check(Struct, frozen=True):
    """The check of a version of a document, which may be under way."""

    document: OpenDocument
    task: "asyncio.Task[CheckedPage]"


class PageChecks:
    """Checks pages in workers, each version once, and drops what is about an older one.

    `show` gets each document with what was found, if it is still the newest.
    """

    def __init__(self, workers: PageWorkers, show: Callable[[OpenDocument, CheckedPage], None]) -> None:
        self._workers = workers
        self._show = show
        self._checks: dict[str, _Check] = {}
        self._seconds: dict[str, float] = {}

    def has(self, document: OpenDocument) -> bool:
        """Whether this version of a document was checked, or is being checked."""
        check = self._checks.get(document.uri)
        return check is not None and check.document is document

    def knows(self, uri: str) -> bool:
        """Whether some version of a document was checked, or is being checked."""
        return uri in self._checks

    def start(self, document: OpenDocument) -> None:
        """Check a document once it has not changed for a while."""
        self._cancel(document.uri)
        self._checks[document.uri] = _Check(document, asyncio.ensure_future(self._check(document)))

    def forget(self, uri: str) -> None:
        """Forget a document."""
        self._cancel(uri)
        self._checks.pop(uri, None)
        self._seconds.pop(uri, None)

    async def result(self, document: OpenDocument) -> CheckedPage | None:
        """Return what was found on this version of a document; None if it is not checked, or no longer the newest."""
        check = self._checks.get(document.uri)
        if check is None or check.document is not document:
            return None
        try:
            return await asyncio.shield(check.task)
        except asyncio.CancelledError:
            if check.task.cancelled():
                return None
            raise

    def _cancel(self, uri: str) -> None:
        if uri in self._checks:
            self._checks[uri].task.cancel()

    async def _check(self, document: OpenDocument) -> CheckedPage:
        taken = self._seconds.get(document.uri)
        await asyncio.sleep(min(max(taken or 0.0, _SHORTEST), _LONGEST))
        start = time.monotonic()
        found = await self._found(document.page)
        # The first check loads what the next ones have, so it says nothing about them.
        self._seconds[document.uri] = 0.0 if taken is None else time.monotonic() - start
        self._show(document, found)
        return found

    async def _found(self, page: PageText) -> CheckedPage:
        try:
            return await self._workers.of(page).call(checks.check, page)
        except WorkerDiedError as error:
            return CheckedPage([failure("worker-died", page.name, f"The page is not checked: {error}")])
        except Exception as error:  # noqa: BLE001 - a bug must be seen on the page, and the server goes on
            message = f"doclint failed on this page: {type(error).__name__}: {error}"
            return CheckedPage([failure("page-failed", page.name, message, error)])
