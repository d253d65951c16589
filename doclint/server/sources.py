"""Sources: the files of code that pages are about."""

from lsprotocol import types

from doclint.server.documents import OpenDocument
from doclint.server.server import DoclintServer
from doclint.server.service import Service
from doclint.source.language import is_markdown


class SourceService(Service):
    """Takes files that pages may be about, if the editor starts the server for sources as well."""

    sort = "source"
    SHOW = "doclint.show"
    """The command of code lenses, which opens a page at a line (0-based)."""

    def __init__(self, server: DoclintServer) -> None:
        self.server = server

        @server.command(self.SHOW)
        async def show(uri: str, line: int) -> None:
            place = types.Position(line, 0)
            shown = types.ShowDocumentParams(uri, take_focus=True, selection=types.Range(place, place))
            await server.window_show_document_async(shown)

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is a file that pages may be about."""
        path = document.path
        return path is not None and not is_markdown(path.name) and path.suffix != ".toml"

    def changed(self, document: OpenDocument) -> None:
        """Compare pages with the text in the editor."""
        self.server.text_changed(document, document.text)

    def closed(self, document: OpenDocument) -> None:
        """Compare pages with the file again."""
        self.server.text_changed(document, None)
