"""The lines of pages and of sources that the report shows, as many as fit into it."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.report.pages import PageSources
from doclint.markdown.source import Edit, Fix, Source, Span, edited
from doclint.page.claims import RelatedLines
from doclint.repository.repository import Repository
from doclint.rule.finding import ENGINE, Finding

_ROOM = 5_000_000  # characters of all lines together
_LONGEST = 500  # characters of a line
_AROUND = 2  # lines to show before the place of a finding, and after it
_MARKED = 10  # lines to show of the place itself
_SOURCE = 14  # lines to show of what a finding follows from
_FIX = 2_000  # characters to show of a fix
_WINDOW = 240  # characters of a longer line, around the place of a finding
_BEFORE = 80  # of these, characters before the place

Hunk = tuple[int, int, str]
"""The first and the last line that a fix changes, and the text that it puts in their place."""

Place = tuple[str, int, int, int, list[str]]
"""A path, the first and the last line of a place, and the number of the first line to show, and these lines."""


class Excerpts:
    """What the report shows of the files of a repository; `left_out` is the number of findings without their lines.

    `related` are the places that findings follow from, in the order of their numbers. Ask for the findings in the order
    of the report, because only one page is kept.
    """

    def __init__(self, repository: Repository | None) -> None:
        self.left_out = 0
        self._pages = PageSources(repository)
        self._sources = PageSources(repository)
        self._room = _ROOM
        self._numbers: dict[RelatedLines, int] = {}
        self.related: list[Place] = []

    def number(self, place: RelatedLines) -> int:
        """Return the number of a place."""
        if place not in self._numbers:
            self._numbers[place] = len(self.related)
            source = self._sources.source(place.path) if place.start else None
            # One line says little without those around it: it may be in a docstring, or below a decorator.
            around = _AROUND if place.start == place.end else 0
            first, last = max(place.start - around, 1), min(place.end + around, place.start + _SOURCE - 1)
            lines = list(_lines(source, range(first, last + 1))) if source and self._room > 0 else []
            self._room -= sum(map(len, lines))
            self.related.append((place.path, place.start, place.end, first, lines))
        return self._numbers[place]

    def page(self, path: str, findings: Iterable[Finding]) -> "PageExcerpt":
        """Return what the report shows of a page with some findings."""
        source = self._pages.source(path)
        excerpt = PageExcerpt(source)
        for finding in findings:
            if source is None or finding.rule in ENGINE or finding.start.line > len(source.line_starts):
                continue
            if self._room <= 0:
                self.left_out += 1
                continue
            last = min(finding.end.line, finding.start.line + _MARKED - 1)
            self._room -= excerpt.add(range(finding.start.line - _AROUND, last + _AROUND + 1))
        return excerpt


class PageExcerpt:
    """Lines of a page, each once."""

    def __init__(self, source: Source | None) -> None:
        self._source = source
        self._lines: dict[int, str] = {}

    def add(self, numbers: range) -> int:
        """Add lines, as far as the page has them, and return the number of characters that this adds."""
        if self._source is None:
            return 0
        new = [number for number in numbers if 0 < number <= len(self._source.line_starts)]
        new = [number for number in new if number not in self._lines]
        self._lines.update(zip(new, _lines(self._source, new), strict=True))
        return sum(len(self._lines[number]) + 4 for number in new)

    def runs(self) -> list[list[int | str]]:
        """Return the lines: for each run of adjacent ones, the number of the first one, and then their texts."""
        found: list[list[int | str]] = []
        last = 0
        for number in sorted(self._lines):
            if not found or number != last + 1:
                found.append([number])
            found[-1].append(self._lines[number])
            last = number
        return found

    def window(self, finding: Finding) -> tuple[int, str] | None:
        """Return the part of a long line around the place of a finding, and how many characters are before it.

        Return None if the excerpt has the whole place.
        """
        line = finding.start.line
        if self._source is None or line not in self._lines:
            return None
        start, end = self._source.line_span(line)
        if end - start <= _LONGEST or finding.end.column <= _LONGEST:
            return None
        cut = max(0, finding.start.column - 1 - _BEFORE)
        return cut, self._source.text[start + cut : min(end, start + cut + _WINDOW)]

    def hunks(self, fix: Fix) -> list[Hunk]:
        """Return what a fix changes; nothing if that is too long to show, or if the page is not the same any more."""
        if self._source is None or not fix.fits(self._source.text):
            return []
        groups = list(_by_lines(self._source, sorted(fix.edits)))
        span_of = self._source.line_span
        spans = [Span(span_of(group.first).start, span_of(group.last).end) for group in groups]
        # One line can be a whole page, which is not copied for each of its fixes.
        if sum(end - start for start, end in spans) + sum(len(edit.text) for edit in fix.edits) > _FIX:
            return []
        for group in groups:
            self.add(range(group.first, group.last + 1))
        return [
            (group.first, group.last, edited(self._source.text, span, group.edits))
            for group, span in zip(groups, spans, strict=True)
        ]


class EditedLines(Struct, frozen=True):
    """Edits, and the first and the last line that they change."""

    first: int
    last: int
    edits: list[Edit]


def _lines(source: Source, numbers: Iterable[int]) -> Iterator[str]:
    """Yield the beginnings of some lines, as far as the source has them."""
    for number in numbers:
        if number <= len(source.line_starts):
            start, end = source.line_span(number)
            text = source.text[start : min(end, start + _LONGEST)]
            yield text if end - start <= _LONGEST else f"{text}…"


def _by_lines(source: Source, edits: Sequence[Edit]) -> Iterator[EditedLines]:
    """Yield sorted edits. Those that change the same line are together."""
    group: EditedLines | None = None
    for edit in edits:
        first, last = (source.position(offset).line for offset in edit.span)
        if group and first <= group.last:
            group.edits.append(edit)
            group = replace(group, last=max(group.last, last))
            continue
        if group:
            yield group
        group = EditedLines(first, last, [edit])
    if group:
        yield group
