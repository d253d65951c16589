"""Rules about all pages, which run beside the checks of single pages if the editor asks for them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from doclint.rule.finding import Finding
from doclint.server import checks
from doclint.server.documents import OpenDocument
from doclint.server.page_worker import PageWorkers
from doclint.server.worker import WorkerDiedError

_SETTLING = 0.5  # seconds in which pages that are opened or saved are collected


class AllPagesChecks:
    """Runs rules about all pages, one run after the other, and keeps what they found.

    `show` is called with the root once a run is over, and `report` with an error that a run ended with.
    """

    def __init__(
        self, workers: PageWorkers, show: Callable[[Path], Awaitable[None]], report: Callable[[Exception, str], None]
    ) -> None:
        self._workers = workers
        self._show = show
        self._report = report
        self._found: dict[Path, dict[str, list[Finding]]] = {}
        self._waiting: dict[Path, OpenDocument] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self, document: OpenDocument) -> None:
        """Run the rules soon for the root of a document."""
        if document.path is None:
            return
        self._waiting[document.path.parent] = document
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    def of(self, document: OpenDocument, root: Path | None) -> list[Finding]:
        """Return what the last run found on a document of a root."""
        if root is None or document.path is None or not document.path.is_relative_to(root):
            return []
        return self._found.get(root, {}).get(document.path.relative_to(root).as_posix(), [])

    def forget(self) -> None:
        """Forget what was found."""
        self._found.clear()

    async def _run(self) -> None:
        while self._waiting:
            await asyncio.sleep(_SETTLING)
            documents, self._waiting = list(self._waiting.values()), {}
            done: set[Path] = set()
            for document in documents:
                if any(document.path and document.path.is_relative_to(root) for root in done):
                    continue
                try:
                    root, found = await self._workers.read_slowly(document.page, checks.check_all)
                except WorkerDiedError as error:
                    self._report(error, document.uri)
                    continue
                if root is not None:
                    done.add(root)
                    self._found[root] = found
                    await self._show(root)
