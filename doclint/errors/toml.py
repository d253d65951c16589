"""TOML that anyone may have written: whatever is wrong with it is a ValueError, and it takes time in proportion to its
size.
"""

import re
from typing import Any

from doclint.errors.expressions import expression

MOST_PARTS = 32
"""The parts of a key, which dots separate. The time that `tomllib` takes grows with their square."""

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}"
_TEXT = r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?+|"(?:[^"\\\n]++|\\.)*+"?+'''
_LITERAL = r"""'''(?:[^']++|'(?!''))*+(?:'{3,5})?+|'[^'\n]*+'?+"""
_PLACE = expression(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)\Z")  # as `tomllib` ends its messages
_TOO_LONG = "a number has more than 3,000 digits"


def parse(data: bytes | str) -> dict[str, Any]:
    """Parse TOML, from bytes as UTF-8 with or without a byte order mark.

    Raises ValueError if it is invalid, nested too deeply, or has a key or number that is too long.
    """
    import tomllib  # few runs have a configuration

    text = data if isinstance(data, str) else data.decode("utf-8-sig")
    start = _long_key(text)
    if start is not None:
        line = text.count("\n", 0, start) + 1
        raise ValueError(f"line {line}: a key has more than {MOST_PARTS} parts")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError as error:
        raise ValueError("tables or arrays are nested too deeply") from error
    except ValueError as error:  # the only other one: Python does not convert numbers of so many digits
        raise ValueError(_TOO_LONG) from error
    if _has_long_number(table):
        raise ValueError(_TOO_LONG)
    return table


def place_of(error: ValueError) -> tuple[int, int] | None:
    """Return the line and the column, both 1-based, that an error of `parse` names; None if it names none."""
    found = _PLACE.search(str(error))
    return (int(found["line"]), int(found["column"])) if found else None


def without_place(error: ValueError) -> str:
    """Return the message of an error of `parse` without the place."""
    return _PLACE.sub("", str(error))


def _long_key(text: str) -> int | None:
    """Return where the first key with too many parts begins, outside strings and comments; None if there is none."""
    if text.count(".") < MOST_PARTS:
        return None
    no_key = re.compile(rf"(?:(?!{_LONG_KEY})(?:{_TEXT}|{_LITERAL}|\#[^\n]*+|[\w-]++|.))*+", re.DOTALL)
    before = no_key.match(text)
    return before.end() if before and before.end() < len(text) else None


def _has_long_number(table: dict[str, Any]) -> bool:
    """Whether a table has a number that Python does not print, such as a long hexadecimal one."""
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and value.bit_length() > 10_000:
            return True
    return False
