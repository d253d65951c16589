"""Lines and pieces of inline text, with a map from their columns and characters back to offsets in the text."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression

_NO_SPACE = expression("[^ ]")


class Line:
    """One line, from `start` to `end` in the text. The next one begins at `after`.

    `shown` is the line with tabs as spaces, so that an index into it is a column. `at` is the first column that is not
    read yet.
    """

    __slots__ = ("after", "at", "end", "offsets", "shown", "start", "text")

    def __init__(self, text: str, start: int, end: int, after: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.after = after
        self.at = 0
        self.shown = text[start:end]
        self.offsets: list[int] | None = None
        if "\t" in self.shown:
            self._expand()

    def _expand(self) -> None:
        """Resolve tabs: tab stops are four columns apart (CommonMark 0.31.2, section 2.2)."""
        shown: list[str] = []
        offsets: list[int] = []
        for offset, char in enumerate(self.shown, self.start):
            width = 4 - len(offsets) % 4 if char == "\t" else 1
            shown.append(char if char != "\t" else " " * width)
            offsets.extend([offset] * width)
        offsets.append(self.end)
        self.shown = "".join(shown)
        self.offsets = offsets

    @property
    def indent(self) -> int:
        """The number of columns of white space that come next."""
        text = _NO_SPACE.search(self.shown, self.at)
        return (text.start() if text else len(self.shown)) - self.at

    @property
    def blank(self) -> bool:
        """Whether only white space is left."""
        return self.at + self.indent == len(self.shown)

    @property
    def rest(self) -> str:
        """The part of the line that is not read yet, with tabs as spaces."""
        return self.shown[self.at :]

    @property
    def trimmed(self) -> int:
        """The offset after the last character of the line that is not white space."""
        return self.start + len(self.text[self.start : self.end].rstrip(" \t"))

    def offset(self, column: int) -> int:
        """Return the offset of a column."""
        return self.start + column if self.offsets is None else self.offsets[column]

    def behind(self, column: int) -> int:
        """Return the offset of a column, or of the next character if the column splits a tab."""
        return self.offset(column) + self._splits_tab(column)

    def verbatim(self, column: int) -> str:
        """Return the line from a column on, with LF as its ending, and with spaces for the rest of a tab that the
        column splits.
        """
        ending = "\n" if self.after > self.end else ""
        width = 0
        if self.offsets is not None and self._splits_tab(column):
            width = bisect_right(self.offsets, self.offsets[column]) - column
        return " " * width + self.text[self.behind(column) : self.end] + ending

    def _splits_tab(self, column: int) -> bool:
        return self.offsets is not None and column > 0 and self.offsets[column - 1] == self.offsets[column]


def lines(text: str) -> Iterator[Line]:
    """Yield all lines of a text, which must end in LF or CRLF."""
    start, size = 0, len(text)
    while start < size:
        newline = text.find("\n", start)
        after = newline + 1 if newline >= 0 else size
        end = newline if newline >= 0 else size
        if end > start and newline >= 0 and text[end - 1] == "\r":
            end -= 1
        yield Line(text, start, end, after)
        start = after


class Pieces:
    """Parts of the text joined as inline text: the lines of a paragraph, or a table cell without its escapes.

    `src` is the joined text.
    """

    __slots__ = ("begins", "origins", "src")

    def __init__(self, text: str, spans: Sequence[tuple[int, int]], between: str) -> None:
        self.src = between.join([text[start:end] for start, end in spans])
        self.origins = [start for start, _ in spans]
        self.begins = [0]
        for start, end in spans[:-1]:
            self.begins.append(self.begins[-1] + end - start + len(between))

    def offset(self, index: int) -> int:
        """Return the offset in the text of a character of `src`."""
        if len(self.origins) == 1:
            return self.origins[0] + index
        piece = bisect_right(self.begins, index) - 1
        return self.origins[piece] + index - self.begins[piece]

    def end(self, index: int) -> int:
        """Return the offset in the text after the character before `index` in `src`."""
        return self.offset(index - 1) + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the text of a range of `src`."""
        return self.offset(start), self.end(end)
