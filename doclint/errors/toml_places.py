"""Where things are in the text of a TOML file, also of one that is being written; `tomllib` says only what it holds.

Tables, arrays of tables, inline tables and dotted keys are those of TOML 1.0.0. What is not TOML is skipped up to the
next line that begins a table or a key, so that a value without its end does not hide what follows.
"""

import re
import tomllib
from bisect import bisect_right
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.validation import Path

CursorRole: TypeAlias = Literal["key", "header", "value", "none"]
Range: TypeAlias = tuple[int, int]
"""Offsets of characters, from 0 on; the second one is excluded."""

_BLANKS = expression(r"[ \t]*+")
_SPACE = expression(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_LINE = expression(r"[^\n]*+")
_KEY_PART = expression(r"""[^\s\[\]{}=,.#"']++|"(?:[^"\\\n]++|\\[^\n])*+"?|'[^'\n]*+'?""")
_SCALAR = expression(r"""[^,\[\]{}#\r\n"']++""")
_QUOTE = expression(r'''"""|\'\'\'|"|\'''')
_TEXTS = {
    '"""': expression(r'"""(?:[^"\\]++|\\.|"(?!""))*+(?P<end>"{3,5}+)?+', re.DOTALL),
    "'''": expression(r"'''(?:[^']++|'(?!''))*+(?P<end>'{3,5}+)?+"),
    '"': expression(r'"(?:[^"\\\n]++|\\[^\n])*+(?P<end>")?+'),
    "'": expression(r"'[^'\n]*+(?P<end>')?+"),
}
_STATEMENT = expression(
    r"""\[\[?[ \t]*+(?!(?:true|false|inf|nan)\b)[A-Za-z_][\w-]*+[ \t]*+[.\]\n]"""
    r"""|(?:[\w.-]|"[^"\n]*+"|'[^'\n]*+')++[ \t]*+="""
)
"""What begins a table or a key at the beginning of a line, and cannot be an element of an array."""


class TomlPlace(Struct):
    """Where a key or an element is, and what is below it: the places in a table by key, in an array by index.

    `key` is the range of the key; of an element of an array that of the element, and of an array of tables that of the
    key in its header. `value` is None without a value.
    """

    key: Range
    value: Range | None = None
    below: dict[str | int, "TomlPlace"] = {}


class TomlCursor(Struct, frozen=True):
    """What is being written at the end of a text.

    A `key` is written in the table at the path, and so is a part of a `header`, which has double brackets if it is
    `in_array`. A `value` is the one at the path. It is `written` from an offset on, after the `quote` of a text.
    """

    role: CursorRole
    path: Path
    start: int
    written: str = ""
    quote: str = ""
    in_array: bool = False


class _Key(Struct, frozen=True):
    """A part of a key."""

    name: str
    span: Range


class _TomlBracket(Struct, frozen=True):
    """An array or an inline table that has begun, and the keys or the index that lead to it from the one around it."""

    is_array: bool
    path: Path
    place: TomlPlace


class TomlPlaces:
    r"""The places in a text, and what is being written at its end.

    >>> places = TomlPlaces('''name = "a"
    ... [[kind]]
    ... section = [
    ...   { key = "b" },
    ... ]
    ... ''')
    >>> places.line(("name",)), places.line(("kind", 0)), places.line(("kind", 0, "section", 0, "key"))
    (1, 2, 4)
    >>> TomlPlaces("[limits]\nde").cursor
    TomlCursor(role='key', path=('limits',), start=9, written='de', quote='', in_array=False)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.top = TomlPlace((0, 0))
        reader = _TomlReader(text, self.top)
        reader.run()
        self.cursor = reader.cursor or TomlCursor("none", (), len(text))

    def find(self, path: Path) -> TomlPlace | None:
        """Return the place of a key or an element; None if there is none at that path."""
        places = self.nearest(path)
        return places[-1] if len(places) == len(path) + 1 else None

    def nearest(self, path: Path) -> list[TomlPlace]:
        """Return the places of all keys and elements on a path that are there, from the top of the file on."""
        found = [self.top]
        for part in path:
            below = found[-1].below.get(part)
            if below is None:
                break
            found.append(below)
        return found

    def line(self, path: Path) -> int | None:
        """Return the line, 1-based, of a key or an element; without one at that path, that of what would contain it.

        None if not even that is in the file.
        """
        places = self.nearest(path)
        return self.line_at(places[-1].key[0]) if len(places) > 1 else None

    def line_at(self, offset: int) -> int:
        """Return the line, 1-based, of a character."""
        return bisect_right(self._line_starts, offset)

    def start_of(self, line: int) -> int:
        """Return the offset of the first character of a line, 1-based."""
        return self._line_starts[line - 1] if line <= len(self._line_starts) else len(self.text)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


class _TomlReader:
    """Reads a text once, from its beginning to its end."""

    def __init__(self, text: str, top: TomlPlace) -> None:
        self.cursor: TomlCursor | None = None
        self._text = text
        self._at = 0
        self._top = top
        self._table: tuple[Path, TomlPlace] = (), top
        self._around: list[_TomlBracket] = []
        self._is_next = False  # whether an element or a key may follow: after a bracket or a comma

    def run(self) -> None:
        while self._at < len(self._text):
            before = self._at, len(self._around)
            self._step()
            if (self._at, len(self._around)) == before:
                self._at += 1  # what is not part of TOML
        if self.cursor is None:
            self._step()

    def _step(self) -> None:
        if not self._around:
            self._statement()
        elif self._around[-1].is_array:
            self._element()
        else:
            self._member()

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Skip what matches, and return the character after it; empty at the end."""
        match = pattern.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._text[self._at : self._at + 1]

    def _mark(self, role: CursorRole, path: Path, start: int, quote: str = "", *, in_array: bool = False) -> None:
        """Keep what is being written if that is at the end of the text."""
        if self._at == len(self._text) and self.cursor is None:
            around = tuple(part for one in self._around for part in one.path)
            written = self._text[start + len(quote) :]
            table = () if role == "header" else self._table[0]
            self.cursor = TomlCursor(role, (*table, *around, *path), start, written, quote, in_array)

    def _begins_line(self, start: int) -> bool:
        """Whether there is nothing but blanks on the line before here, if there is only space from an offset on."""
        return not start or "\n" in self._text[start : self._at]

    def _is_in_comment(self, start: int) -> bool:
        """Whether the text ends with a comment, if there is only space from an offset on."""
        return "#" in self._text[max(start, self._text.rfind("\n") + 1) :]

    def _statement(self) -> None:
        """Read a header, or a key with what is after it on its line."""
        start = self._at
        following = self._skip(_SPACE)
        if not following:
            is_key = self._begins_line(start) and not self._is_in_comment(start)
            self._mark("key" if is_key else "none", (), self._at)
        elif following == "[":
            self._header()
        else:
            self._pair()
            if not self._around and self._at < len(self._text) and self._text[self._at] not in "#\r\n":
                self._skip(_LINE)

    def _header(self) -> None:
        in_array = self._text.startswith("[[", self._at)
        self._at += 2 if in_array else 1
        keys, is_open = self._keys()
        if is_open:
            *around, last = keys
            self._mark("header", self._resolved(around)[0], last.span[0], in_array=in_array)
        elif keys:
            self._open(keys, in_array=in_array)
        self._skip(_LINE)

    def _open(self, keys: list[_Key], *, in_array: bool) -> None:
        """Begin the table that a header names."""
        *around, last = keys
        path, table = self._resolved(around)
        place = table.below.setdefault(last.name, TomlPlace(last.span))
        path = (*path, last.name)
        if in_array:
            number = len(place.below)
            path, place = (*path, number), place.below.setdefault(number, TomlPlace(last.span))
        else:
            place.key = last.span  # a header above may have named the table in front of a dot
        self._table = path, place

    def _resolved(self, keys: list[_Key]) -> tuple[Path, TomlPlace]:
        """Return the table that the first keys of a header name; of an array of tables, that is the last one."""
        path: list[str | int] = []
        place = self._top
        for key in keys:
            path.append(key.name)
            place = place.below.setdefault(key.name, TomlPlace(key.span))
            last = next(reversed(place.below), None)
            if isinstance(last, int):
                path.append(last)
                place = place.below[last]
        return tuple(path), place

    def _keys(self) -> tuple[list[_Key], bool]:
        """Return the parts of a key, and whether the text ends with the last one, which may be empty."""
        keys: list[_Key] = []
        while True:
            self._skip(_BLANKS)
            part = _KEY_PART.match(self._text, self._at)
            self._at = part.end() if part else self._at
            is_open = self._at == len(self._text)
            if part or is_open:
                keys.append(_Key(_unquoted(part[0]) if part else "", part.span() if part else (self._at, self._at)))
            if is_open or self._skip(_BLANKS) != ".":
                return keys, is_open
            self._at += 1

    def _pair(self) -> None:
        """Read a key, and its value or the beginning of it. Arrays and tables are read on by `_step`."""
        keys, is_open = self._keys()
        path = tuple(key.name for key in keys)
        if is_open:
            self._mark("key", path[:-1], keys[-1].span[0])
        elif keys and self._text[self._at : self._at + 1] == "=":
            self._at += 1
            place = self._around[-1].place if self._around else self._table[1]
            for key in keys:
                place = place.below.setdefault(key.name, TomlPlace(key.span))
            self._value(path, place)

    def _value(self, path: Path, place: TomlPlace) -> None:
        following = self._skip(_BLANKS)
        start = self._at
        if following in ("[", "{"):
            self._at += 1
            place.value = start, self._at
            self._around.append(_TomlBracket(following == "[", path, place))
            self._is_next = True
            return
        quote = _QUOTE.match(self._text, start)
        if quote:
            text = _TEXTS[quote[0]].match(self._text, start)
            assert text is not None, "a text may lack its end"
            self._at = text.end()
            if text["end"] is None:
                self._mark("value", path, start, quote[0])
        else:
            self._skip(_SCALAR)
            self._mark("value", path, start)
        end = start + len(self._text[start : self._at].rstrip())
        place.value = (start, end) if end > start else None

    def _element(self) -> None:
        """Read an element of an array, what is between two, or the end of the array."""
        start, elements = self._at, self._around[-1].place.below
        following = self._skip(_SPACE)
        if not following:
            is_value = self._is_next and not self._is_in_comment(start)
            self._mark("value" if is_value else "none", (len(elements),), self._at)
            self._around.pop()
        elif self._begins_line(start) and _STATEMENT.match(self._text, self._at):
            while self._around:
                self._end()
        elif following == "]":
            self._at += 1
            self._end()
        elif following == ",":
            self._at += 1
            self._is_next = True
        elif following != "}":
            place = elements.setdefault(len(elements), TomlPlace((self._at, self._at)))
            self._is_next = False
            self._value((len(elements) - 1,), place)
            place.key = place.value or place.key

    def _member(self) -> None:
        """Read a key of an inline table with its value, what is between two, or the end of the table."""
        following = self._skip(_BLANKS)
        if not following:
            self._mark("key" if self._is_next else "none", (), self._at)
            self._around.pop()
        elif following in "\r\n]":
            self._end()
        elif following == "}":
            self._at += 1
            self._end()
        elif following == ",":
            self._at += 1
            self._is_next = True
        elif following == "#":
            self._skip(_LINE)
        else:
            self._is_next = False
            self._pair()

    def _end(self) -> None:
        """End the innermost array or inline table."""
        place = self._around.pop().place
        assert place.value is not None, "it has a bracket"
        is_element = place.key == place.value
        place.value = place.value[0], self._at
        place.key = place.value if is_element else place.key
        self._is_next = False


def _unquoted(text: str) -> str:
    """Return the name of a part of a key, which may lack its closing quote."""
    if text[0] not in "\"'":
        return text
    try:
        return next(iter(tomllib.loads(f"{text} = 0")))
    except (tomllib.TOMLDecodeError, ValueError):
        return text.strip(text[0])
