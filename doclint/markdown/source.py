"""Sources: the text of a file, decoded, and its positions. Only this module converts offsets.

Every span in doclint is a half-open range of characters (Unicode code points) in `Source.text`.
"""

import codecs
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Sized
from functools import cached_property, lru_cache
from itertools import accumulate, count
from operator import add
from typing import NamedTuple, Self

from msgspec import Struct

from doclint.errors.expressions import expression

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The character for each byte that is not UTF-8."""

_LINE_ENDING = expression(r"\r\n?|\n")
_SURROGATES = expression(r"[\ud800-\udfff]+")
_WIDE = expression(r"[^\x00-\x7f]")
_CHUNK = 1024  # characters
# The byte order mark of UTF-32 begins with that of UTF-16, so it comes first.
_MARKS = {"utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)}


class Span(NamedTuple):
    """A half-open range of characters: `start` is its first character, `end` the first one after it."""

    start: int
    end: int


class Places:
    """A set of spans of a text, to find out whether another span overlaps one of them."""

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
        """Whether a span overlaps one of the places, or equals an empty one."""
        index = bisect_left(self._starts, max(span.end, span.start + 1)) - 1
        return index >= 0 and (self._ends[index] > span.start or self._starts[index] == span.start)


class Edit(NamedTuple):
    r"""A span to replace with a text; an empty span inserts the text.

    Rules write line endings as LF, whatever the page has.
    """

    span: Span
    text: str


class Fix(NamedTuple):
    """Edits that fix what a rule reports; they are made together or not at all.

    A fix is `safe` if the right text follows from the page, its format and its repository. A guess is not safe, nor is
    a deletion. The fix of a finding has its edits in order, with the line endings of the page, and their `places`: the
    line and the column of both ends of each.
    """

    edits: tuple[Edit, ...]
    safe: bool
    places: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def placed(self) -> list[tuple[Edit, tuple[int, int, int, int]]]:
        """The edits, each with its place; none if the place of one is not known, because they belong together.

        >>> Fix((Edit(Span(0, 1), "a"), Edit(Span(2, 3), "b")), safe=True, places=((1, 1, 1, 2),)).placed
        []
        """
        return [*zip(self.edits, self.places, strict=True)] if len(self.edits) == len(self.places) else []

    def fits(self, text: str) -> bool:
        """Whether a text, which may be a later one of the page, is long enough for all edits."""
        return all(edit.span.end <= len(text) for edit in self.edits)


class Position(NamedTuple):
    """A place for users: `line` and `column` are 1-based, and columns are code points."""

    line: int
    column: int


class Undecodable(Struct, frozen=True):
    """A run of replacement characters, and the bytes that they replace, which are not UTF-8."""

    span: Span
    data: bytes


class Source:
    r"""The text of one file, and the positions in it.

    A byte order mark is not part of the text. Each byte that is not UTF-8, and each lone surrogate, becomes one U+FFFD
    in the text and is listed in `damage`. NUL stays as it is. As in CommonMark (0.31.2, section 2.1), lines end at LF,
    CRLF or CR.

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
    def of(cls, text: str | bytes) -> Self:
        """Return a source for a text, or for the content of a file."""
        return cls.from_bytes(text) if isinstance(text, bytes) else cls.from_text(text)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode a file. Any bytes make a source; UTF-16 and UTF-32 are recognized by their byte order marks."""
        for encoding, marks in _MARKS.items():
            if data.startswith(marks):
                # The whole file is in the wrong encoding, so single bytes that do not decode do not matter.
                return cls(data.decode(encoding, "replace"), encoding=encoding)
        body = data.removeprefix(codecs.BOM_UTF8)
        try:
            return cls(body.decode())
        except UnicodeDecodeError:
            return cls._with_surrogates(body.decode(errors="surrogateescape"))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return a source for text that is already decoded, as in an editor or a pipeline."""
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
        """The offset of the first character of each line. A final line ending begins one more, empty line."""
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_ENDING.finditer(self.text))]
        return [0, *starts_behind(self.text.split("\n"))]

    @cached_property
    def _chunks(self) -> list[tuple[int, int]] | None:
        """The line that each chunk of the text begins in, and the offset of that line; None if CR may end lines.

        Most pages need a few positions only, and making the starts of all lines takes six times as long.
        """
        if "\r" in self.text:
            return None
        found = [(1, 0)]
        for chunk in range(0, len(self.text), _CHUNK):
            found.append(self._line_from(*found[-1], chunk, chunk + _CHUNK))
        return found

    def _line_from(self, line: int, start: int, begin: int, end: int) -> tuple[int, int]:
        """Return the line that an `end` is in, and its offset, given those of an earlier place."""
        more = self.text.count("\n", begin, end)
        return (line + more, self.text.rfind("\n", begin, end) + 1) if more else (line, start)

    def position(self, offset: int) -> Position:
        """Return the line and column of an offset, which may be `len(text)`."""
        if self._chunks is None:
            line = bisect_right(self.line_starts, offset)
            return Position(line, offset - self.line_starts[line - 1] + 1)
        chunk = offset // _CHUNK
        line, start = self._line_from(*self._chunks[chunk], chunk * _CHUNK, offset)
        return Position(line, offset - start + 1)

    def line_span(self, line: int) -> Span:
        """Return the span of a line (1-based) without its line ending."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        # A page may be one line with a million findings, so the line must not be copied for each.
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def line_at(self, offset: int) -> Span:
        """Return the span of the line that a character is on, without its line ending."""
        line, column = self.position(offset)
        end = self.text.find("\n", offset, offset + _CHUNK)
        if end < 0 or self._chunks is None:
            return self.line_span(line)
        return Span(offset - column + 1, end)

    def rest_of_line(self, offset: int) -> Span:
        """Return the span from a character to the end of its line, without the line ending."""
        return Span(offset, self.line_at(offset).end)

    def with_own_endings(self, edit: Edit) -> Edit:
        r"""Return an edit with the line endings of its line on the page, or else of the line above.

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
        """Return the text of a line (1-based) without its line ending."""
        return self.text[slice(*self.line_span(line))]

    def lines(self, span: Span) -> Iterator[Span]:
        r"""Yield the part of each line that is within a span, without its line ending.

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


def with_lf(text: str) -> str:
    """Return a text with a line feed at the end of each line, whatever line endings it has."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def starts_behind(lines: Sequence[Sized]) -> Iterator[int]:
    r"""Return the offsets at which the lines after the first one begin, given what is between line feeds.

    >>> list(starts_behind("one\ntwo\n".split("\n")))
    [4, 8]
    """
    return map(add, accumulate(map(len, lines[:-1])), count(1))


