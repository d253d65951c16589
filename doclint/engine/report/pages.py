"""The pages of a report, read again to show their lines and what fixes change."""

from collections.abc import Sequence

from doclint.markdown.source import Edit, Source
from doclint.repository.repository import Repository
from doclint.rule.finding import ENGINE, Finding


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

    def page_of(self, finding: Finding) -> Source | None:
        """Return the text of the page that a finding has a place on; None for findings of doclint itself, as well."""
        # These are not about a line, and it may be impossible to read the page.
        return None if finding.rule in ENGINE else self.source(finding.path)

    def first_line(self, finding: Finding) -> str | None:
        """Return the line at the start of a finding; None if the finding has none, or if it no longer exists."""
        source, number = self.page_of(finding), finding.start.line
        if source is None or number > len(source.line_starts):
            return None
        if number != self._number:
            self._number, self._line = number, source.line(number)
        return self._line

    def edits(self, finding: Finding) -> Sequence[Edit]:
        """Return the edits of the fix of a finding; none if it has no fix, or if the page is gone or now too short."""
        source = self.source(finding.path) if finding.fix else None
        return finding.fix.edits if finding.fix and source and finding.fix.fits(source.text) else ()
