"""Bytes, text and positions: the only module that converts offsets.

Every span in doclint is a half-open range of characters (Unicode code points) in `Source.text`.
"""

import codecs
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Self

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_LINE_ENDING = re.compile(r"\r\n?|\n")
_SURROGATES = re.compile(r"[\ud800-\udfff]+")
_WIDE = re.compile(r"[^\x00-\x7f]")
# The mark of UTF-32 begins with that of UTF-16.
_MARKS = {
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}


class Span(NamedTuple):
    """A half-open range of characters: `start` is the first one in it, `end` the first one after it."""

    start: int
    end: int


class Places:
    """Some spans of a text, and whether another overlaps one of them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def meet(self, span: Span) -> bool:
        """Whether the span is one of the places, or has characters in common with one."""
        index = bisect_left(self._starts, max(span.end, span.start + 1)) - 1
        return index >= 0 and (self._ends[index] > span.start or self._starts[index] == span.start)


class Edit(NamedTuple):
    r"""Characters to replace with a text; an empty span inserts it.

    Rules write line endings as LF, whatever those of the page are.
    """

    span: Span
    text: str


class Fix(NamedTuple):
    """Edits that fix what a rule reports; they are made together or not at all.

    A fix is `safe` if the right text follows from the page, its format and its repository. A guess is not safe, nor is
    a deletion.
    """

    edits: tuple[Edit, ...]
    safe: bool


class Position(NamedTuple):
    """A place for people: `line` and `column` count from 1, columns in code points."""

    line: int
    column: int


class Undecodable(NamedTuple):
    """A run of characters that stands for `data`, bytes that are no UTF-8."""

    span: Span
    data: bytes


class Source:
    r"""The text of one file and everything needed to point into it.

    A byte order mark is not part of the text. Each byte that is not UTF-8, and each lone
    surrogate, is one U+FFFD in the text and listed in `damage`. NUL stays as it is. Lines end
    where CommonMark ends them (0.31.2, section 2.1): at LF, CRLF or CR.

    >>> source = Source.from_bytes(b"one\r\ntw\xff\r")
    >>> source.text
    'one\r\ntw\ufffd\r'
    >>> source.damage
    (Undecodable(span=Span(start=7, end=8), data=b'\xff'),)
    >>> source.position(7)
    Position(line=2, column=3)
    """

    def __init__(self, text: str, *, damage: tuple[Undecodable, ...] = (), encoding: str = "utf-8") -> None:
        self.text = text
        self.damage = damage
        self.encoding = encoding

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode a file. Any bytes give a source; UTF-16 and UTF-32 are read when their mark says so."""
        for encoding, marks in _MARKS.items():
            if data.startswith(marks):
                # What does not decode is beside the point where all of it is in the wrong encoding.
                return cls(data.decode(encoding, "replace"), encoding=encoding)
        body = data.removeprefix(codecs.BOM_UTF8)
        try:
            return cls(body.decode())
        except UnicodeDecodeError:
            return cls._with_surrogates(body.decode(errors="surrogateescape"))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Take text that is already decoded, as an editor or a pipeline has it."""
        return cls._with_surrogates(text.removeprefix("\ufeff"))

    @classmethod
    def _with_surrogates(cls, text: str) -> Self:
        damage = tuple(
            Undecodable(Span(*match.span()), _bytes_of(match.group())) for match in _SURROGATES.finditer(text)
        )
        if damage:
            text = _SURROGATES.sub(lambda match: REPLACEMENT * len(match.group()), text)
        return cls(text, damage=damage)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line's first character. A final line ending opens one more, empty line."""
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_ENDING.finditer(self.text))]
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]

    def position(self, offset: int) -> Position:
        """Line and column of a character; `len(text)` is the place after the last one."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line_span(self, line: int) -> Span:
        """The characters of a line (counted from 1) without its line ending."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        # A page may be one line with a million findings: it is not to be copied for each.
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def line_at(self, offset: int) -> Span:
        """Return the span of the line that a character is on, without its line ending."""
        return self.line_span(self.position(offset).line)

    def rest_of_line(self, offset: int) -> Span:
        """Return the span from a character to the end of its line, without the line ending."""
        return Span(offset, self.line_at(offset).end)

    def with_own_endings(self, edit: Edit) -> Edit:
        r"""The edit with its line endings written as its line on the page ends, or else the line above.

        >>> Source.from_text("one\r\ntwo").with_own_endings(Edit(Span(8, 8), "!\n"))
        Edit(span=Span(start=8, end=8), text='!\r\n')
        """
        if "\n" not in edit.text:
            return edit
        line = self.position(edit.span.start).line
        ending = self._ending(line) or self._ending(line - 1) or "\n"
        return Edit(edit.span, edit.text.replace("\n", ending))

    def _ending(self, line: int) -> str:
        if not 1 <= line < len(self.line_starts):
            return ""
        return self.text[self.line_span(line).end : self.line_starts[line]]

    def line(self, line: int) -> str:
        """The text of a line, counted from 1, without its line ending."""
        return self.text[slice(*self.line_span(line))]

    def lines(self, span: Span) -> Iterator[Span]:
        r"""The part of each line that lies in a span, without its line ending.

        >>> source = Source.from_text("one\ntwo\nthree")
        >>> [source.text[start:end] for start, end in source.lines(Span(1, 9))]
        ['ne', 'two', 't']
        """
        line = self.position(span.start).line
        while line <= len(self.line_starts):
            start, end = self.line_span(line)
            if start >= span.end:
                return
            yield Span(max(start, span.start), min(end, span.end))
            line += 1


