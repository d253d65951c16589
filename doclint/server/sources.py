"""Sources: the way from a file of code to the pages about it."""

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from doclint.errors.wording import counted
from doclint.server import checks
from doclint.server.checks import FoundMention
from doclint.server.documents import OpenDocument, uri_of
from doclint.server.page_checks import page_text
from doclint.server.server import DoclintServer
from doclint.server.service import Service
from doclint.source.language import is_markdown

SHOW = "doclint.show"
"""The command of code lenses, which opens a page at a line (0-based)."""

_MOST_LENSES = 3  # pages with a lens of their own


class SourceService(Service):
    """Finds the pages about a source, if the editor starts the server for sources as well."""

    def __init__(self, server: DoclintServer) -> None:
        self._server = server

        @server.command(SHOW)
        async def show(uri: str, line: int) -> None:
            place = types.Position(line, 0)
            shown = types.ShowDocumentParams(uri, take_focus=True, selection=types.Range(place, place))
            await server.window_show_document_async(shown)

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is a file that pages may be about."""
        path = document.path
        return path is not None and not is_markdown(path.name) and path.suffix != ".toml"

    async def references(self, document: OpenDocument, offset: int) -> list[types.Location]:
        """Return where pages say something of the symbol that a line declares, or else of the file."""
        line = document.positions.source.position(offset).line
        found = await self._mentions(document)
        here = [one for one in found if one.mention.is_about(line)]
        smallest = min((one.mention.last - one.mention.first for one in here), default=0)
        inner = [one for one in here if one.mention.last - one.mention.first == smallest]
        return [_location(one) for one in inner or _first_of_each(found)]

    async def code_lenses(self, document: OpenDocument) -> list[types.CodeLens]:
        """Return what to show above the first line: the pages about the file."""
        found = _first_of_each(await self._mentions(document))
        top = types.Range(types.Position(0, 0), types.Position(0, 0))
        lenses = [types.CodeLens(top, _opening(one, one.mention.page)) for one in found[:_MOST_LENSES]]
        rest = found[_MOST_LENSES:]
        if rest:
            lenses.append(types.CodeLens(top, _opening(rest[0], f"{counted(len(rest), 'more page')} about this file")))
        return lenses

    async def _mentions(self, document: OpenDocument) -> list[FoundMention]:
        return await self._server.worker.call(checks.mentions, page_text(document))


def _first_of_each(found: Iterable[FoundMention]) -> list[FoundMention]:
    """Return the first of the places on each page."""
    first: dict[Path, FoundMention] = {}
    for one in found:
        first.setdefault(one.file, one)
    return list(first.values())


def _location(found: FoundMention) -> types.Location:
    place = types.Position(found.mention.line - 1, 0)
    return types.Location(uri_of(found.file), types.Range(place, place))


def _opening(found: FoundMention, title: str) -> types.Command:
    return types.Command(title, SHOW, arguments=[uri_of(found.file), found.mention.line - 1])
