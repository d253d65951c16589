"""Outlines: Python sources without the bodies of their functions, which take most of the time to parse, and without the
docstring of the module, which may be a license.

What is left keeps its place. The lexical rules are those of The Python Language Reference (2, Lexical analysis).
"""

import re

from doclint.errors.expressions import expression

STRING = (
    r'"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:"{3}|\Z)|'
    r"'{3}(?:[^'\\]++|\\.|'(?!''))*+(?:'{3}|\Z)|"
    r'"(?!"")(?:[^"\\\n]++|\\.)*+"|'
    r"'(?!'')(?:[^'\\\n]++|\\.)*+'"
)
"""A pattern of strings; one of several lines that has no end reaches to that of the source, and is read only once."""

_CODE = rf"[^\n\"'#\\]++|{STRING}|\#[^\n]*+|\\."
_INNERMOST = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+)*+\)"
_INNER = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+|{_INNERMOST})*+\)"
_PARAMETERS = rf"\((?:[^()\"'#\\]++|{STRING}|\#[^\n]*+|{_INNER})*+\)"
_DEF = r"[ \t]*+(?:async[ \t]++)?+def[ \t]"
_NAME = rf"\n(?={_DEF})(?P<indent>[ \t]*+)[ \ta-z]++\w*+[ \t]*+"
_HEAD = rf"{_NAME}{_PARAMETERS}(?:[^\n:\"'#\\]++|{STRING})*+:[ \t\r]*+(?:\#[^\n]*+)?+"
_BLANK = r"(?:\n[ \t\r]*+(?:\#[^\n]*+)?+(?=\n))*+"
_LINE = rf"(?=[^\s#])(?:{_CODE})*+"
_FIRST = rf"{_BLANK}\n(?P<inner>(?P=indent)[ \t]++){_LINE}"
_COMMENT = r"(?:\n[ \t\r]*+(?=\n))*+\n(?P=indent)[ \t]++\#[^\n]*+"
_BODY = rf"{_FIRST}(?:{_BLANK}\n(?P=indent)[ \t]++{_LINE})*+(?:{_COMMENT})*+"
_FUNCTION = expression(rf"(?P<text>(?:{_CODE}|\n(?!{_DEF}))*+(?:{_HEAD})?+)(?P<body>{_BODY})?+".encode(), re.DOTALL)
_DOCSTRING = expression(
    rb'(?P<before>(?:[ \t\r]*+(?:#[^\n]*+)?+\n)*+[rRuU]?+)"{3}(?P<text>(?:[^"\\]++|\\.|"(?!""))*+)"{3}', re.DOTALL
)
_RESULT = expression(rb"(?P<indent>[ \t]++)return[ \t]++\w++\r?\Z")


def outline(data: bytes) -> bytes:
    r"""Return a source with nothing in the bodies of its functions but their last lines, where a number stands.

    If a body ends with the statement that returns a variable, that is its last line. All that is left has its line and
    its column. The bodies of functions that are not written plainly stay as they are. An outline with a syntax error is
    not to be trusted.

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
    if match.end() == len(match.string) or len(last) <= len(indent or b""):
        return match.group()
    result = _RESULT.match(last)
    if result is None or result["indent"] != indent:
        last = indent + b"0".rjust(len(last) - len(indent))
    return text + b"\n" * body.count(b"\n") + last
