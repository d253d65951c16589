"""Documentation comments of JavaScript and TypeScript, and what each of them is about.

A comment is documentation if it begins with `/**` (JSDoc; TSDoc). It is about what follows it, and the last one counts.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.comments import plain_text
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_FILE = expression(r"^\s*+@(?:packageDocumentation|module|fileoverview|file)\b", re.MULTILINE)


class DocumentedNode(NamedTuple):
    """A node of a syntax tree with the text of its documentation, and the decorators beside it."""

    node: "Node"
    docstring: str
    decorators: tuple["Node", ...]


def documented(data: bytes, block: "Node") -> Iterator[DocumentedNode]:
    """Yield what a block contains, in order, without comments and without decorators that the grammar sets apart."""
    comment: Node | None = None
    decorators: list[Node] = []
    row = -1
    for node in block.named_children:
        if node.type == "comment":
            # A comment behind something on its line is about that.
            if node.start_point.row > row and data.startswith(b"/**", node.start_byte):
                comment = node
        elif node.type == "decorator":
            decorators.append(node)
        else:
            yield DocumentedNode(node, comment_text(text_of(data, comment)) if comment else "", tuple(decorators))
            comment, decorators = None, []
            row = node.end_point.row


def module_docstring(data: bytes, root: "Node") -> str:
    """Return the documentation of a module: of the comments at its head, the one that says that it is about the file.

    The tags that say so are those of TSDoc (`@packageDocumentation`), TypeDoc (`@module`) and JSDoc (`@file`).
    """
    for node in root.named_children:
        if node.type not in ("comment", "hash_bang_line"):
            break
        text = comment_text(text_of(data, node))
        if _OF_FILE.search(text):
            return text
    return ""


def comment_text(comment: str) -> str:
    r"""Return the text of a documentation comment without its marks and its indentation; empty for other comments.

    >>> comment_text("/**\n   * Weigh the fruit.\n   *\n   *     all()\n   */")
    'Weigh the fruit.\n\n    all()'
    """
    is_documentation = comment.startswith("/**") and comment.endswith("*/") and len(comment) >= len("/***/")
    return plain_text([comment]) if is_documentation else ""
