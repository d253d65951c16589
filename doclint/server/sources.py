"""Sources: the files of code that pages are about."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from posixpath import basename

from lsprotocol import types
from msgspec import Struct

from doclint.config.project import Project
from doclint.engine.scope import pages_by_path
from doclint.errors.exceptions import UsageError
from doclint.markdown.source import Span
from doclint.page.declared import declared
from doclint.page.links import linked_paths
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.server.documents import OpenDocument, Service
from doclint.server.open_page import OpenPage
from doclint.server.server import DoclintServer
from doclint.source.answer import Found
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


_MOST_SEARCHED = 5_000  # pages whose text is searched for the name of the source
_MOST_READ = 30  # pages that have it, and are read


class PageMention(Struct, frozen=True):
    """A place on a page that is about a source: the path of the page, its file, and a line (1-based).

    `name` is that of a symbol, declared on the lines `first` to `last` of the source; empty for the source as a whole.
    """

    page: str
    file: Path
    line: int
    name: str = ""
    first: int = 0
    last: int = 0

    def is_about(self, line: int) -> bool:
        """Whether it is about a symbol that has a line of the source."""
        return self.first <= line <= self.last


def mentions_of(source: OpenPage) -> list[PageMention]:
    """Return what pages say of a source, given as a page would be: first of all of it, then of its symbols.

    Of very many pages, some are not searched.
    """
    return list(_mentions(source, source.repository)) if source.repository else []


def first_of_each(mentions: Iterable[PageMention]) -> list[PageMention]:
    """Return the first of the places on each page."""
    first: dict[str, PageMention] = {}
    for one in mentions:
        first.setdefault(one.page, one)
    return list(first.values())


def _mentions(source: OpenPage, repository: Repository) -> Iterator[PageMention]:
    path = source.path
    for page in islice(_candidates(path, source.loaded.project, repository), _MOST_READ):
        file = source.file(page.path)
        if page.described_file == path or path in set(linked_paths(page)):
            yield PageMention(page.path, file, _line_of_title(page))
        for span, name, lines in _symbols(page, path):
            yield PageMention(page.path, file, page.source.position(span.start).line, name, *lines)


def _candidates(path: str, project: Project, repository: Repository) -> Iterator[Page]:
    """Yield the pages that may be about a source: by their path, or because they have the name of the file."""
    try:
        by_path = pages_by_path([project.root / path], project).pages
    except UsageError:  # it is not on the disk
        by_path = []
    name = basename(path).encode(errors="surrogateescape")
    stem = name.rpartition(b".")[0] or name
    groups: list[list[str]] = [by_path, [], []]
    for place in islice(project.pages(), _MOST_SEARCHED):
        data = repository.page(place)
        if data is not None and stem in data:
            groups[1 if name in data else 2].append(place)
    for place in dict.fromkeys(chain(*groups)):
        data = repository.page(place)
        if data is not None:
            yield project.page(place, data, repository)


def _line_of_title(page: Page) -> int:
    title = page.outline.title if page.outline else None
    return page.source.position(title.start).line if title else 1


def _symbols(page: Page, path: str) -> Iterator[tuple[Span, str, tuple[int, int]]]:
    """Yield where a page has a symbol of a source, its name, and its lines there."""
    for documented in (one for top in page.documented for one in top.walk()):
        found = declared(page, documented)
        if isinstance(found, Found) and found.value.path == path:
            lines = found.value.declaration.start, found.value.declaration.end
            yield documented.name.span, documented.qualified, lines
    source = page.source_file if page.described_file == path else None
    if source is None:
        return
    for item in (item for listing in page.symbol_lists for item in listing.items if "symbol" in item.captures):
        for symbol in source.definitions.find(item["symbol"].text):
            yield item["symbol"].span, symbol.qualified, (symbol.line, symbol.line)
