"""What the server offers to editors: each message of the protocol, and what it comes to."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from lsprotocol import types

from doclint.server.documents import OpenDocument, path_of
from doclint.server.server import FIX_ALL, DoclintServer
from doclint.server.service import Service

_Answer = TypeVar("_Answer")
_TRIGGERS = ["{", "|", '"', "[", ".", "="]
_KINDS = [types.CodeActionKind.QuickFix, FIX_ALL]


def register(server: DoclintServer) -> None:
    """Register all handlers."""
    _register_documents(server)
    _register_surroundings(server)
    _register_questions(server)


def _register_documents(server: DoclintServer) -> None:
    """Register what editors report of documents."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        _changed(server, server.put(opened.uri, opened.language_id))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        _changed(server, server.put(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        document = server.documents.get(params.text_document.uri)
        service = server.service_of(document) if document else None
        if document and service:
            service.saved(document)
        if document and document.path:
            server.files_changed([document.path])  # not every editor reports that as well

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        document = server.documents.pop(params.text_document.uri, None)
        service = document and server.service_of(document)
        if document and service:
            service.closed(document)


def _changed(server: DoclintServer, document: OpenDocument) -> None:
    service = server.service_of(document)
    if service is not None:
        service.changed(document)


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


def _register_questions(server: DoclintServer) -> None:
    """Register what editors ask about documents."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await _at(server, params, lambda service: service.hover, None)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        return await _at(server, params, lambda service: service.completion, None)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        return await _at(server, params, lambda service: service.definition, [])

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        return await _at(server, params, lambda service: service.references, [])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=_KINDS))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await _of(server, params, lambda service, document: service.code_actions(document, params), [])

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        return await _of(server, params, lambda service, document: service.code_lenses(document), [])

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return await _of(server, params, lambda service, document: service.symbols(document), [])

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        return await _of(server, params, lambda service, document: service.links(document), [])


async def _of(
    server: DoclintServer,
    params: Any,
    ask: Callable[[Service, OpenDocument], Awaitable[_Answer]],
    nothing: _Answer,
) -> _Answer:
    """Return what the service of a document answers; nothing if there is none."""
    document = server.documents.get(params.text_document.uri)
    service = server.service_of(document) if document else None
    if document is None or service is None:
        return nothing
    try:
        return await ask(service, document)
    except Exception as error:  # noqa: BLE001 - the server goes on
        server.log_bug(error, document.uri)
        return nothing


async def _at(
    server: DoclintServer,
    params: Any,
    method: Callable[[Service], Callable[[OpenDocument, int], Awaitable[_Answer]]],
    nothing: _Answer,
) -> _Answer:
    """Return what the service of a document answers about the character at a position."""

    def ask(service: Service, document: OpenDocument) -> Awaitable[_Answer]:
        return method(service)(document, document.positions.offset(params.position))

    return await _of(server, params, ask, nothing)
