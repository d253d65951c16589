"""The language server: what editors ask of doclint, passed on to the service of the document."""

from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import format_exception
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from doclint import __version__
from doclint.engine.report.claims import ClaimCounts
from doclint.output.terminal import without_controls
from doclint.server.documents import OpenDocument, Service, path_of
from doclint.server.page_checks import PageWorkers
from doclint.server.positions import UTF_16
from doclint.server.settings import DEFAULT_SETTINGS, EditorSettings, parse
from doclint.server.worker import WorkerDiedError

_Answer = TypeVar("_Answer")
NAME = "doclint"
"""What settings and the server itself are called in editors."""


class DoclintServer(LanguageServer):
    """A server with the documents that are open, the settings of the editor, and its services.

    `folders` are those of the workspace.
    """

    def __init__(self, workers: PageWorkers) -> None:
        # The incremental changes of pygls count lines as Python does, which also ends them at form feeds and the like.
        super().__init__(NAME, __version__, types.TextDocumentSyncKind.Full)
        self.workers = workers
        self.services: list[Service] = []
        self.settings: EditorSettings = DEFAULT_SETTINGS
        self.documents: dict[str, OpenDocument] = {}

    @property
    def folders(self) -> list[Path]:
        """The folders of the workspace."""
        several = [folder.uri for folder in self.workspace.folders.values()]
        if not several and self.workspace.root_uri:
            several = [self.workspace.root_uri]
        return [path for path in map(path_of, several) if path is not None]

    def service_of(self, document: OpenDocument) -> Service:
        """Return the service of a document."""
        return next(service for service in self.services if service.takes(document))

    def put(self, uri: str, language: str | None = None) -> OpenDocument:
        """Keep the text of a document that was opened or changed, and return the document."""
        held = self.workspace.get_text_document(uri)
        if language is None:
            language = self.documents[uri].language if uri in self.documents else ""
        encoding = self.workspace.position_encoding or UTF_16
        document = OpenDocument(uri, held.source, held.version or 0, language, encoding)
        self.documents[uri] = document
        return document

    def publish(self, uri: str, diagnostics: Sequence[types.Diagnostic], version: int | None = None) -> None:
        """Show the diagnostics of a document, in the place of the former ones."""
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, list(diagnostics), version))

    def report_claims(self, uri: str, counts: ClaimCounts) -> None:
        """Tell an editor how many claims of a document hold. The name lets those that do not know it pass it over."""
        numbers = {"holds": counts.holds, "refuted": counts.refuted, "unknown": counts.unknown}
        self.protocol.notify("$/doclint/claims", {"uri": uri, **numbers})

    def log(self, message: str, type_: types.MessageType = types.MessageType.Info) -> None:
        """Write a message to the log of the editor."""
        self.window_log_message(types.LogMessageParams(type_, _clean(message)))

    def log_bug(self, error: Exception, about: str) -> None:
        """Write the traceback of a bug to the log, with the URI that it is about: it must be seen, and nothing ends."""
        self.log(f"{about}: {''.join(format_exception(error))}", types.MessageType.Error)

    async def logged(self, call: Awaitable[_Answer], uri: str, lost: str) -> _Answer | None:
        """Return what a call of a worker answers. If it fails, log that with what is `lost`, and return None."""
        try:
            return await call
        except WorkerDiedError as error:
            self.log(f"{uri} {lost}: {error}", types.MessageType.Error)
        except Exception as error:  # noqa: BLE001 - the server goes on
            self.log_bug(error, uri)
        return None

    def show(self, message: str, type_: types.MessageType = types.MessageType.Error) -> None:
        """Show a message to the user."""
        self.window_show_message(types.ShowMessageParams(type_, f"{NAME}: {_clean(message)}"))

    def use(self, given: object) -> bool:
        """Use the settings that the editor sends, and return whether they differ from those before."""
        before = self.settings
        self.settings, mistake = parse(given)
        if mistake:
            self.show(f"the settings of the editor are not used: {mistake}")
        return self.settings != before

    async def fetch_settings(self) -> bool:
        """Use the settings that the editor has for doclint. Return whether it has been asked."""
        if not self._can("workspace", "configuration"):
            return False
        asked = types.ConfigurationParams([types.ConfigurationItem(section=NAME)])
        with suppress(JsonRpcException):
            (given,) = await self.workspace_configuration_async(asked)
            if given is not None and self.use(given):
                self.settings_changed()
        return True

    def _can(self, *names: str) -> Any:
        """Return what the editor says about a capability, given the names that lead to it; None without it."""
        found: object = self.client_capabilities
        for name in names:
            found = getattr(found, name, None)
        return found

    @property
    def is_told_of_files(self) -> bool:
        """Whether the editor reports which files change on the disk."""
        return bool(self._can("workspace", "did_change_watched_files", "dynamic_registration"))

    @property
    def shows_markdown(self) -> bool:
        """Whether the editor shows Markdown about a text."""
        return types.MarkupKind.Markdown in (self._can("text_document", "hover", "content_format") or ())

    @property
    def has_snippets(self) -> bool:
        """Whether the editor puts the cursor where a snippet says."""
        return bool(self._can("text_document", "completion", "completion_item", "snippet_support"))

    def refresh_lenses(self) -> None:
        """Let the editor ask for code lenses again, if it can."""
        if self._can("workspace", "code_lens", "refresh_support"):
            self.workspace_code_lens_refresh(None)

    async def register_dynamically(self) -> None:
        """Ask the editor to report changes of files and of settings, if it can."""
        wanted: list[tuple[str, object]] = []
        if self.is_told_of_files:
            every = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
            wanted.append((types.WORKSPACE_DID_CHANGE_WATCHED_FILES, every))
        if self._can("workspace", "did_change_configuration", "dynamic_registration"):
            wanted.append((types.WORKSPACE_DID_CHANGE_CONFIGURATION, None))
        if wanted:
            several = [types.Registration(f"{NAME}-{number}", *one) for number, one in enumerate(wanted)]
            with suppress(JsonRpcException):
                await self.client_register_capability_async(types.RegistrationParams(several))

    def stop(self) -> None:
        """End what runs beside the server."""
        self.workers.stop()
        for service in self.services:
            service.stop()

    def settings_changed(self) -> None:
        """Pass on to all services that settings or folders changed."""
        for service in self.services:
            service.settings_changed()

    def text_changed(self, document: OpenDocument, text: str | None) -> None:
        """Give the worker the text of a document, or None once it is closed, and pass on to other services that it
        changed.
        """
        if document.path is not None:
            self.workers.put(document.path, text)
            for service in self.services:
                if not service.takes(document):
                    service.other_changed()

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Pass on to all services that files changed."""
        several = list(paths)
        for service in self.services:
            service.files_changed(several)


def _clean(message: str) -> str:
    """Return a message of several lines without control characters."""
    return "\n".join(map(without_controls, message.split("\n")))
