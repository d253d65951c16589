"""Pages: what the server does for Markdown and MDX."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lsprotocol import types

from doclint.output.addresses import page_of_rule
from doclint.rule.finding import Finding
from doclint.server import answers, checks
from doclint.server.checks import CheckedPage, EditorSetup
from doclint.server.diagnostics import diagnostic_of
from doclint.server.documents import OpenDocument
from doclint.server.page_actions import id_of
from doclint.server.page_checks import PageChecks, page_text
from doclint.server.problems import Problems
from doclint.server.server import FIX_ALL, DoclintServer
from doclint.server.service import Service
from doclint.server.worker import WorkerDiedError
from doclint.source.language import is_markdown

_LANGUAGES = frozenset({"markdown", "mdx"})
_NEW = "untitled:"  # what URIs of documents that were never saved begin with
_SETTLING = 0.2  # seconds in which changes of files on the disk are collected
_LARGE = 200_000  # characters of a page for which all fixes are made only if that is asked for
_MOST_ACTIONS = 5  # findings at a place that get actions


class PageService(Service):
    """Checks pages as they change, shows what it finds, and answers questions about them."""

    def __init__(self, server: DoclintServer) -> None:
        self._server = server
        self._worker = server.worker
        self._problems = Problems(server)
        self._checks = PageChecks(server.worker, self._show)
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
            self._worker.put(document.path, document.text)
        if self._server.settings.run == "onType" or not self._checks.knows(document.uri):
            self._checks.start(document)

    def saved(self, document: OpenDocument) -> None:
        """Check the page, if that waits until it is saved, and the others, which may depend on it."""
        self._check_all(document)
        if not self._checks.has(document):
            self._checks.start(document)

    def closed(self, document: OpenDocument) -> None:
        """Forget the page, and what was found on it."""
        self._checks.forget(document.uri)
        if document.path is not None:
            self._worker.put(document.path, None)
            self.files_changed([document.path])
        self._server.publish(document.uri, [])

    def settings_changed(self) -> None:
        """Check all pages again."""
        server = self._server
        self._worker.use(EditorSetup(tuple(server.folders), server.settings, is_watched=server.is_told_of_files))
        self._check_all()

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Check all pages again once the changes settle, as they may depend on the files."""
        # The text of an open page is that of the editor, and its own check follows from that.
        pages = {document.path for document in self._server.documents.values() if self.takes(document)}
        self._changed_files.update(path for path in paths if path not in pages)
        if self._changed_files and self._renewal is None:
            self._renewal = asyncio.ensure_future(self._renew())

    async def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        """Return the findings at an offset with their manuals, and the lines of the source that the text is about."""
        page = page_text(document)
        checked = await self._checks.result(document)
        here = self._at(document, checked, offset, offset)
        place = await self._worker.call(checks.place, page, offset)
        places = [place] if place else []
        if here:
            places = await self._worker.call(checks.related, page, list(map(id_of, here))) or places
        manuals = [await self._worker.call(checks.manual, page, one.rule) for one in here]
        addresses = [page_of_rule(one.rule, checked.rule_pages if checked else "") for one in here]
        shown = list(zip(here, manuals, addresses, strict=True))
        return answers.hover(document, shown, places, is_markdown=self._server.shows_markdown)

    async def definition(self, document: OpenDocument, offset: int) -> list[types.Location]:
        """Return the place in a source or on another page that the text at an offset is about.

        If it is about none, these are the lines from which the findings there follow.
        """
        page = page_text(document)
        place = await self._worker.call(checks.place, page, offset)
        if place is not None:
            return [answers.location(place)]
        here = self._at(document, await self._checks.result(document), offset, offset)
        ids = list(map(id_of, here))
        return list(map(answers.location, await self._worker.call(checks.related, page, ids) if here else ()))

    async def code_actions(self, document: OpenDocument, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the fixes of findings in a range, comments that allow them, and the action that makes all fixes."""
        wanted = params.context.only
        found: list[types.CodeAction] = []
        if _is_wanted(types.CodeActionKind.QuickFix, wanted):
            span = document.positions.span(params.range)
            here = self._at(document, await self._checks.result(document), span.start, span.end)
            ids = list(map(id_of, here[:_MOST_ACTIONS]))
            actions = await self._worker.call(checks.actions, page_text(document), ids) if here else []
            found += [answers.code_action(one, document, params.context.diagnostics) for one in actions]
        is_useful = any(one.is_preferred for one in found) and len(document.text) < _LARGE
        if _is_wanted(FIX_ALL, wanted) and (wanted or is_useful):
            found += await self._fix_all(document)
        # An editor may make the edits in whatever text it has by then.
        return found if self._server.documents.get(document.uri) is document else []

    async def symbols(self, document: OpenDocument) -> list[types.DocumentSymbol]:
        """Return the headings of a page."""
        return answers.symbols(await self._worker.call(checks.outline, page_text(document)), document.positions)

    async def links(self, document: OpenDocument) -> list[types.DocumentLink]:
        """Return the links of a page to files of its repository."""
        found = await self._worker.call(checks.links, page_text(document))
        return [answers.document_link(one, document.positions) for one in found]

    async def _fix_all(self, document: OpenDocument) -> list[types.CodeAction]:
        edit, refusal = await self._worker.call(checks.fix_all, page_text(document))
        if refusal:
            self._server.log(f"{document.uri}: no fix is made, because {refusal}", types.MessageType.Warning)
        if edit is None:
            return []
        change = answers.workspace_edit(document, [edit])
        return [types.CodeAction("doclint: make all safe fixes", FIX_ALL, edit=change)]

    def _at(self, document: OpenDocument, checked: CheckedPage | None, start: int, end: int) -> list[Finding]:
        """Return the findings of a page between two offsets."""
        offset = document.positions.offset_of
        found = checked.findings if checked else ()
        return [one for one in found if offset(one.start) <= end and start <= offset(one.end)]

    async def _renew(self) -> None:
        await asyncio.sleep(_SETTLING)
        paths, self._changed_files, self._renewal = sorted(self._changed_files), set(), None
        with suppress(WorkerDiedError):  # the next one reads everything again
            await self._worker.call(checks.renew, paths)
        self._check_all()

    def _check_all(self, besides: OpenDocument | None = None) -> None:
        for document in self._server.documents.values():
            if document is not besides and self.takes(document):
                self._checks.start(document)

    def _show(self, document: OpenDocument, found: CheckedPage) -> None:
        """Show what was found on a document, unless it has changed since."""
        if self._server.documents.get(document.uri) is document:
            try:
                self._publish(document, found)
            except Exception as error:  # noqa: BLE001 - the server goes on
                self._server.log_bug(error, document.uri)

    def _publish(self, document: OpenDocument, found: CheckedPage) -> None:
        self._problems.show(found.root, found.problem, is_checked=found.is_checked)
        for one in found.findings:
            if one.is_failure:
                self._server.log(f"{one.path}: {one.message}\n{one.traceback}", types.MessageType.Error)
        shown = [
            diagnostic_of(one, document.positions, found.root, page_of_rule(one.rule, found.rule_pages))
            for one in found.findings
        ]
        self._server.publish(document.uri, shown, document.version)


def _is_wanted(kind: str, wanted: Sequence[str] | None) -> bool:
    """Whether an editor wants actions of a kind: all, or those of a kind that has it."""
    return not wanted or any(kind == one or kind.startswith(f"{one}.") for one in map(_text, wanted))


def _text(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
