"""The server with its services, and the messages of editors that it answers: what they report, and what they ask."""

import os
from importlib import import_module
from io import BufferedReader, FileIO
from pkgutil import iter_modules
from typing import Any

from lsprotocol import types

from doclint.errors.exceptions import UsageError
from doclint.server import features, worker
from doclint.server.documents import Service, path_of
from doclint.server.feature import Feature, Question
from doclint.server.page_checks import PageWorkers
from doclint.server.pages import PageService
from doclint.server.server import DoclintServer
from doclint.server.sources import SourceService
from doclint.server.toml.service import TomlService

_MOST_BYTES = 200_000_000  # of a message, which has the text of a document, at most
_MOST_BYTES_OF_HEADER = 1_000  # of a line


class _Input(BufferedReader):
    """Standard input. It refuses messages whose header announces more bytes than the text of a document can have."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_BYTES:
            raise UsageError(
                f"the editor sends a message of more than {_MOST_BYTES:,} bytes, which doclint does not read"
            )
        return super().read(size)

    def readline(self, _: int | None = -1, /) -> bytes:
        return super().readline(_MOST_BYTES_OF_HEADER)


def make_server() -> DoclintServer:
    """Return a server with all services."""
    server = DoclintServer(PageWorkers())
    server.services += [PageService(server), TomlService(server), SourceService(server), Service()]
    register(server)
    return server


def serve() -> None:
    """Serve an editor at standard input and output, until it ends."""
    reading, writing = worker.taken()
    server = make_server()
    try:
        server.start_io(_Input(FileIO(reading)), os.fdopen(writing, "wb"))
    finally:
        server.workers.stop()  # a page may keep it busy


def register(server: DoclintServer) -> None:
    """Register all handlers."""
    _register_documents(server)
    _register_surroundings(server)
    for module in iter_modules(features.__path__):
        _register_feature(server, import_module(f"{features.__name__}.{module.name}").FEATURE)


def _register_documents(server: DoclintServer) -> None:
    """Register what editors report of documents."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = server.put(params.text_document.uri, params.text_document.language_id)
        server.service_of(document).changed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = server.put(params.text_document.uri)
        server.service_of(document).changed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        document = server.documents.get(params.text_document.uri)
        if document:
            server.service_of(document).saved(document)
        if document and document.path:
            server.files_changed([document.path])  # not every editor reports that as well

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        document = server.documents.pop(params.text_document.uri, None)
        if document:
            server.service_of(document).closed(document)


def _register_surroundings(server: DoclintServer) -> None:
    """Register what editors report of settings, folders and files on the disk."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.use(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def initialized(_params: types.InitializedParams) -> None:
        server.settings_changed()
        await server.register_dynamically()
        await server.fetch_settings()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration(params: types.DidChangeConfigurationParams) -> None:
        if not await server.fetch_settings() and params.settings is not None and server.use(params.settings):
            server.settings_changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.settings_changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.files_changed(path for change in params.changes if (path := path_of(change.uri)))

    @server.feature(types.SHUTDOWN)
    def shutdown(_params: None) -> None:
        server.stop()


def _register_feature(server: DoclintServer, feature: Feature) -> None:
    """Register a feature; the editor gets nothing if the service of the document has no answer, or fails."""

    @server.feature(feature.method, feature.options)
    async def answered(params: Any) -> object:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        service = server.service_of(document)
        answer = getattr(feature, service.sort, None)
        try:
            return await answer(Question(params, document, service, server)) if answer else None
        except Exception as error:  # noqa: BLE001 - the server goes on
            server.log_bug(error, document.uri)
            return None
