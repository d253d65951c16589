"""Outlines: Python sources without the bodies of most functions, which take most of the time to parse, and without the
docstring of the module, which may be a license.

What is left keeps its place. The lexical rules are those of The Python Language Reference (2, Lexical analysis).
"""

import re
from functools import lru_cache

from doclint.errors.expressions import expression

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
