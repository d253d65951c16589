"""The definitions, imports and docstrings of a Python source, those in functions included, found without a tree."""

import re
from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.languages.python_docstrings import docstring_behind, docstring_of_module
from doclint.source.languages.python_functions import is_private
from doclint.source.languages.python_text import Depth, PythonScan, scan
from doclint.source.parsing import HopelessError
from doclint.source.symbols import Docstring, Kind, SourceSymbols, Symbol, longest_names

_WORD = r"(?:[\w\x80-\xff]++)"
_GAP = r"(?:[ \t\r\f]|\\\r?\n)"
_DEFINITION = (
    rf"(?P<indent>[ \t]*+)(?:(?P<keyword>class|(?:async{_GAP}++)?+def){_GAP}++(?P<name>{_WORD})"
    rf"|(?P<constant>_*+[A-Z][A-Z0-9_]*+){_GAP}*+(?:=(?!=)|:(?!=))"
    rf"|type{_GAP}++(?P<type>{_WORD}){_GAP}*+(?:\[[^\]=]{{0,500}}+\]{_GAP}*+)?+=(?!=))"
).encode("latin-1")
_FIRST_LINE = expression(_DEFINITION)
_LATER_LINE = expression(b"\n" + _DEFINITION)  # a line feed is searched five times as fast as the beginning of a line
# It begins with one of two letters, so that the search is fast.
_IMPORT = expression(
    rf"(?:import(?<![\w.]import){_GAP}++(?P<modules>(?:[^\n;\\]|\\\r?\n)++)"
    rf"|from(?<![\w.]from)(?P<module>{_GAP}*+(?:\.{_GAP}*+)*+(?:(?!import\b){_WORD}(?:{_GAP}*+\.{_GAP}*+{_WORD})*+)?+)"
    rf"{_GAP}*+import\b{_GAP}*+(?P<names>\([^)]*+|(?:[^\n;\\(]|\\\r?\n)++))".encode("latin-1")
)
_ITEM = expression(
    rf"(?P<name>\*|{_WORD}(?:{_GAP}*+\.{_GAP}*+{_WORD})*+)(?:(?:\s|\\\r?\n)++as(?:\s|\\\r?\n)++{_WORD})?+".encode(
        "latin-1"
    )
)
_MARK = expression(rb"[()\[\]{}]|:|\\\r?\n|\n")
_PLAIN_HEAD = expression(rb"[^()\[\]{}:\\\n]*+(?:\([^()\[\]{}]*+\)[^()\[\]{}:\\\n]*+)?+:")
_BLANK = expression(rb"(?:\s|\\\r?\n)*+")
_WIDEST = 200  # bytes of indentation that matter


class _Definition(Struct, frozen=True):
    """A class or a function that is open: its indentation, that of its body, and its qualified name."""

    is_class: bool
    width: int
    inner: int
    qualified: str


class PythonNames(Struct, frozen=True):
    """The symbols of a source, and its docstrings in its order."""

    symbols: SourceSymbols
    docstrings: list[Docstring]


@lru_cache(maxsize=4)
def names_of(data: bytes, work: int) -> PythonNames | None:
    """Return the names in a source; None if they take more than `work` times what those of real sources take."""
    try:
        names = _NameReader(data, scan(data), longest_names(data, work))
    except HopelessError:
        return None
    symbols = tuple(sorted(names.symbols, key=lambda one: (one.line, one.qualified)))
    return PythonNames(SourceSymbols(symbols, is_broken=names.is_broken), names.docstrings)


