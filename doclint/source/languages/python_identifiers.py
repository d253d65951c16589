"""Names as Python sources write them."""

import re

from doclint.errors.expressions import expression

_DOTTED = expression(r"([^\W\d]\w*+(?:\s*+\.\s*+[^\W\d]\w*+)*+)(?:\[.*\])?(?:\(.*\))?", re.DOTALL)
_PRIVATE = expression(r"_(?!_.*__\Z)", re.DOTALL)


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
