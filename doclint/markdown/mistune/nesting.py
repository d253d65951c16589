"""Nesting inlines: from a flat list to a tree of links and emphasis."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from doclint.markdown.mistune.emphasis import Run
from doclint.markdown.mistune.lines import Pieces
from doclint.markdown.nodes import Emphasis, Inline, Link, Strikethrough, Strong, Text

LINK_CLOSES: Final = object()


class Nesting(Struct):
    """How deep nodes may be nested, and the offset of the first node that would be deeper; None if there is none."""

    depth: int
    too_deep: int | None = None

    def allows(self, depth: int, place: int) -> bool:
        """Whether a node may be nested that deep. If not, remember its offset."""
        if depth < self.depth:
            return True
        self.too_deep = place if self.too_deep is None else min(place, self.too_deep)
        return False


class Bracket(Struct):
    """A `[` or `![`, the numbers of items and runs before it, and the link, once its end is found."""

    start: int
    end: int
    items: int
    runs: int
    link: Link | None = None


def nest(items: Iterable[Any], pieces: Pieces, limit: Nesting, depth: int) -> list[Inline]:
    """Return nested nodes from a flat list of nodes, delimiter runs, brackets and `LINK_CLOSES`.

    `depth` is how deep in the tree the list is.
    """
    builder = _InlineBuilder(pieces, limit, depth)
    for item in items:
        if isinstance(item, Run):
            builder.add_run(item)
        elif isinstance(item, Bracket):
            builder.add_bracket(item)
        elif item is LINK_CLOSES:
            builder.close()
        else:
            builder.add(item)
    builder.join()
    return builder.root


class _InlineBuilder:
    """Nests nodes, and joins adjacent texts."""

    def __init__(self, pieces: Pieces, limit: Nesting, depth: int) -> None:
        self.pieces = pieces
        self.limit = limit
        self.depth = depth
        self.root: list[Inline] = []
        self.siblings = self.root
        self.stack: list[tuple[Any, list[Inline]]] = []
        self.texts: list[Text] = []

    def add(self, node: Inline) -> None:
        if isinstance(node, Text):
            self.texts.append(node)
        else:
            self.join()
            self.siblings.append(node)

    def join(self) -> None:
        """Join the texts that came last into one."""
        if self.texts:
            text = "".join([text.text for text in self.texts])
            self.siblings.append(Text(self.texts[0].start, self.texts[-1].end, text))
            self.texts = []

    def open(self, node: Emphasis | Strong | Strikethrough | Link) -> None:
        self.add(node)
        self.stack.append((node, self.siblings))
        if self.limit.allows(self.depth + len(self.stack), node.start):
            self.siblings = node.children

    def close(self) -> Any:
        self.join()
        node, self.siblings = self.stack.pop()
        return node

    def add_bracket(self, bracket: Bracket) -> None:
        if bracket.link:
            self.open(bracket.link)
        else:
            text = self.pieces.src[bracket.start : bracket.end]
            self.add(Text(*self.pieces.span(bracket.start, bracket.end), text))

    def add_run(self, run: Run) -> None:
        pos = run.left - sum(run.closed)
        for width in run.closed:
            pos += width
            self.close().end = self.pieces.end(pos)
        if run.left < run.right:
            self.add(Text(*self.pieces.span(run.left, run.right), run.char * (run.right - run.left)))
        pos = run.right
        for width in reversed(run.opened):
            self.open(_emphasis(run.char, width, *self.pieces.span(pos, pos + width)))
            pos += width


def _emphasis(char: str, width: int, start: int, end: int) -> Emphasis | Strong | Strikethrough:
    if char == "~":
        return Strikethrough(start, end)
    return Strong(start, end, marker=char) if width == 2 else Emphasis(start, end, marker=char)
