"""The docstrings of Python sources: what a module or the body of a definition begins with."""

import ast
import re
import warnings

from doclint.errors.expressions import expression
from doclint.source.languages.python_text import TEXTS

_GAP = r"(?:\s|\\\r?\n|\#[^\n]*+)*+"
_LITERAL = rf"[a-zA-Z]{{0,2}}+(?:{'|'.join(quotes + text + quotes for quotes, text in TEXTS.items())})"
_LITERALS = rf"{_LITERAL}(?:(?:[ \t]|\\\r?\n)*+{_LITERAL})*+|\({_GAP}(?:{_LITERAL}{_GAP})++\)"
_END = r"(?=[ \t\r\f]*+(?:[\#;\n]|\Z))"
_OF_DEFINITION = expression(rf"{_GAP}:{_GAP}(?P<literal>{_LITERALS}){_END}".encode(), re.DOTALL)
_OF_MODULE = expression(rf"(?:\xef\xbb\xbf)?+{_GAP}(?P<literal>{_LITERALS}){_END}".encode("latin-1"), re.DOTALL)
_OPENING = "|".join(
    rf"{quotes}(?!{'' if len(quotes) > 1 else f'{quotes * 2}|'}{text}{quotes})" for quotes, text in TEXTS.items()
)
_OPEN = expression(rf"(?:\xef\xbb\xbf)?+{_GAP}[a-zA-Z]{{0,2}}(?:{_OPENING})".encode("latin-1"), re.DOTALL)
# A literal without escapes or a prefix, whose value is the text between its quotes. Nearly all are.
_PLAIN = expression(r'"{3}((?:[^"\\\r\0]++|"(?!""))*+)"{3}')


def docstring_of_module(data: bytes) -> tuple[int, int, str] | None:
    """Return the docstring of a source: its first byte, the byte behind it, and its text; None if it has none."""
    return _found(_OF_MODULE.match(data))


def docstring_behind(data: bytes, place: int) -> tuple[int, int, str] | None:
    """Return the docstring of a definition, given a byte between its parameters or bases and its body."""
    return _found(_OF_DEFINITION.match(data, place))


def begins_with_open_string(data: bytes) -> bool:
    """Whether a source begins with a string that has no end."""
    return _OPEN.match(data) is not None


def _found(match: re.Match[bytes] | None) -> tuple[int, int, str] | None:
    text = string_value(match["literal"].decode(errors="replace")) if match else None
    return (*match.span("literal"), text) if match and text is not None else None


def string_value(literal: str) -> str | None:
    """Return the text of a string literal; None for bytes and for a string with expressions in it.

    If this version of Python cannot read the literal, such as one of Python 2, return the literal itself.
    """
    if plain := _PLAIN.fullmatch(literal):
        return plain[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown escape, which is the source's affair
        try:
            value = ast.literal_eval(f"(\n{literal}\n)")
        except ValueError as error:
            return literal if isinstance(error, UnicodeError) else None
        except (SyntaxError, RecursionError, MemoryError):
            return literal
    return value if isinstance(value, str) else None
