"""The text of nodes in sources of JavaScript and TypeScript, as declarations show it."""

from typing import TYPE_CHECKING

from doclint.source.languages.nodes import written

if TYPE_CHECKING:
    from tree_sitter import Node


class EcmascriptText:
    """The text of a source, by nodes of its syntax tree."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def written(self, node: "Node | None") -> str:
        """Return the text of a node on one line, without comments; empty for None."""
        return written(self.data, node)

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


def line_of(node: "Node") -> int:
    """Return the line on which a node begins, 1-based."""
    return node.start_point.row + 1
