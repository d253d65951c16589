"""Pages: what the server does for Markdown and MDX."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from doclint.code.languages import is_markdown
from doclint.rule.finding import Finding, failure
from doclint.server import checks
from doclint.server.checks import Around, CheckedPage
from doclint.server.diagnostics import diagnostic_of
from doclint.server.documents import OpenDocument
from doclint.server.problems import Problems
from doclint.server.server import DoclintServer
from doclint.server.service import Service
from doclint.server.worker import WorkerDiedError

_LANGUAGES = frozenset({"markdown", "mdx"})
_UNTITLED = "untitled.md"
_SHORTEST, _LONGEST = 0.03, 1.0  # seconds without a change before a page is checked; pages that take long wait longer
_SETTLING = 0.2  # seconds in which changes of files on the disk are collected


class _Check(NamedTuple):
    """The check of a version of a document, which may be under way."""

    document: OpenDocument
    task: "asyncio.Task[CheckedPage]"


class PageService(Service):
    """Checks pages in a worker as they change, and shows what it finds."""

    def __init__(self, server: DoclintServer) -> None:
        self._server = server
        self._worker = server.worker
        self._problems = Problems(server)
        self._checks: dict[str, _Check] = {}
        self._delays: dict[str, float] = {}
        self._changed_files: set[Path] = set()
        self._renewal: asyncio.Task[None] | None = None

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is a page: by its name, or else by what the editor takes it for."""
        return document.language in _LANGUAGES or (document.path is not None and is_markdown(document.path.name))

    def changed(self, document: OpenDocument) -> None:
        """Check the page soon."""
        if document.path is not None:
            self._worker.put(document.path, document.text)
        is_new = document.uri not in self._checks
        if is_new or self._server.settings.run == "onType":
            self._start(document)

    def saved(self, document: OpenDocument) -> None:
        """Check the page, if that waits until it is saved."""
        if self._checks.get(document.uri, (None,))[0] is not document:
            self._start(document)

    def closed(self, document: OpenDocument) -> None:
        """Forget the page, and what was found on it."""
        check = self._checks.pop(document.uri, None)
        if check is not None:
            check.task.cancel()
        self._delays.pop(document.uri, None)
        if document.path is not None:
            self._worker.put(document.path, None)
        self._server.publish(document.uri, [])

    def settings_changed(self) -> None:
        """Check all pages again."""
        self._worker.use(Around(tuple(self._server.folders), self._server.settings))
        self._check_all()

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Check all pages again once the changes settle, as they may depend on the files."""
        is_open = {document.path for document in self._server.documents.values()}
        self._changed_files.update(path for path in paths if path not in is_open)
        if self._changed_files and self._renewal is None:
            self._renewal = asyncio.ensure_future(self._renew())

    async def _renew(self) -> None:
        await asyncio.sleep(_SETTLING)
        paths, self._changed_files, self._renewal = sorted(self._changed_files), set(), None
        await self._worker.call(checks.renew, paths)
        self._check_all()

    def _check_all(self) -> None:
        for document in self._server.documents.values():
            if self.takes(document):
                self._start(document)

    def _start(self, document: OpenDocument) -> None:
        before = self._checks.get(document.uri)
        if before is not None:
            before.task.cancel()
        task = asyncio.ensure_future(self._check(document))
        self._checks[document.uri] = _Check(document, task)

    async def _check(self, document: OpenDocument) -> CheckedPage:
        """Check a version of a page once it has not changed for a while, and show what is found if it is the last."""
        await asyncio.sleep(self._delays.get(document.uri, _SHORTEST))
        start = time.monotonic()
        found = await self._checked(document)
        self._delays[document.uri] = min(max(time.monotonic() - start, _SHORTEST), _LONGEST)
        if self._server.documents.get(document.uri) is document:
            self._problems.show(found.root, found.problem)
            shown = [diagnostic_of(finding, document.positions, found.root) for finding in found.findings]
            self._server.publish(document.uri, shown, document.version)
            self._log_failures(found.findings)
        return found

    async def _checked(self, document: OpenDocument) -> CheckedPage:
        name = document.path.name if document.path else _UNTITLED
        try:
            return await self._worker.call(checks.check, document.path, name, document.text)
        except WorkerDiedError:
            message = "The page is not checked: two processes of doclint ended at it"
            return CheckedPage([failure("worker-died", name, message)])

    def _log_failures(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            if finding.is_failure:
                self._server.log(f"{finding.path}: {finding.message}\n{finding.traceback}", types.MessageType.Error)