@lru_cache(maxsize=4)
def line_starts(data: bytes) -> list[int]:
    """Return the bytes at which the lines of a source begin."""
    return [0, *starts_behind(data.split(b"\n"))]


def printable(text: str) -> str:
    r"""Return a text, such as the name of a file, with escapes for characters that UTF-8 cannot encode.

    >>> printable("caf\udce9.md")
    'caf\\xe9.md'
    >>> printable("\ud800")
    '\\ud800'
    """
    return text if text.isascii() else _SURROGATES.sub(lambda match: "".join(map(_escape, match.group())), text)


def _escape(surrogate: str) -> str:
    code = ord(surrogate)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def edited(text: str, span: Span, edits: Iterable[Edit]) -> str:
    """Return a part of a text with some edits of it made, which must be sorted and must not overlap.

    >>> edited("one two three", Span(4, 13), [Edit(Span(4, 7), "2"), Edit(Span(8, 13), "3")])
    '2 3'
    """
    pieces, done = [], span.start
    for (start, end), new in edits:
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done : span.end]])


def spliced(data: bytes, edits: Sequence[Edit]) -> bytes:
    r"""Return the content of a file with some edits made. Bytes outside the edits stay, even if they are not UTF-8.

    The spans are characters of `Source.from_bytes(data)`; they must be sorted and must not overlap. The file must be
    UTF-8.

    >>> spliced(b"caf\xe9 \xff", [Edit(Span(3, 4), "\xe9")])
    b'caf\xc3\xa9 \xff'
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    text = data[len(mark) :].decode(errors="surrogateescape")
    return mark + edited(text, Span(0, len(text)), edits).encode(errors="surrogateescape")


def _bytes_of(surrogates: str) -> bytes:
    try:
        return surrogates.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return surrogates.encode(errors="surrogatepass")


class Offsets(NamedTuple):
    """A map from UTF-8 byte offsets of a text to character offsets.

    `ends` are the byte offsets after characters of several bytes. `surplus[i]` is the number of bytes minus the number
    of characters before `ends[i]`; one more item is for the rest of the text. Byte offsets must lie between characters,
    as those of a Markdown parser do.

    >>> offsets = Offsets.of("a→b")
    >>> [offsets.character(byte) for byte in (0, 1, 4, 5)]
    [0, 1, 2, 3]
    """

    ends: list[int]
    surplus: list[int]

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the map for a text."""
        ends: list[int] = []
        surplus = [0]
        for match in _WIDE.finditer(text) if not text.isascii() else ():
            surplus.append(surplus[-1] + len(match.group().encode()) - 1)
            ends.append(match.end() + surplus[-1])
        return cls(ends, surplus)

    def character(self, byte: int) -> int:
        """Return the offset of the character that begins at a byte."""
        return byte - self.surplus[bisect_right(self.ends, byte)]

    def byte(self, character: int) -> int:
        """Return the byte at which a character begins.

        >>> offsets = Offsets.of("a→b")
        >>> [offsets.byte(character) for character in (0, 1, 2, 3)]
        [0, 1, 4, 5]
        """
        ends = range(len(self.ends))
        before = bisect_right(ends, character, key=lambda index: self.ends[index] - self.surplus[index + 1])
        return character + self.surplus[before]
