"""Positions in texts as editors count them: lines from 0, and columns in units of the encoding that both sides chose.

Language Server Protocol 3.17, "Text Documents": a unit is a byte of UTF-8, two bytes of UTF-16, or a character; lines
end at LF, CRLF or CR; a column past the end of its line means that end.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from doclint.errors.expressions import expression
from doclint.markdown.source import Position, Source, Span
from doclint.server import protocol as types

_MARK = "\ufeff"
UTF_16 = "utf-16"
"""The encoding that every editor knows."""

_WIDE_IN_UTF_8 = expression(r"[^\x00-\x7f]")
_WIDE_IN_UTF_16 = expression(r"[\U00010000-\U0010ffff]")


class Positions:
    """The positions in a text, which begins with a byte order mark if the editor sends it.

    Offsets and spans count characters of `source`, which has no such mark.
    """

    def __init__(self, text: str, encoding: str = UTF_16) -> None:
        self.source = Source.from_text(text)
        self._wide = _WIDE_IN_UTF_8 if encoding == "utf-8" else _WIDE_IN_UTF_16 if encoding == UTF_16 else None
        self._mark = self._units_of(_MARK) if text.startswith(_MARK) else 0

    def offset(self, position: types.Position) -> int:
        """Return the offset of the character at a position, or of the one that the position is in."""
        starts = self.source.line_starts
        if position.line >= len(starts):
            return len(self.source.text)
        start, end = self.source.line_span(position.line + 1)
        units = position.character - (0 if position.line else self._mark)
        behind = bisect_left(range(start, end + 1), units + self._units(start), key=self._units)
        offset = min(start + behind, end)
        return offset if self._units(offset) <= units + self._units(start) else max(offset - 1, start)

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        line = self.source.position(offset).line
        start = self.source.line_starts[line - 1]
        mark = self._mark if line == 1 else 0
        return types.Position(line - 1, self._units(offset) - self._units(start) + mark)

    def range(self, span: tuple[int, int]) -> types.Range:
        """Return the range of a span."""
        return types.Range(*map(self.position, span))

    def span(self, range_: types.Range) -> Span:
        """Return the span of a range."""
        return Span(self.offset(range_.start), self.offset(range_.end))

    def offset_of(self, place: Position) -> int:
        """Return the offset of a place as findings have it: line and column count from 1, columns in characters."""
        starts = self.source.line_starts
        if place.line > len(starts):
            return len(self.source.text)
        start, end = self.source.line_span(place.line)
        return min(start + place.column - 1, end)

    def between(self, start: Position, end: Position) -> types.Range:
        """Return the range between two places as findings have them."""
        return self.range(Span(self.offset_of(start), self.offset_of(end)))

    def _units(self, offset: int) -> int:
        """Return the number of units before an offset."""
        wide, more = self._surplus
        return offset + more[bisect_left(wide, offset)]

    @cached_property
    def _surplus(self) -> tuple[list[int], list[int]]:
        """The offsets of characters of several units, and how many units more than characters are before each."""
        wide: list[int] = []
        more = [0]
        for match in self._wide.finditer(self.source.text) if self._wide else ():
            wide.append(match.start())
            more.append(more[-1] + self._units_of(match.group()) - 1)
        return wide, more

    def _units_of(self, character: str) -> int:
        if self._wide is None or not self._wide.match(character):
            return 1
        return len(character.encode()) if self._wide is _WIDE_IN_UTF_8 else 2
