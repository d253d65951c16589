"""Python sources read as text, without a syntax tree: their comments, strings and other code, and outlines.

An outline lacks the bodies of most functions, which take most of the time to parse, and the docstring of the module,
which may be a license. What is left keeps its place. The lexical rules are those of The Python Language Reference (2,
Lexical analysis).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import line_starts
from doclint.source.branches import blank_passages
from doclint.source.symbols import Passage

TEXTS = {
    '"""': r'(?:[^"\\]++|\\.|"(?!""))*+',
    "'''": r"(?:[^'\\]++|\\.|'(?!''))*+",
    '"': r'(?:[^"\\\n]++|\\.)*+',
    "'": r"(?:[^'\\\n]++|\\.)*+",
}
"""Patterns for the text of strings, by their quotes."""
STRING = "|".join(rf"{one}{text}(?:{one}|\Z)" if len(one) > 1 else one + text + one for one, text in TEXTS.items())
"""A pattern of strings; one of several lines that has no end reaches to that of the source, and is read only once."""

_CODE = rf"[^\n\"'#\\]++|{STRING}|\#[^\n]*+|\\."
_INNERMOST = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+)*+\)"
_INNER = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+|{_INNERMOST})*+\)"
_PARAMETERS = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+|{_INNER})*+\)"
_DEF = r"[ \t]*+(?:async[ \t]++)?+def[ \t]"
_NAME = rf"\n(?={_DEF})(?P<indent>[ \t]*+)(?P<name>[ \ta-z]++\w*+)[ \t]*+"
_OWN = r"(?:(?=\((?:\s|\#[^\n]*+)*+(?P<own>[^\W\d]\w*+)))?+"
_HEAD = rf"{_NAME}{_OWN}{_PARAMETERS}(?:[^\n:\"'#\\]++|{STRING})*+:[ \t\r]*+(?:\#[^\n]*+)?+"
_BLANK = r"(?:\n[ \t\r]*+(?:\#[^\n]*+)?+(?=\n))*+"
_LINE = rf"(?=[^\s#])(?:{_CODE})*+"
_FIRST = rf"{_BLANK}\n(?P<inner>(?P=indent)[ \t]++){_LINE}"
_COMMENT = r"(?:\n[ \t\r]*+(?=\n))*+\n(?P=indent)[ \t]++\#[^\n]*+"
_BODY = rf"(?P<body>{_FIRST}(?:{_BLANK}\n(?P=indent)[ \t]++{_LINE})*+)(?P<comments>(?:{_COMMENT})*+)"
_FUNCTION = expression(rf"(?P<text>(?:{_CODE}|\n(?!{_DEF}))*+(?:{_HEAD})?+)(?:{_BODY})?+".encode(), re.DOTALL)
_DOCSTRING = expression(
    rb'(?P<before>(?:[ \t\r]*+(?:#[^\n]*+)?+\n)*+[rRuU]?+)"{3}(?P<text>(?:[^"\\]++|\\.|"(?!""))*+)"{3}', re.DOTALL
)
_RESULT = expression(rb"(?P<indent>[ \t]++)return[ \t]++\w++\r?\Z")


_TARGETS = r"(?:[\w.]++(?:\[[^\]\n]*+\])?+[)\]]*+[ \t]*+,[ \t]*+|[(\[*]++)*+"
# Where a line assigns to an attribute, which the sign @ stands for: `@: int`, `a, @ = b`, `for @ in b`, `with b as @`.
_TARGET = expression(rf"[ \t]*+(?:@:|{_TARGETS}@[,)\]][^=]*+=(?!=)|.*?\b(?:for|as)[ \t(]{_TARGETS}@)".encode())
_LAST_TARGET = b") ="  # behind targets on several lines
_AROUND = 300  # bytes of a line before and behind an attribute that are looked at
_QUOTED = r"\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\\\n]++|\\.)*+'"
_INNER_FIELD = rf"\{{(?:[^{{}}\"'\n]++|{_QUOTED})*+\}}"
_FIELD = rf"\{{(?!\{{)(?:[^{{}}\"'\n]++|{_QUOTED}|{_INNER_FIELD})*+\}}"
_LONG_FIELD = rf"\{{(?!\{{)(?:[^{{}}\"']{{1,500}}+|{_QUOTED}|{_INNER_FIELD}){{0,50}}+\}}"
_FORMATTED = {
    '"""': rf'(?:[^"\\{{]++|\\.|"(?!"")|\{{\{{|{_LONG_FIELD})*+',
    "'''": rf"(?:[^'\\{{]++|\\.|'(?!'')|\{{\{{|{_LONG_FIELD})*+",
    '"': rf'(?:[^"\\\n{{]++|\\.|\{{\{{|{_FIELD})*+',
    "'": rf"(?:[^'\\\n{{]++|\\.|\{{\{{|{_FIELD})*+",
}


