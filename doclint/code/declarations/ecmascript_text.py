"""The text of nodes in sources of JavaScript and TypeScript, as declarations show it."""

from typing import TYPE_CHECKING

from doclint.code.declarations.declaration import LONGEST_TEXT, OMITTED

if TYPE_CHECKING:
    from tree_sitter import Node


_LARGEST = 20_000  # bytes of a text, with comments and indentation
UNREADABLE = "part of it cannot be read"
"""Why a declaration with a syntax error may have other members."""


class EcmascriptText:
    """The text of a source, by nodes of its syntax tree."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def written(self, node: "Node | None") -> str:
        """Return the text of a node without comments, each run of white space as one blank.

        It is empty for None, and OMITTED if it is long.
        """
        if node is None:
            return ""
        text = self.data[node.start_byte : node.end_byte]
        if len(text) > _LARGEST:
            return OMITTED
        if b"//" in text or b"/*" in text:
            text = self._without_comments(node)
        shown = " ".join(text.decode(errors="replace").split())
        return shown if len(shown) <= LONGEST_TEXT else OMITTED

    def type(self, annotation: "Node | None") -> str:
        """Return a type without the colon before it; empty for None."""
        return self.written(annotation).removeprefix(":").lstrip()

    def name(self, node: "Node") -> str:
        """Return a name without the quotes or brackets that it may have, unless it is computed: `[Symbol.iterator]`."""
        if node.type == "computed_property_name" and len(node.named_children) == 1:
            [inner] = node.named_children
            node = inner if inner.type in ("string", "number") else node
        text = self.written(node)
        return text[1:-1] if node.type == "string" else text

    def _without_comments(self, node: "Node") -> bytes:
        parts = []
        place = node.start_byte
        for comment in comments_in(node):
            parts.append(self.data[place : comment.start_byte])
            place = comment.end_byte
        return b" ".join([*parts, self.data[place : node.end_byte]])


def comments_in(node: "Node") -> "list[Node]":
    """Return the comments within a node, in order."""
    found = []
    cursor = node.walk()
    while True:
        current = cursor.node
        if current is not None and current.type == "comment":
            found.append(current)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


def line_of(node: "Node") -> int:
    """Return the line on which a node begins, 1-based."""
    return node.start_point.row + 1


def end_of(node: "Node") -> int:
    """Return the line on which a node ends, 1-based."""
    return node.end_point.row + 1
