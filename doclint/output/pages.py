"""The pages of a report, read again to show their lines."""

from doclint.markdown.source import Source
from doclint.repository.repository import Repository


class PageSources:
    """The text of pages. Because findings are sorted by page and line, only one page and one line are kept."""

    def __init__(self, repository: Repository | None) -> None:
        self.repository = repository
        self._path: str | None = None
        self._source: Source | None = None
        self._number = 0
        self._line = ""

    def source(self, path: str) -> Source | None:
        """Return the text of a page; None if it no longer exists, or if the report says nothing about its files."""
        if path != self._path:
            data = self.repository.read(path) if self.repository else None
            self._path, self._source, self._number = path, None if data is None else Source.from_bytes(data), 0
        return self._source

    def line(self, path: str, number: int) -> str | None:
        """Return a line of a page, counted from 1; None if the page or the line no longer exists."""
        source = self.source(path)
        if source is None or number > len(source.line_starts):
            return None
        if number != self._number:
            self._number, self._line = number, source.line(number)
        return self._line
