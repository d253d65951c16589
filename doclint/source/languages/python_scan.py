"""The comments and strings of a Python source, and its code without them, found without a syntax tree.

The lexical rules are those of The Python Language Reference (2, Lexical analysis).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import line_starts
from doclint.source.branches import blank_spans
from doclint.source.languages.python_outline import TEXTS
from doclint.source.symbols import Passage

_QUOTED = r"\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\\\n]++|\\.)*+'"
_INNER = rf"\{{(?:[^{{}}\"'\n]++|{_QUOTED})*+\}}"
_FIELD = rf"\{{(?!\{{)(?:[^{{}}\"'\n]++|{_QUOTED}|{_INNER})*+\}}"
_LONG_FIELD = rf"\{{(?!\{{)(?:[^{{}}\"']{{1,500}}+|{_QUOTED}|{_INNER}){{0,50}}+\}}"
_FORMATTED = {
    '"""': rf'(?:[^"\\{{]++|\\.|"(?!"")|\{{\{{|{_LONG_FIELD})*+',
    "'''": rf"(?:[^'\\{{]++|\\.|'(?!'')|\{{\{{|{_LONG_FIELD})*+",
    '"': rf'(?:[^"\\\n{{]++|\\.|\{{\{{|{_FIELD})*+',
    "'": rf"(?:[^'\\\n{{]++|\\.|\{{\{{|{_FIELD})*+",
}


def _strings(texts: dict[str, str], name: str, *before: str) -> Iterator[str]:
    """Yield patterns for strings behind their first quote and what is before it, with a group for the text of each.

    What is "plain" may have no end: then it reaches to that of the line, or of the source.
    """
    for at, (quotes, text) in enumerate(texts.items()):
        no_end = r"\Z" if len(quotes) > 1 else r"(?=\n)|\Z"
        end = rf"\\?+(?:{quotes}|{no_end})" if name == "plain" else quotes
        is_string = "|".join(f"(?<={one}{quotes[0]})" for one in before)
        yield rf"(?:{is_string}){quotes[1:]}(?P<{name}{at}>{text}){end}"


# A comment or a string. What begins with a set of characters is searched fast.
_TOKEN = expression(
    "[#\"'](?:{})".format(
        "|".join(
            [
                r"(?<=\#)(?P<comment>[^\n]*+)",
                *_strings(_FORMATTED, "formatted", "[fFtT]", "[fFtT][rR]"),
                *_strings(TEXTS, "plain", ""),
            ]
        )
    ).encode(),
    re.DOTALL,
)
# The second alternative is a character by its name: `\N{DASH}`.
_FIELDS = expression(rf"\{{\{{|\\N\{{[^{{}}\n]*+\}}|(?P<field>{_LONG_FIELD})".encode(), re.DOTALL)
_STATEMENT_START = expression(
    rb"(?:[ \t]*+(?:(?:async[ \t]++)?+def|class)\b.*:|.*;)?+[ \t]*+[a-zA-Z]{0,2}+\Z", re.DOTALL
)
_STATEMENT_END = expression(rb"[ \t\r\f]*+(?:[#;\n]|\Z)")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
_LONGEST = 300  # bytes of a line before a string that are looked at


class PythonScan(Struct, frozen=True):
    """The passages of a source, its code with blanks in their place, and the bytes at which its lines begin."""

    passages: list[Passage]
    code: bytes
    lines: list[int]


@lru_cache(maxsize=4)
def scan(data: bytes) -> PythonScan:
    """Return the passages and the code of a source."""
    found = list(_passages(data))
    code = blank_spans(data, found)
    return PythonScan(list(_with_docstrings(data, code, found)), code, line_starts(data))


def _passages(data: bytes) -> Iterator[Passage]:
    for token in _TOKEN.finditer(data):
        if token.lastgroup == "comment":
            yield Passage(token.start(), token.end(), "comment")
        else:
            yield from _strings_of(token)


def _strings_of(token: re.Match[bytes]) -> Iterator[Passage]:
    """Yield the passages of a string. One with fields has the text between them, and the strings in them."""
    group = token.lastgroup or ""
    start, end = token.span(group)
    for field in _FIELDS.finditer(token.string, start, end) if "formatted" in group else ():
        if field["field"] is not None:
            if start < field.start():
                yield Passage(start, field.start(), "string")
            for inner in _TOKEN.finditer(token.string, *field.span()):
                yield from _strings_of(inner) if inner["comment"] is None else ()
            start = field.end()
    if start < end:
        yield Passage(start, end, "string")


def _with_docstrings(data: bytes, code: bytes, passages: list[Passage]) -> Iterator[Passage]:
    """Yield passages; a string that is a whole statement is a docstring."""
    depth = Depth(code)
    for passage in passages:
        is_docstring = passage.place == "string" and _is_statement(data, code, passage) and not depth.at(passage.start)
        yield passage._replace(place="docstring") if is_docstring else passage


def _is_statement(data: bytes, code: bytes, string: Passage) -> bool:
    quotes = 3 if data.endswith((b'"""', b"'''"), 0, string.start) else 1
    if not _STATEMENT_END.match(data, string.end + quotes):
        return False
    first = string.start - quotes
    before, _, line = code[max(0, first - _LONGEST) : first].rpartition(b"\n")
    return not before.endswith((b"\\", b"\\\r")) and bool(_STATEMENT_START.match(line))


class Depth:
    """How many brackets are open at places of a code, which are asked for in ascending order."""

    def __init__(self, code: bytes) -> None:
        self._code = code
        self._place = 0
        self._depth = 0

    def at(self, place: int) -> int:
        """Return the number of brackets that are open at a byte."""
        brackets = self._code[self._place : place].translate(None, _NO_BRACKETS)
        self._depth += 2 * sum(map(brackets.count, (b"(", b"[", b"{"))) - len(brackets)
        self._place = place
        return self._depth

    def restart(self, place: int) -> None:
        """Continue at a byte at which no bracket is open."""
        self._place, self._depth = place, 0
