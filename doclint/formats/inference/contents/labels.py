"""What a heading, a label or the header of a table says of the names below it."""

from collections.abc import Iterable, Sequence

from doclint.errors.expressions import expression
from doclint.formats.inference.texts.naming import kinds_of

_WORD = expression(r"[a-z]+")

_SCOPES = {
    "parameter": {"function", "method", "class", "macro", "definition", "property", "type", "interface"},
    "type-parameter": {"function", "method", "class", "type", "interface"},
    "property": {"class", "interface", "struct", "type", "enum", "definition"},
    "field": {"class", "interface", "struct", "type", "enum", "definition"},
    "method": {"class", "interface", "struct", "type", "enum", "definition"},
    "enum-member": {"class", "enum", "definition"},
}
"""Only what is in these defines symbols of such a kind; others may be on their own."""

_NAME = expression(r"\*{0,2}[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*\??")


def defined_by(texts: Iterable[str], scopes: Sequence[Sequence[str]]) -> str:
    """Return the kind of the symbols below a label, or else a heading: what the first of some texts says that is not
    empty. It is empty if nothing says it, or if such symbols have no place in the nearest ones around: `scopes` are
    the kinds of these, the nearest ones last.
    """
    nearest = set(scopes[-1]) if scopes else set()
    kinds = next((kinds_of(text) for text in texts if text), [])
    for kind in kinds:
        inner = "enum-member" if kind == "enum" and nearest & _SCOPES["enum-member"] else kind
        if inner not in _SCOPES or nearest & _SCOPES[inner]:
            return inner
    return ""


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
