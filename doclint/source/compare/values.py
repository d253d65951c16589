"""Comparing values: whether a default or a value on a page is certainly not the one in the source."""

import json
import re
from ast import literal_eval
from typing import Any

from doclint.errors.expressions import expression

_LONGEST = 1_000  # characters of a value
_CONSTANTS = {
    **dict.fromkeys(("none", "null", "undefined", "nil", "nullptr"), "None"),
    "true": "True",
    "false": "False",
}
_DOTTED = expression(r"[^\W\d]\w*+(?:(?:\.|::)[^\W\d]\w*+)*+")
_REPR = expression(r"<([^\W\d][\w.]*+): .*>")  # `<Color.RED: 1>`, as Python shows members of enums
_LITERAL_START = expression(r"""["'\d(\[{]|[-+.]\d|[rbuRBU]{1,2}["']""")
_NUMBER_MARK = expression(r"(?<=\d)(?:_(?=\d)|[fFlLuUn]+\b)")
_MARKS = expression(r"[*_~`\\]")
_TEXT = str | bytes
_BARE_WORD = expression(r"[\w-]+")
_TEXT_WORD = expression(r"[\w.:/@+~-]+")
_UNKNOWN = object()


def contradicts_value(stated: str, source: str, *, is_text: bool = False) -> bool:
    """Whether a value that a page states is certainly not the value in a source, which is an expression.

    Only literals and dotted names are known, and a page may write a string without quotes: with `is_text` any word,
    also one with dots.

    >>> contradicts_value("'a'", '"a"'), contradicts_value("a", '"a"'), contradicts_value("5", "3")
    (False, False, True)
    >>> contradicts_value(repr("'a'"), "'a'"), contradicts_value(repr("'b'"), "'a'")
    (False, True)
    >>> contradicts_value("Color.RED", "shop.Color.BLUE"), contradicts_value("30", "_TIMEOUT")
    (True, False)
    """
    stated, source = stated.strip().strip("`"), source.strip()
    if not stated or max(len(stated), len(source)) > _LONGEST or _squeezed(stated) == _squeezed(source):
        return False
    shown = _REPR.fullmatch(stated)
    if shown:
        stated = shown[1]
    right, left = _value(source), _value(stated)
    if right is _UNKNOWN:
        return left is _UNKNOWN and _name_another(stated, source)
    if left is not _UNKNOWN and not (is_text and isinstance(right, str)):
        # A comment may have quotes, which the generator quotes again: `"'a'"`.
        return left != source and not _are_equal(left, right)
    # A bare word is a string without quotes, and so is any text that the source has as a string.
    return (
        isinstance(right, str) and stated != right and bool((_TEXT_WORD if is_text else _BARE_WORD).fullmatch(stated))
    )


def contradicts_words(stated: str, source: str) -> bool:
    """Whether a default on a page is not that of a comment: another value or, in prose, other words. Either may be cut.

    >>> contradicts_words("the package name.", "the package name"), contradicts_words("true", "false")
    (False, True)
    >>> contradicts_words("0.5", "0.50"), contradicts_words("1", "-1")
    (False, True)
    >>> contradicts_words("a(or b)", "`a` (or `b`)"), contradicts_words("a(or c)", "`a` (or `b`)")
    (False, True)
    """
    if _UNKNOWN not in (_value(stated), _value(source)):
        return contradicts_value(stated, source)
    left, right = (re.findall(r"\w+", text) for text in (stated, source))
    is_same = left[: len(right)] == right[: len(left)] or "".join(left) == "".join(right)  # markup may separate words
    return bool(left and right) and not is_same and "{@" not in source


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def _value(text: str) -> Any:
    """Return the value of a literal; _UNKNOWN if it is none, or has an ellipsis in it."""
    text = _CONSTANTS.get(text.casefold(), text)
    if text not in ("None", "True", "False"):
        if not _LITERAL_START.match(text) or "..." in text or "…" in text:
            return _UNKNOWN
        if text[0] not in "\"'":
            text = _NUMBER_MARK.sub("", text) if text[0].isdigit() and "x" not in text else text
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return _json_value(text)


def _json_value(text: str) -> Any:
    """Return the value of a list or an object in JSON, as those of settings are; _UNKNOWN if it is none."""
    try:
        return json.loads(text) if text[0] in "[{" else _UNKNOWN
    except (ValueError, RecursionError):
        return _UNKNOWN


def _are_equal(left: Any, right: Any) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        # Signatures on a page have one blank for each run of white space, also in their strings.
        return re.sub(r"\s+", " ", left) == re.sub(r"\s+", " ", right)
    if isinstance(left, list | dict | tuple) and type(left) is type(right):
        # In a table, asterisks and underscores of an item may be markup.
        return left == right or _unmarked(left) == _unmarked(right)
    if isinstance(left, _TEXT) != isinstance(right, _TEXT):
        # `5` on the page may be the string "5" without its quotes.
        return str(left).casefold() == str(right).casefold()
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _unmarked(value: Any) -> str:
    return _squeezed(_MARKS.sub("", json.dumps(value, default=repr, sort_keys=True)))


def _name_another(stated: str, source: str) -> bool:
    """Whether two dotted names with a scope name different things."""
    if not (_DOTTED.fullmatch(stated) and _DOTTED.fullmatch(source)):
        return False
    left, right = re.split(r"\.|::", stated), re.split(r"\.|::", source)
    return len(left) > 1 and len(right) > 1 and left[-1] != right[-1] and left[-2] == right[-2]
