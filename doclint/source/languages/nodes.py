"""Nodes of syntax trees: their text on one line, and the lines that they take."""

from doclint.source.model import LONGEST_TEXT, OMITTED
from doclint.source.trees import Node

DEEPEST = 50
"""Levels of nested definitions that are read."""

TOO_DEEP = "its definitions are nested too deeply"
UNREADABLE = "part of it cannot be read"
"""Why a definition is open, whatever its language."""

_LARGEST = 20 * LONGEST_TEXT  # bytes of a type or a value, with comments and indentation


def written(data: bytes, node: "Node | None") -> str:
    """Return the text of a node on one line, without comments; empty without a node, and OMITTED if it is long."""
    return "" if node is None else spanned(data, node.start_byte, node.end_byte, [node])


def spanned(data: bytes, start: int, end: int, nodes: "list[Node]", left_out: "tuple[Node, ...]" = ()) -> str:
    """Return the text between two bytes on one line, without comments and without some nodes.

    `nodes` are those in which the comments and the nodes to leave out are. The text is OMITTED if it is long.
    """
    text = data[start:end]
    if len(text) > _LARGEST:
        return OMITTED
    gaps = [(one.start_byte, one.end_byte, b"") for one in left_out]
    if b"//" in text or b"/*" in text:
        gaps += [(one.start_byte, one.end_byte, b" ") for node in nodes for one in _comments(node)]
    parts = []
    for first, last, blank in sorted(gaps):
        parts += [data[start:first], blank]
        start = max(start, last)
    parts.append(data[start:end])
    line = " ".join(b"".join(parts).decode(errors="replace").split())
    return line if len(line) <= LONGEST_TEXT else OMITTED


def child_of(node: "Node", *types: str) -> "Node | None":
    """Return the first child of a node that has one of some types."""
    return next((child for child in node.children if child.type in types), None)


def place(name: "Node", node: "Node") -> tuple[int, int, int]:
    """Return the line of a name, and the first and the last line of its definition."""
    return name.start_point[0] + 1, node.start_point[0] + 1, last_line(node)


def last_line(node: "Node") -> int:
    """Return the last line of a node, 1-based. A node that ends with a line feed does not reach the next line."""
    row, column = node.end_point
    return row + 1 if column else max(row, node.start_point[0] + 1)


def why_open(node: "Node", depth: int) -> str:
    """Return why a definition may have members that are not read, so many levels deep; empty if it does not."""
    return TOO_DEEP if depth >= DEEPEST else UNREADABLE if node.has_error else ""


def _comments(node: "Node") -> "list[Node]":
    found = []
    left = [node]
    while left:
        one = left.pop()
        if one.type.endswith("comment"):
            found.append(one)
        elif one.child_count:
            left += one.children
    return found
