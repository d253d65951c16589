"""Macros: what the preprocessor of the family of C puts in place of a name."""

import re
from collections.abc import Mapping

from doclint.code.passages import Passages

_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\((?:[^()\\\n]|\\\r?\n)*+\))?", re.MULTILINE)
# What a line of a directive consists of. What is not closed ends with the line, or for a comment with the source.
_PART = re.compile(
    rb"""
    (?P<end> \r?\n )
    | (?P<blank> \\\r?\n | [ \t\f\v\r]+ | //(?:[^\\\n]|\\[\s\S])*+ | /\*(?:[^*]|\*(?!/))*+(?:\*/)? )
    | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'? | [^\s"'/\\]+ | .
    """,
    re.VERBOSE,
)


def values(source: Passages) -> Mapping[str, tuple[str, ...]]:
    r"""What each macro of a source is defined as, in the order of its definitions; empty for what stands for nothing.

    Comments are no part of a value, and lines that are continued are one.

    >>> from doclint.code.passages import read
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
    return {name: tuple(values) for name, values in found.items()}


def _value(data: bytes, start: int) -> tuple[str, int]:
    """What stands behind the name of a macro, and where it ends."""
    parts: list[bytes] = []
    end = start
    while (match := _PART.match(data, end)) and not match["end"]:
        parts.append(b" " if match["blank"] else match[0])
        end = match.end()
    return b" ".join(b"".join(parts).split()).decode(errors="replace"), end
