"""The checks of pages: when they run, and which of them still matter."""

import asyncio
import time
from collections.abc import Callable
from traceback import format_exception
from typing import NamedTuple

from doclint.rule.finding import failure
from doclint.server import checks
from doclint.server.checks import CheckedPage
from doclint.server.documents import OpenDocument, PageText
from doclint.server.page_worker import PageWorkers
from doclint.server.worker import WorkerDiedError

_SHORTEST, _LONGEST = 0.03, 0.5  # seconds without a change before a check; a page that takes long waits longer


class _Check(NamedTuple):
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
            return await self._workers.read(page, checks.check)
        except WorkerDiedError as error:
            return CheckedPage([failure("worker-died", page.name, f"The page is not checked: {error}")])
        except Exception as error:  # noqa: BLE001 - a bug must be seen on the page, and the server goes on
            message = f"doclint failed on this page: {type(error).__name__}: {error}"
            return CheckedPage([failure("page-failed", page.name, message, "".join(format_exception(error)))])
