"""Calls as sources of Python write them."""

import ast
import warnings
from typing import NamedTuple


class WrittenCall(NamedTuple):
    """A call as it is written, such as `field(default=3)`; some of its arguments may be computed (`*a`, `**b`)."""

    function: str
    arguments: tuple[str, ...]
    keywords: dict[str, str]
    is_computed: bool


def written_call(text: str) -> WrittenCall | None:
    """Return the call that an expression is; None if it is none."""
    if not text.endswith(")"):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown escape, which is the source's affair
        try:
            node = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    if not isinstance(node, ast.Call):
        return None
    data = text.encode()

    def written(part: ast.expr) -> str:
        return data[part.col_offset : part.end_col_offset].decode()

    keywords = {one.arg: written(one.value) for one in node.keywords if one.arg}
    is_computed = len(keywords) < len(node.keywords) or any(isinstance(one, ast.Starred) for one in node.args)
    return WrittenCall(written(node.func), tuple(map(written, node.args)), keywords, is_computed)
