"""Pages: what the server does for Markdown and MDX."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from lsprotocol import types

from doclint.engine.report.claims import ClaimCounts
from doclint.errors.expressions import expression
from doclint.output.addresses import page_of_rule
from doclint.output.terminal import without_controls
from doclint.rule.finding import Finding
from doclint.server import checks
from doclint.server.checks import CheckedPage, EditorSetup
from doclint.server.diagnostics import SOURCE, diagnostic_of
from doclint.server.documents import OpenDocument, Service, uri_of
from doclint.server.page_checks import PageChecks, PageWorkers
from doclint.server.server import DoclintServer
from doclint.server.worker import WorkerDiedError
from doclint.source.language import is_markdown

_LANGUAGES = frozenset({"markdown", "mdx"})
_NEW = "untitled:"  # what URIs of documents that were never saved begin with
_SETTLING = 0.2  # seconds in which changes of files on the disk are collected
_PLACE = expression(r"(?P<file>[^:\n]+?\.\w+)(?::(?P<line>\d+))?: ")
_LAST = 1_000_000  # a column past the end of any line


class PageService(Service):
    """Checks pages as they change, and shows what it finds."""

    sort = "page"

    def __init__(self, server: DoclintServer) -> None:
        self.server = server
        self._workers = server.workers
        self._problems = Problems(server)
        self._checks = PageChecks(server.workers, self._show)
        self._all_pages = AllPagesChecks(server.workers, self._show_all, server.log_bug)
        self._changed_files: set[Path] = set()
        self._renewal: asyncio.Task[None] | None = None

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is a page: by its name, or else by what the editor takes it for.

        What is neither a file nor new, such as an older version beside a page, is not one.
        """
        path = document.path
        if path is None and not document.uri.startswith(_NEW):
            return False
        return document.language in _LANGUAGES or (path is not None and is_markdown(path.name))

    def changed(self, document: OpenDocument) -> None:
        """Check the page soon."""
        if document.path is not None:
            self._workers.put(document.path, document.text)
        if not self._checks.knows(document.uri):
            self._start_all(document)
        if self.server.settings.run == "onType" or not self._checks.knows(document.uri):
            self._checks.start(document)

    def saved(self, document: OpenDocument) -> None:
        """Check the page, if that waits until it is saved, and the others, which may depend on it."""
        self._start_all(document)
        self._check_all(document)
        if not self._checks.has(document):
            self._checks.start(document)

    def closed(self, document: OpenDocument) -> None:
        """Forget the page, and what was found on it."""
        self._checks.forget(document.uri)
        if document.path is not None:
            self._workers.put(document.path, None)
            self.files_changed([document.path])
        self.server.publish(document.uri, [])

    def settings_changed(self) -> None:
        """Check all pages again."""
        server = self.server
        self._all_pages.forget()
        for document in filter(self.takes, server.documents.values()):
            self._start_all(document)
        self._workers.use(EditorSetup(tuple(server.folders), server.settings, is_watched=server.is_told_of_files))
        self._check_all()

    def other_changed(self) -> None:
        """Check all pages again, as they may be about the document."""
        if self.server.settings.run == "onType":
            self._check_all()

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Check all pages again once the changes settle, as they may depend on the files."""
        # The text of an open page is that of the editor, and its own check follows from that.
        pages = {document.path for document in self.server.documents.values() if self.takes(document)}
        self._changed_files.update(path for path in paths if path not in pages)
        if self._changed_files and self._renewal is None:
            self._renewal = asyncio.ensure_future(self._renew())

    async def findings(self, document: OpenDocument, start: int, end: int) -> list[Finding]:
        """Return the findings of a page between two offsets, once this version of it is checked."""
        checked = await self._checks.result(document)
        offset = document.positions.offset_of
        found = checked.findings if checked else ()
        return [one for one in found if offset(one.start) <= end and start <= offset(one.end)]

    async def claims(self, document: OpenDocument) -> ClaimCounts | None:
        """Return how many claims of this version of a page hold, once it is checked; None without the setting."""
        checked = await self._checks.result(document)
        return checked.claims if checked else None

    async def _renew(self) -> None:
        await asyncio.sleep(_SETTLING)
        paths, self._changed_files, self._renewal = sorted(self._changed_files), set(), None
        with suppress(WorkerDiedError):  # the next one reads everything again
            await self._workers.renew(paths)
        self._check_all()

    def _start_all(self, document: OpenDocument) -> None:
        if self.server.settings.all_pages:
            self._all_pages.start(document)

    async def _show_all(self, root: Path) -> None:
        """Show what rules about all pages found below a root, beside what is known of each page."""
        for document in list(self.server.documents.values()):
            if document.path is not None and document.path.is_relative_to(root):
                checked = await self._checks.result(document)
                if checked is not None:
                    self._show(document, checked)

    def _check_all(self, besides: OpenDocument | None = None) -> None:
        for document in self.server.documents.values():
            if document is not besides and self.takes(document):
                self._checks.start(document)

    def _show(self, document: OpenDocument, found: CheckedPage) -> None:
        """Show what was found on a document, unless it has changed since."""
        if self.server.documents.get(document.uri) is document:
            try:
                self._publish(document, found)
            except Exception as error:  # noqa: BLE001 - the server goes on
                self.server.log_bug(error, document.uri)

    def _publish(self, document: OpenDocument, found: CheckedPage) -> None:
        self._problems.show(found.root, found.problem, is_checked=found.is_checked)
        for one in found.findings:
            if one.is_failure:
                self.server.log(f"{one.path}: {one.message}\n{one.traceback}", types.MessageType.Error)
        shown = [
            diagnostic_of(one, document.positions, found.root, page_of_rule(one.rule, found.rule_pages))
            for one in (*found.findings, *self._all_pages.of(document, found.root))
        ]
        self.server.publish(document.uri, shown, document.version)
        if found.claims is not None:
            self.server.report_claims(document.uri, found.claims)
            self.server.refresh_lenses()


class Problems:
    """What is wrong with the configuration of each root, as it was shown last."""

    def __init__(self, server: DoclintServer) -> None:
        self._server = server
        self._shown: dict[Path | None, str] = {}

    def show(self, root: Path | None, problem: str, *, is_checked: bool) -> None:
        """Show what is wrong with the configuration of a root, and take back what is no longer; empty for nothing.

        `is_checked` says whether an earlier configuration is in use, with which pages are checked.
        """
        before = self._shown.get(root, "")
        self._shown[root] = problem
        if before and before != problem:
            self._publish(root, before, [])
        if problem and problem != before:
            meanwhile = "uses the configuration from before" if is_checked else "checks no page that it is for"
            self._server.show(f"{problem}\nUntil this is fixed, doclint {meanwhile}.")
        if problem:
            # Once more even if it is the same: the file may have been closed, and its diagnostics with it.
            self._publish(root, problem, [problem])

    def _publish(self, root: Path | None, about: str, problems: list[str]) -> None:
        """Show problems on the file that a problem is about; nothing if it is open, as what shows it knows more."""
        place = _place(about, root) if root else None
        if place is not None and uri_of(place[0]) not in self._server.documents:
            self._server.publish(uri_of(place[0]), [_diagnostic(one, place[1]) for one in problems])


def _place(problem: str, root: Path) -> tuple[Path, int] | None:
    """Return the file below a root that a problem names, and the line (1-based); None if it names none."""
    found = _PLACE.match(problem)
    if found is None or not (root / found["file"]).is_file():
        return None
    return root / found["file"], int(found["line"] or 1)


def _diagnostic(problem: str, line: int) -> types.Diagnostic:
    return types.Diagnostic(
        range=types.Range(types.Position(line - 1, 0), types.Position(line - 1, _LAST)),
        message=without_controls(_PLACE.sub("", problem, count=1)),
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )


_LONG_SETTLING = 0.5  # seconds in which pages that are opened or saved are collected


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
            await asyncio.sleep(_LONG_SETTLING)
            documents, self._waiting = list(self._waiting.values()), {}
            done: set[Path] = set()
            for document in documents:
                if any(document.path and document.path.is_relative_to(root) for root in done):
                    continue
                try:
                    root, found = await self._workers.patient.call(checks.check_all, document.page)
                except WorkerDiedError as error:
                    self._report(error, document.uri)
                    continue
                if root is not None:
                    done.add(root)
                    self._found[root] = found
                    await self._show(root)