def printable(text: str) -> str:
    r"""A text, most likely the name of a file, with what is no character of UTF-8 as escapes.

    >>> printable("caf\udce9.md")
    'caf\\xe9.md'
    >>> printable("\ud800")
    '\\ud800'
    """
    return text if text.isascii() else _SURROGATES.sub(lambda match: "".join(map(_escape, match.group())), text)


def _escape(surrogate: str) -> str:
    code = ord(surrogate)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def spliced(data: bytes, edits: Sequence[Edit]) -> bytes:
    r"""A file with some edits in it: every byte outside of them stays as it is, one that is no UTF-8 too.

    The spans are those of `Source.from_bytes`, sorted and apart. Only for files that are read as UTF-8.

    >>> spliced(b"caf\xe9 \xff", [Edit(Span(3, 4), "\xe9")])
    b'caf\xc3\xa9 \xff'
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    text = data[len(mark) :].decode(errors="surrogateescape")
    pieces = []
    done = 0
    for (start, end), new in edits:
        pieces += [text[done:start], new]
        done = end
    return mark + "".join([*pieces, text[done:]]).encode(errors="surrogateescape")


def _bytes_of(surrogates: str) -> bytes:
    try:
        return surrogates.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return surrogates.encode(errors="surrogatepass")


class Offsets(NamedTuple):
    """UTF-8 byte offsets of a text as character offsets.

    `ends` are the bytes where characters end that have several, and `surplus` how many bytes more than characters there
    are before each of these places, and behind the last. Offsets must lie between characters, as the ones of a Markdown
    parser do.

    >>> offsets = Offsets.of("a→b")
    >>> [offsets.character(byte) for byte in (0, 1, 4, 5)]
    [0, 1, 2, 3]
    """

    ends: list[int]
    surplus: list[int]

    @classmethod
    def of(cls, text: str) -> Self:
        """The offsets of a text."""
        ends: list[int] = []
        surplus = [0]
        for match in _WIDE.finditer(text) if not text.isascii() else ():
            surplus.append(surplus[-1] + len(match.group().encode()) - 1)
            ends.append(match.end() + surplus[-1])
        return cls(ends, surplus)

    def character(self, byte: int) -> int:
        """The character that begins at a byte."""
        return byte - self.surplus[bisect_right(self.ends, byte)]
