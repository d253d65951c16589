"""What a heading, a label or the header of a table says of the names below it."""

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[a-z]+")

# By the last words of a heading, in the singular.
_KINDS = {
    "parameter": "parameter",
    "param": "parameter",
    "argument": "parameter",
    "arg": "parameter",
    "property": "property",
    "accessor": "property",
    "attribute": "field",
    "field": "field",
    "variable": "variable",
    "constant": "constant",
    "enum": "enum-member",
    "enumeration": "enum-member",
    "member": "enum-member",
    "method": "method",
    "operation": "method",
    "function": "function",
    "class": "class",
    "interface": "interface",
    "enumerator": "enum-member",
    "type parameter": "type-parameter",
}
_SCOPES = {
    "parameter": {"function", "method", "class", "macro", "definition", "property", "type", "interface"},
    "type-parameter": {"function", "method", "class", "type", "interface"},
    "property": {"class", "interface", "struct", "type", "enum", "definition"},
    "field": {"class", "interface", "struct", "type", "enum", "definition"},
    "method": {"class", "interface", "struct", "type", "enum", "definition"},
    "enum-member": {"class", "enum", "definition"},
}
"""Only what is in these defines symbols of such a kind; others may be on their own."""

_NAME = re.compile(r"\*{0,2}[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*\??")


def defined_by(texts: Iterable[str], scopes: Sequence[Sequence[str]]) -> str:
    """Return the kind of the symbols that stand below some headings or labels, the nearest one first; empty if these do
    not say it. `scopes` are the kinds of the symbols around them, the nearest ones last.
    """
    nearest = set(scopes[-1]) if scopes else set()
    for text in texts:
        kind = _kind(text)
        if kind:
            return kind if kind not in _SCOPES or nearest & _SCOPES[kind] else ""
    return ""


def _kind(text: str) -> str:
    words = [_singular(word) for word in _WORD.findall(text.lower())]
    return _KINDS.get(" ".join(words[-2:]), "") or _KINDS.get(words[-1] if words else "", "")


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith("sses") else word if word.endswith("ss") else word.removesuffix("s")


def are_names(values: Sequence[str]) -> bool:
    """Whether nearly all of some texts are names in code."""
    names = sum(_NAME.fullmatch(value.strip()) is not None for value in values)
    return bool(values) and names >= 0.9 * len(values)


# The hole that a column of a table of symbols has, by the words of its header.
_COLUMNS = {
    "type": "type",
    "data type": "type",
    "description": "description",
    "summary": "description",
    "default": "default",
    "default value": "default",
    "value": "value",
    "required": "required",
    "optional": "optional",
}


def hole_of_column(header: str) -> str:
    """Return the hole for what a column of a table of symbols says; empty if no rule reads it."""
    return _COLUMNS.get(" ".join(_WORD.findall(header.lower())), "")
