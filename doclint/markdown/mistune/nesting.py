"""Nesting inlines: from a flat list to a tree of links and emphasis."""

from collections.abc import Iterable
from typing import Any, Final
from unicodedata import category

from msgspec import Struct

from doclint.markdown.mistune.lines import Pieces
from doclint.markdown.nodes import Emphasis, Inline, Link, Strikethrough, Strong, Text


class Run(Struct):
    """A delimiter run of `size` characters. The part from `left` to `right` is not paired yet.

    `closed` and `opened` are the widths of the delimiters taken from its left and from its right end.
    """

    char: str
    size: int
    left: int
    right: int
    opens: bool
    closes: bool
    opened: list[int] = []
    closed: list[int] = []


def run_at(src: str, start: int, end: int) -> Run | None:
    """Return the delimiter run between two offsets; None if it can neither open nor close (CommonMark, section 6.2)."""
    if src.startswith("~~~", start):
        return None
    before = _sort(src[start - 1] if start else "\n")
    after = _sort(src[end] if end < len(src) else "\n")
    opens = after != "space" and (after != "punctuation" or before != "")
    closes = before != "space" and (before != "punctuation" or after != "")
    if src[start:end] == "~~":
        opens = after != "space"
    elif src[start] != "*":
        left_flanking = opens
        opens = opens and (not closes or before == "punctuation")
        closes = closes and (not left_flanking or after == "punctuation")
    return Run(src[start], end - start, start, end, opens, closes) if opens or closes else None


def _sort(char: str) -> str:
    if char.isalnum():
        return ""
    if char in " \t\n\f\r":
        return "space"
    kind = category(char)
    return "space" if kind == "Zs" else "punctuation" if kind[0] in "PS" else ""


def pair(runs: Iterable[Run]) -> None:
    """Pair the delimiters of some runs (CommonMark 0.31.2, appendix "Process emphasis").

    After a search for an opener has failed, later searches for such an opener stop at the same place.
    """
    openers: list[Run] = []
    bottoms: dict[tuple[str, int, bool], int] = {}
    for run in runs:
        # The reference engine has one limit for all tildes, although only runs of the same length match.
        key = ("~", 0, False) if run.char == "~" else (run.char, run.size % 3, run.opens)
        while run.closes and run.left < run.right:
            place = _opener(openers, run, bottoms.get(key, -1))
            if place is None:
                bottoms[key] = run.left
                break
            del openers[place + 1 :]
            _use(openers[place], run)
            if openers[place].left == openers[place].right:
                openers.pop()
        if run.opens and run.left < run.right:
            openers.append(run)


def _opener(openers: list[Run], closer: Run, bottom: int) -> int | None:
    for place in range(len(openers) - 1, -1, -1):
        opener = openers[place]
        if opener.left < bottom:
            return None
        if opener.char == closer.char and _match(opener, closer):
            return place
    return None


def _match(opener: Run, closer: Run) -> bool:
    if closer.char == "~":
        return opener.size == closer.size
    both_ways = opener.closes or closer.opens
    return not both_ways or (opener.size + closer.size) % 3 != 0 or opener.size % 3 == closer.size % 3 == 0


def _use(opener: Run, closer: Run) -> None:
    width = min(2, opener.right - opener.left, closer.right - closer.left)
    opener.right -= width
    closer.left += width
    opener.opened.append(width)
    closer.closed.append(width)


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
