"""Inlines as a tree: links and emphasis around what lies between their ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from doclint.markdown.mistune.emphasis import Run
from doclint.markdown.mistune.lines import Pieces
from doclint.markdown.nodes import Emphasis, Inline, Link, Strikethrough, Strong, Text

LINK_CLOSES: Final = object()


@dataclass(slots=True)
class Nesting:
    """How deep nodes may lie in each other, and where the first one is that would lie deeper."""

    depth: int
    too_deep: int | None = None

    def allows(self, depth: int, place: int) -> bool:
        """Whether a node may lie that deep; if not, its place is noted."""
        if depth < self.depth:
            return True
        self.too_deep = place if self.too_deep is None else min(place, self.too_deep)
        return False


@dataclass(slots=True)
class Bracket:
    """A `[` or `![`, how many items and runs came before it, and the link once its end is found."""

    start: int
    end: int
    items: int
    runs: int
    link: Link | None = None


def nest(items: Iterable[Any], pieces: Pieces, limit: Nesting, depth: int) -> list[Inline]:
    """Nodes from nodes, delimiter runs, brackets and `LINK_CLOSES`; `depth` is how deep in the tree they lie."""
    nesting = _Nest(pieces, limit, depth)
    for item in items:
        if isinstance(item, Run):
            nesting.add_run(item)
        elif isinstance(item, Bracket):
            nesting.add_bracket(item)
        elif item is LINK_CLOSES:
            nesting.close()
        else:
            nesting.add(item)
    nesting.join()
    return nesting.root


class _Nest:
    """Puts nodes into each other, and texts that touch together."""

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
        """Make one of the texts that came last."""
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