class _NameReader:
    """The symbols and docstrings of a source, as they are found.

    Raises HopelessError if the qualified names together have more than `most` characters.
    """

    def __init__(self, data: bytes, text: PythonScan, most: int) -> None:
        self.symbols: list[Symbol] = []
        self.docstrings: list[Docstring] = []
        self._data = data
        self._code = text.code
        self._lines = text.lines
        self._left = most
        self._open: list[_Definition] = []
        self._depth = Depth(text.code)  # at statements
        self._line_depth = Depth(text.code)  # at lines before them
        self._known = 0  # up to here, no line ends an open definition
        self._take_docstring(docstring_of_module(data), "", 0)
        self._take_definitions()
        self._take_imports()
        self.is_broken = self._depth.at(len(data)) != 0

    def _take_docstring(self, found: tuple[int, int, str] | None, name: str, line: int) -> None:
        if found is not None:
            start, end, text = found
            self.docstrings.append(Docstring(start, end, name, line or self._line(start), text))

    def _take_definitions(self) -> None:
        found = [*filter(None, [_FIRST_LINE.match(self._code)]), *_LATER_LINE.finditer(self._code)]
        heads = [match.start("indent") for match in found if match["keyword"]]
        for match in found:
            if match["keyword"]:
                start = match.start("indent")
                self._close(start, len(match["indent"]))
                for depth in (self._depth, self._line_depth):
                    depth.restart(start)
                at = bisect_right(heads, start)
                self._define(match, heads[at] if at < len(heads) else len(self._code))
            else:
                self._take_other(match)

    def _define(self, match: re.Match[bytes], end: int) -> None:
        """Take a class or a function; the next one begins at `end`."""
        is_class = match["keyword"] == b"class"
        outer = self._open[-1].is_class if self._open else False
        line = self._line(match.start("name"))
        qualified = self._add("class" if is_class else "method" if outer else "function", match, "name")
        colon = self._colon(match.end(), end)
        inner = -1
        if colon is not None:
            start = _BLANK.match(self._code, colon + 1).end()  # type: ignore[union-attr]
            line_start = self._code.rfind(b"\n", colon, start) + 1
            inner = start - line_start if line_start else -1
            self._take_docstring(docstring_behind(self._data, colon), self.symbols[-1].name, line)
        self._open.append(_Definition(is_class, len(match["indent"]), inner, qualified))
        self._known = match.end()

    def _take_other(self, match: re.Match[bytes]) -> None:
        """Take a constant of a module or of the body of a class, or an alias of a type."""
        start = match.start("indent")
        if self._depth.at(start):
            return
        width = len(match["indent"])
        self._close(start, width)
        is_direct = self._open[-1].is_class and self._open[-1].inner == width if self._open else not width
        if match["type"]:
            self._add("type", match, "type")
        elif is_direct:
            self._add("constant", match, "constant")

    def _add(self, kind: Kind, match: re.Match[bytes], group: str) -> str:
        """Add a symbol. Return its qualified name."""
        name = match[group].decode(errors="replace")
        qualified = f"{self._open[-1].qualified}.{name}" if self._open else name
        self._count(qualified)
        self.symbols.append(Symbol(kind, name, qualified, self._line(match.start(group)), not is_private(name)))
        return qualified

    def _count(self, qualified: str) -> None:
        self._left -= len(qualified)
        if self._left < 0:
            raise HopelessError("the qualified names are too long")

    def _line(self, place: int) -> int:
        return bisect_right(self._lines, place)

    def _colon(self, place: int, end: int) -> int | None:
        """Return the colon that ends the head of a definition; None if a line without one ends it."""
        if plain := _PLAIN_HEAD.match(self._code, place, end):
            return plain.end() - 1
        depth = 0
        for mark in _MARK.finditer(self._code, place, end):
            match mark[0]:
                case b"(" | b"[" | b"{":
                    depth += 1
                case b")" | b"]" | b"}":
                    depth -= 1
                case b":" if not depth:
                    return mark.start()
                case b"\n" if not depth:
                    return None
        return None

    def _close(self, place: int, width: int) -> None:
        """Close the definitions that end before a statement with an indentation."""
        while self._open and self._open[-1].width >= width:
            self._open.pop()
        while self._open:
            match = _line_within(min(self._open[-1].width, _WIDEST)).search(self._code, self._known, place)
            if match is None:
                break
            self._known = match.end()
            start = match.start("indent")
            if not self._line_depth.at(start) and not self._code.endswith((b"\\\n", b"\\\r\n"), 0, start):
                while self._open and self._open[-1].width >= len(match["indent"]):
                    self._open.pop()
        self._known = max(self._known, place)

    def _take_imports(self) -> None:
        place, last = 0, self._code.rfind(b"import")  # most code has none but at its beginning
        while place <= last and (match := _IMPORT.search(self._code, place)):
            place = match.end()
            module = b"".join((match["module"] or b"").replace(b"\\", b"").split()).decode(errors="replace")
            for item in _ITEM.finditer(self._code, *match.span("modules" if match["modules"] else "names")):
                name = b"".join(item["name"].replace(b"\\", b"").split()).decode(errors="replace")
                qualified = module + name if not module or module.endswith(".") else f"{module}.{name}"
                self._count(qualified)
                self.symbols.append(Symbol("import", name, qualified, self._line(item.start()), public=False))


@lru_cache(maxsize=100)
def _line_within(width: int) -> re.Pattern[bytes]:
    """Return a pattern of lines that are indented no more than so far, without those that end a bracket or a string,
    and without fields of strings.
    """
    return re.compile(rb"\n(?P<indent>[ \t]{0,%d})[^\s)\]{}\"']" % width)
