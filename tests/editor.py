"""An editor for tests: a real client that drives the language server, which is a process of its own."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

PATIENCE = 30.0  # seconds that a test waits for an answer on a slow machine


class _Client(LanguageClient):
    """A client that keeps all diagnostics with their versions, and what the server registered."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.claims: list[dict[str, Any]] = []
        self.news = asyncio.Event()


def _publish(client: _Client, params: types.PublishDiagnosticsParams) -> None:
    client.published.append(params)
    client.news.set()


def _register(client: _Client, params: types.RegistrationParams) -> None:
    client.registered += params.registrations


def _count(client: _Client, params: Any) -> None:
    client.claims.append(params._asdict())
    client.news.set()


def _refresh(_client: _Client, _params: None) -> None:
    """Ask for nothing again: tests ask for what they want."""


_FEATURES: dict[str, Callable[..., Any]] = {
    **DEFAULT_CLIENT_FEATURES,
    types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: _publish,
    types.CLIENT_REGISTER_CAPABILITY: _register,
    types.WORKSPACE_CODE_LENS_REFRESH: _refresh,
    "$/doclint/claims": _count,
}


class Editor:
    """An editor with some folders, as an asynchronous context manager. Documents are named by their paths."""

    def __init__(
        self,
        *folders: Path,
        settings: Mapping[str, object] | None = None,
        capabilities: str = "visual_studio_code",
        encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16,
        cwd: Path | None = None,
    ) -> None:
        self.folders = folders
        self.settings = settings
        self.capabilities = client_capabilities(capabilities)
        self.capabilities.general = types.GeneralClientCapabilities(position_encodings=[encoding])
        self.cwd = cwd
        self.client = _Client()
        self._versions: dict[str, int] = {}

    async def __aenter__(self) -> Self:
        register_lsp_features(self.client, _FEATURES)
        where = {"cwd": self.cwd} if self.cwd else {}
        await self.client.start_io(sys.executable, "-P", "-m", "doclint", "server", **where)
        self.client.set_configuration(self.settings, section="doclint")
        folders = [types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in self.folders]
        params = types.InitializeParams(
            self.capabilities, workspace_folders=folders, initialization_options=self.settings
        )
        await asyncio.wait_for(self.client.initialize_session(params), PATIENCE)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.server.returncode is None:
            await asyncio.wait_for(self.client.shutdown_session(), PATIENCE)
        await self.client.stop()  # type: ignore[no-untyped-call]

    @property
    def server(self) -> asyncio.subprocess.Process:
        """The process of the server."""
        server = self.client._server
        assert server is not None
        return server

    def open(
        self, path: Path | str, text: str | None = None, language: str = "markdown"
    ) -> types.TextDocumentIdentifier:
        """Open a file, or a document with a URI, by default with the text that is on the disk."""
        uri = path if isinstance(path, str) else path.as_uri()
        if text is None:
            assert isinstance(path, Path)
            text = path.read_bytes().decode()
        self._versions[uri] = self._versions.get(uri, 0) + 1
        item = types.TextDocumentItem(uri, language, self._versions[uri], text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return types.TextDocumentIdentifier(uri)

    def type(self, document: types.TextDocumentIdentifier, text: str) -> int:
        """Replace the text of a document, and return its version."""
        self._versions[document.uri] += 1
        version = types.VersionedTextDocumentIdentifier(self._versions[document.uri], document.uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
        return version.version

    def save(self, document: types.TextDocumentIdentifier) -> None:
        """Say that a document was saved."""
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    def close(self, document: types.TextDocumentIdentifier) -> None:
        """Close a document."""
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def changed(self, *paths: Path) -> None:
        """Say that files changed on the disk."""
        events = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    async def found(self, document: types.TextDocumentIdentifier) -> list[types.Diagnostic]:
        """Return the diagnostics of the newest version of a document, once they are there, and forget them."""
        version = self._versions.get(document.uri)
        return list(await self.until(lambda one: one.uri == document.uri and one.version in (version, None)))

    async def until(self, wanted: Callable[[types.PublishDiagnosticsParams], bool]) -> list[types.Diagnostic]:
        """Return the first diagnostics that are wanted, and forget those that came before."""
        while True:
            while self.client.published:
                params = self.client.published.pop(0)
                if wanted(params):
                    return list(params.diagnostics)
            self.client.news.clear()
            await asyncio.wait_for(self.client.news.wait(), PATIENCE)

    async def codes(self, document: types.TextDocumentIdentifier) -> list[Any]:
        """Return the rules of the diagnostics of the newest version of a document."""
        return [one.code for one in await self.found(document)]

    async def hover(self, document: types.TextDocumentIdentifier, line: int, character: int) -> str:
        """Return what the server shows about a position; empty for nothing."""
        params = types.HoverParams(document, types.Position(line, character))
        found = await answer(self.client.text_document_hover_async(params))
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def definition(self, document: types.TextDocumentIdentifier, line: int, character: int) -> list[str]:
        """Return the places that a position refers to: `app.py:3`."""
        params = types.DefinitionParams(document, types.Position(line, character))
        return _places(await answer(self.client.text_document_definition_async(params)))

    async def references(self, document: types.TextDocumentIdentifier, line: int, character: int) -> list[str]:
        """Return the places that refer to a position: `app.py_docs.md:1`."""
        context = types.ReferenceContext(include_declaration=False)
        params = types.ReferenceParams(context, document, types.Position(line, character))
        return _places(await answer(self.client.text_document_references_async(params)))

    async def actions(
        self,
        document: types.TextDocumentIdentifier,
        about: list[types.Diagnostic],
        only: list[types.CodeActionKind | str] | None = None,
    ) -> list[types.CodeAction]:
        """Return the actions for the place of the first of some diagnostics, or of a kind for the whole document."""
        nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
        context = types.CodeActionContext(about, only=only)
        params = types.CodeActionParams(document, about[0].range if about else nowhere, context)
        found = await answer(self.client.text_document_code_action_async(params))
        return [one for one in found or () if isinstance(one, types.CodeAction)]


async def answer(question: Awaitable[Any]) -> Any:
    """Return the answer to a question; it must come soon."""
    return await asyncio.wait_for(question, PATIENCE)


def applied(text: str, action: types.CodeAction, uri: str) -> str:
    """Return a text after the edits of an action, as an editor that counts in UTF-16 makes them."""
    assert action.edit is not None
    assert action.edit.changes is not None
    edits = sorted(action.edit.changes[uri], key=lambda one: (one.range.start.line, one.range.start.character))
    for edit in reversed(edits):
        start, end = _offset(text, edit.range.start), _offset(text, edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text


def _offset(text: str, position: types.Position) -> int:
    lines = text.replace("\r\n", "\0\n").split("\n")  # of the same length
    before = sum(len(line) + 1 for line in lines[: position.line])
    units = lines[position.line].encode("utf-16-le")[: 2 * position.character] if position.line < len(lines) else b""
    return before + len(units.decode("utf-16-le"))


def _places(found: Any) -> list[str]:
    several = [found] if isinstance(found, types.Location) else found or ()
    return [f"{Path(one.uri).name}:{one.range.start.line + 1}" for one in several]