def outline(data: bytes) -> bytes:
    r"""Return a source with nothing in the bodies of its functions but their last lines, where a number stands.

    If a body ends with the statement that returns a variable, that is its last line. All that is left has its line and
    its column. The bodies of methods that assign attributes stay as they are, and those of functions that are not
    written plainly. An outline with a syntax error is not to be trusted.

    >>> outline(b"class Basket:\n  def add(self, fruit):\n    if fruit:\n      self.weigh(fruit)\n  size = 0\n")
    b'class Basket:\n  def add(self, fruit):\n\n                      0\n  size = 0\n'
    """
    docstring = _DOCSTRING.match(data)
    if docstring is None:
        return _FUNCTION.sub(_without_body, data)
    lines, newline, last = docstring["text"].rpartition(b"\n")
    blank = b"\n" * (lines + newline).count(b"\n") + b" " * len(last)
    return docstring["before"] + b'"""' + blank + b'"""' + _FUNCTION.sub(_without_body, data[docstring.end() :])


def _without_body(match: re.Match[bytes]) -> bytes:
    text, body, indent = match["text"], match["body"], match["inner"]
    last = body.rpartition(b"\n")[2] if body else b""
    # A string may have no end, and the last line of one may be indented less than the function.
    if match.end() == len(match.string) or len(last) <= len(indent or b"") or _assigns_attributes(match):
        return match.group()
    result = _RESULT.match(last)
    if result is None or result["indent"] != indent:
        last = indent + b"0".rjust(len(last) - len(indent))
    return text + b"\n" * body.count(b"\n") + last + b"\n" * match["comments"].count(b"\n")


def _assigns_attributes(method: re.Match[bytes]) -> bool:
    """Whether a method may assign attributes to its first parameter, or to the instance that it makes."""
    names = [method["own"], *([b"self"] if method["name"].endswith(b" __new__") else [])]
    return bool(method["indent"]) and any(_assigns(method["body"], name) for name in names if name)


def _assigns(body: bytes, name: bytes) -> bool:
    is_spread = _LAST_TARGET in body
    for match in _attribute_of(name).finditer(body):
        if match["sign"] == b"=":
            return True
        start, sign = match.start(), match.start("sign")
        _, newline, before = body[max(0, start - _AROUND) : start].rpartition(b"\n")
        if not newline or (is_spread and not before.strip()):
            return True
        if _TARGET.match(before + b"@" + body[sign : sign + _AROUND].partition(b"\n")[0]):
            return True
    return False


@lru_cache(maxsize=100)
def _attribute_of(name: bytes) -> re.Pattern[bytes]:
    # A pattern that begins with the name is searched fast.
    own = name + rb"(?<![\w.]" + name + rb")[^\S\n]*+\.[^\S\n]*+[^\W\d]\w*+[^\S\n]*+"
    return re.compile(own + rb"(?P<sign>=(?!=)|[:,)\]\n]|in\b)")


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
    found = list(_passages(data, 0, len(data)))
    code = blank_passages(data, found)
    return PythonScan(list(_with_docstrings(data, code, found)), code, line_starts(data))


def _passages(data: bytes, begin: int, stop: int) -> Iterator[Passage]:
    for token in _TOKEN.finditer(data, begin, stop):
        group = token.lastgroup or ""
        start, end = token.span(group)
        if group == "comment":
            yield Passage(token.start(), end, "comment")
        elif "formatted" in group:
            yield from _formatted(data, start, end)
        elif start < end:
            yield Passage(start, end, "string")


def _formatted(data: bytes, start: int, end: int) -> Iterator[Passage]:
    """Yield the passages of a string with fields: the text between them, and the strings in them."""
    for field in _FIELDS.finditer(data, start, end):
        if field["field"] is not None:
            if start < field.start():
                yield Passage(start, field.start(), "string")
            yield from (one for one in _passages(data, *field.span()) if one.place == "string")
            start = field.end()
    if start < end:
        yield Passage(start, end, "string")


def _with_docstrings(data: bytes, code: bytes, passages: list[Passage]) -> Iterator[Passage]:
    """Yield passages; a string that is a whole statement is a docstring."""
    depth = Depth(code)
    for passage in passages:
        is_docstring = passage.place == "string" and _is_statement(data, code, passage) and not depth.at(passage.start)
        yield Passage(passage.start, passage.end, "docstring") if is_docstring else passage


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
