"""The text of Python's expressions, as declarations have it."""

import re
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.languages.python_outline import STRING
from doclint.source.languages.python_statements import parts
from doclint.source.model import LONGEST_TEXT, OMITTED
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_DOTTED = expression(r"([^\W\d]\w*+(?:\s*+\.\s*+[^\W\d]\w*+)*+)(?:\[.*\])?(?:\(.*\))?", re.DOTALL)
_PRIVATE = expression(r"_(?!_.*__\Z)", re.DOTALL)
_UNEVEN = expression(r"[\n\r\t\f\v#\\]|  ")
_GAP = expression(rf"(?P<string>{STRING})|(?:\s++|\\\r?\n|#[^\n]*+)++", re.DOTALL)
_NAME = expression(r"[^\W\d]\w*+")


def is_private(name: str) -> bool:
    """Whether a name is private by convention: it begins with an underscore, and is not one like `__init__`."""
    return _PRIVATE.match(name) is not None


def dotted_name(text: str) -> str:
    """Return the dotted name that a base or a decorator is, without what is in brackets after it; empty for any other
    expression.

    >>> [dotted_name(text) for text in ("fruit.Basket[int]", "cache(sizes[3])", "'Basket'")]
    ['fruit.Basket', 'cache', '']
    """
    match = _DOTTED.fullmatch(text)
    return match[1] if match else ""


def written(data: bytes, node: "Node | None") -> str:
    """Return the text of an expression, without comments and with each run of white space as one blank, none of them
    at a line break inside a bracket; empty for None, and OMITTED if the text is long. Strings stay as they are.
    """
    if node is None:
        return ""
    if node.end_byte - node.start_byte > LONGEST_TEXT:
        return OMITTED
    text = text_of(data, node)
    return _GAP.sub(_evened, text).strip() if _UNEVEN.search(text) else text


def decorator_text(data: bytes, node: "Node") -> str:
    """Return the text of a decorator. Of one that is long, the arguments alone are left out: `parametrize(…)`."""
    text = written(data, node)
    function = node.child_by_field_name("function") if text == OMITTED and node.type == "call" else None
    return f"{written(data, function)}({OMITTED})" if function is not None else text


def _evened(match: re.Match[str]) -> str:
    gap, text = match.group(), match.string
    if match["string"]:
        return gap
    is_at_bracket = text[match.start() - 1] in "([{" or text[match.end() : match.end() + 1] in (")", "]", "}")
    return "" if is_at_bracket and "\n" in gap else " "


def type_parameters(data: bytes, node: "Node | None") -> tuple[str, ...]:
    """Return the names of the type parameters in the brackets of a definition: `T`, `Ts` of `[T: int, *Ts]`."""
    names = (_NAME.search(written(data, child)) for child in parts(node))
    return tuple(name.group() for name in names if name)
