"""How pages match the formats that are open, kept up to date while these change."""

import asyncio
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from msgspec import Struct

from doclint.server.documents import OpenDocument, uri_of
from doclint.server.server import DoclintServer
from doclint.server.toml import matching
from doclint.server.toml.file import TomlFile
from doclint.server.toml.matching import FormatMatch
from doclint.server.worker import Worker

_SETTLING = 0.4  # seconds without a change before pages are read


class _Matched(Struct):
    """A format that is open: its newest text, what is under way, and what was found last."""

    document: OpenDocument
    file: TomlFile
    task: asyncio.Task[None]
    found: FormatMatch | None = None


class LiveMatch:
    """Matches pages with formats in a process of its own, because that takes longer than to check a page.

    `changed` is called with a document once something else is known of it. While one format is matched, the next one
    waits; of each, only the newest text counts.
    """

    def __init__(self, server: DoclintServer, changed: Callable[[OpenDocument], None]) -> None:
        self._server = server
        self._changed = changed
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._formats: dict[str, _Matched] = {}
        self._is_outdated = False
        self._reports: tempfile.TemporaryDirectory[str] | None = None

    def update(self, document: OpenDocument, file: TomlFile) -> None:
        """Match pages with the new text of a format, soon."""
        before = self._formats.get(document.uri)
        if before is not None:
            before.task.cancel()
        task = asyncio.ensure_future(self._match(document, file))
        self._formats[document.uri] = _Matched(document, file, task, before.found if before else None)

    def files_changed(self) -> None:
        """Take note that pages may have changed on the disk; what is found next is about the new ones."""
        self._is_outdated = True

    def forget(self, uri: str) -> None:
        """Forget a format that was closed."""
        before = self._formats.pop(uri, None)
        if before is not None:
            before.task.cancel()

    def found(self, uri: str) -> FormatMatch | None:
        """Return what was found last; None if nothing was yet, or if the format has had mistakes ever since."""
        known = self._formats.get(uri)
        return known.found if known else None

    def stop(self) -> None:
        """End the process, and remove the reports."""
        self._worker.stop()
        if self._reports is not None:
            self._reports.cleanup()

    async def show(self, uri: str) -> None:
        """Show the report on a format in the editor."""
        found = self.found(uri)
        if found is None:
            self._server.show("no page has been compared with this format yet", types.MessageType.Info)
            return
        self._reports = self._reports or tempfile.TemporaryDirectory(prefix="doclint-")
        stem = re.sub(r"[^\w-]", "_", Path(uri).stem) or "format"
        path = Path(self._reports.name) / f"{stem}.txt"
        await asyncio.to_thread(path.write_text, found.report, "utf-8")
        await self._server.window_show_document_async(types.ShowDocumentParams(uri_of(path), take_focus=False))

    async def _compared(self, file: TomlFile, root: Path) -> FormatMatch | None:
        if self._is_outdated:
            self._is_outdated = False
            await self._worker.call(matching.forget)
        return await self._worker.call(matching.match, file.text, file.path, root)

    async def _match(self, document: OpenDocument, file: TomlFile) -> None:
        await asyncio.sleep(_SETTLING)
        async with self._turn:
            if file.root is None:
                return
            call = self._compared(file, file.root)
            found = await self._server.logged(call, document.uri, "is not compared with pages")
        known = self._formats.get(document.uri)
        if known is not None and known.document is document and found is not None:
            known.found = found
            self._changed(document)
