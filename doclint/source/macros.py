"""Macros: what the preprocessor of C and its relatives replaces names by."""

import re
from collections.abc import Mapping

from doclint.errors.expressions import expression
from doclint.source.passages import Passages

_DEFINE = expression(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\((?:[^()\\\n]|\\\r?\n)*+\))?", re.MULTILINE)
# One part of a directive's line. An unclosed string ends with the line, an unclosed comment with the source.
_PART = expression(
    rb"""
    (?P<end> \r?\n )
    | (?P<blank> \\\r?\n | [ \t\f\v\r]+ | //(?:[^\\\n]|\\[\s\S])*+ | /\*(?:[^*]|\*(?!/))*+(?:\*/)? )
    | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'? | [^\s"'/\\]+ | .
    """,
    re.VERBOSE,
)


def values(source: Passages) -> Mapping[str, tuple[str, ...]]:
    r"""Return the values of each macro that a source defines, by the macro's name, in the order of its definitions.

    The value of a macro that is defined as nothing is empty. Values have no comments, and continued lines are joined.

    >>> from doclint.source.passages import read
    >>> source = b"#define A 1 // one\n#define B\n#if X\n#define A (2 + \\\n 3)\n#endif\n"
    >>> dict(values(Passages("c", source, read("c", source))))
    {'A': ('1', '(2 + 3)'), 'B': ('',)}
    """
    found: dict[str, list[str]] = {}
    end = 0
    for match in _DEFINE.finditer(source.data):
        if match.start() >= end and source.at(match.end()) is None:
            value, end = _value(source.data, match.end())
            found.setdefault(match[1].decode(), []).append(value)
    return {name: tuple(texts) for name, texts in found.items()}


def _value(data: bytes, start: int) -> tuple[str, int]:
    """Return the value of a macro whose name ends at `start`, and the byte at which the value ends."""
    parts: list[bytes] = []
    end = start
    while (match := _PART.match(data, end)) and not match["end"]:
        parts.append(b" " if match["blank"] else match[0])
        end = match.end()
    return b" ".join(b"".join(parts).split()).decode(errors="replace"), end
