"""The state of block parsing: the open containers, and the open leaf in the innermost of them."""

from typing import Any, ClassVar

import mistune
from msgspec import Struct

from doclint.markdown.labels import label_key
from doclint.markdown.mistune.inlines import References
from doclint.markdown.mistune.lines import Line, Pieces
from doclint.markdown.mistune.nesting import Nesting
from doclint.markdown.nodes import BlockQuote, Definition, FootnoteDefinition

_INNER = 2  # levels that a container needs at least: a list and its item


class Leaf:
    """A block that consists of whole lines.

    A `verbatim` leaf is offered each line of its container, other leaves only lines that begin no other block. A `lazy`
    leaf also takes lines without the markers of its container. A leaf that is `done` ends with the line it took last.
    """

    verbatim: ClassVar[bool] = False
    lazy: ClassVar[bool] = False
    done: bool = False

    def take(self, line: Line, state: "State") -> bool:
        """Add a line if it belongs to the block, and return whether it does."""
        raise NotImplementedError

    def close(self, state: "State") -> None:
        """Finish the block."""


class Container(Struct):
    """An open block quote, list item or footnote, or the document. It is `bare` until something is in it."""

    node: Any
    children: list[Any]
    depth: int = 0
    width: int = 0
    bullet: str = ""
    bare: bool = True

    def takes(self, line: Line) -> bool:
        """Whether a line belongs to the container. If so, read the line up to the content of the container."""
        indent = line.indent
        if isinstance(self.node, BlockQuote):
            return indent < 4 and line.shown.startswith(">", line.at + indent) and self.takes_marker(line, indent)
        if line.blank:
            line.at += min(indent, self.width)
            return not self.bare or isinstance(self.node, FootnoteDefinition)
        if indent < self.width:
            return False
        line.at += self.width
        return True

    def takes_marker(self, line: Line, indent: int) -> bool:
        """Read the marker of a block quote, and the space after it. Return True."""
        line.at += indent + 1
        self.node.end = line.offset(line.at - 1) + 1
        line.at += line.shown.startswith(" ", line.at)
        return True


class State(mistune.BlockState):
    """The finished and the open blocks, and the texts whose inlines are parsed when all definitions are known."""

    def __init__(self, text: str, nesting: Nesting) -> None:
        super().__init__()
        self.text = text
        self.nesting = nesting
        self.blocks: list[Any] = []
        self.texts: list[tuple[Any, Pieces, int]] = []
        self.definitions: list[Definition] = []
        self.references = References()
        self.open = [Container(None, self.blocks)]
        self.matched = 1
        self.leaf: Leaf | None = None
        self.line = Line("", 0, 0, 0)

    @property
    def all_matched(self) -> bool:
        """Whether the line belongs to all open containers."""
        return self.matched == len(self.open)

    @property
    def in_paragraph(self) -> bool:
        """Whether the line would continue a paragraph without being a lazy continuation line."""
        return self.all_matched and self.leaf is not None and self.leaf.lazy

    def is_full(self, place: int) -> bool:
        """Whether containers are nested as deep as allowed, so that none can begin at a place."""
        return not self.nesting.allows(self.open[self.matched - 1].depth + _INNER, place)

    def close(self, keep: int) -> None:
        """End the open leaf, and all containers except for the outermost `keep`."""
        if self.leaf is not None:
            leaf, self.leaf = self.leaf, None
            leaf.close(self)
        while len(self.open) > keep:
            container = self.open.pop()
            if container.children:
                container.node.end = container.children[-1].end
            self.open[-1].children[-1].end = container.node.end

    def add(self, node: Any) -> None:
        """Add a block to the innermost container."""
        container = self.open[-1]
        container.children.append(node)
        container.bare = False
        container.bullet = ""

    def add_inlines(self, node: Any, spans: list[tuple[int, int]], between: str = "\n") -> None:
        """Parse some spans of the text later, joined by a separator, as the inlines of a node."""
        self.texts.append((node, Pieces(self.text, spans, between), self.open[-1].depth + 1))

    def begin(self, leaf: Leaf | None, node: Any = None) -> None:
        """Begin a block in the innermost container that the line belongs to, and end all blocks further in."""
        self.close(self.matched)
        self.leaf = leaf
        self.open[-1].bare = False
        if node is not None:
            self.add(node)

    def enter(self, node: Any, *, width: int = 0, depth: int = 1) -> None:
        """Open a container whose lines are indented by `width` columns, `depth` levels deeper than the current one."""
        self.open.append(Container(node, node.children, self.open[-1].depth + depth, width))
        self.matched = len(self.open)

    def define(self, label: str, destination: str, start: int, end: int) -> None:
        """Add a link reference definition, unless its label is defined already."""
        container = self.open[-1]
        container.bare = False
        container.bullet = ""
        if container.node is not None:
            container.node.end = end
        key = label_key(label)
        if key not in self.references.destinations:
            self.references.destinations[key] = destination
            self.definitions.append(Definition(start, end, label, destination))
