"""The engine in pure Python, for platforms without a wheel of the reference engine.

It uses mistune's parser classes and the regular expressions of its rules. mistune keeps no positions and does not nest
blocks as CommonMark specifies, so this package does both, line by line.
"""

from collections.abc import Iterable
from typing import Any

from doclint.errors.expressions import expression
from doclint.markdown.mistune.blocks import Blocks
from doclint.markdown.mistune.inlines import inlines
from doclint.markdown.mistune.nesting import Nesting
from doclint.markdown.mistune.state import State
from doclint.markdown.nodes import (
    DEFAULT_DEPTH,
    Code,
    CodeBlock,
    Emphasis,
    Heading,
    Html,
    HtmlBlock,
    Link,
    List,
    ListItem,
    Paragraph,
    Strong,
    Table,
    Text,
    Tree,
)

_CARRIAGE_RETURN = expression(r"\r(?!\n)")
_BLOCKS = Blocks()


def parse(text: str, depth: int = DEFAULT_DEPTH) -> Tree:
    """Parse Markdown; see `doclint.markdown.parser`. Offsets are characters of the text. Any text makes a tree."""
    state = State(_CARRIAGE_RETURN.sub("\n", text), Nesting(depth))
    _BLOCKS.parse_lines(state)
    for node, pieces, outer in state.texts:
        node.children.extend(inlines(pieces, state.references, state.nesting, outer))
    missing = sorted(state.references.missing, key=lambda reference: reference.start)
    tree = Tree(
        blocks=state.blocks, definitions=state.definitions, missing_references=missing, too_deep=state.nesting.too_deep
    )
    _TreeIndex(tree).fill(tree.blocks)
    return tree


class _TreeIndex:
    """Fills the lists of a tree with its nodes by kind, in document order."""

    def __init__(self, tree: Tree) -> None:
        self.by_kind: dict[type, list[Any]] = {
            Heading: tree.headings,
            Paragraph: tree.paragraphs,
            Text: tree.texts,
            Link: tree.links,
            CodeBlock: tree.code_blocks,
            List: tree.lists,
            ListItem: tree.list_items,
            Table: tree.tables,
            Code: tree.code_spans,
            Strong: tree.strong,
            Emphasis: tree.emphasis,
            Html: tree.html,
            HtmlBlock: tree.html,
        }

    def fill(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            kind = type(node)
            found = self.by_kind.get(kind)
            if found is not None:
                found.append(node)
            if kind is List:
                self.fill(node.items)
            elif kind is Table:
                for row in node.rows:
                    for cell in row.cells:
                        self.fill(cell.children)
            elif hasattr(node, "children"):
                self.fill(node.children)
