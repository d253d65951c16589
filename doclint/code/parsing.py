"""Parsing in bounded work: a source that a grammar cannot read in time that grows with its length is not read.

Grammars are written for code, not for what somebody may send. Where a comment does not end, that of C++ looks for its
end at each of ten thousand places; where expressions nest without end, recovering from errors and matching a query take
the square of their depth. A limit in seconds would find another answer on another machine, so work is counted.

For real sources, a parser mostly takes less than two looks at each byte, for some with long comments up to 24, and 2.2
steps for it. Here it may take 64 and six, and a multiple of all where it is given more work to do.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Point, Tree

_CHUNK = 4096  # bytes that the parser is given at once
_LOOKS = 64  # at each byte
_SPARE = 64 * _CHUNK  # bytes that it may look at beside
_STEPS = 100  # of the parser from one report of its progress to the next
_BYTES = 16  # to a report
_REPORTS = 1_000  # beside
# The work of a query grows with the number of nodes and how deep each of them lies, and the square of what stands in
# one error without being a node of its own.
_DEEP, _BESIDE = 300, 10_000_000
_WIDE = 3_000
_SMALL = 1_000  # bytes of a source that any query is fast for


class HopelessError(Exception):
    """A source would take more work than it is worth."""


def parse(language: "Language", data: bytes, times: int = 1) -> "Tree":
    """The tree of a source. Raises HopelessError for one that cannot be read in so many times the usual work."""
    from tree_sitter import Parser

    work = _Work(data, times)
    try:
        tree = Parser(language).parse(work.read, progress_callback=work.is_over)
    except ValueError:
        raise HopelessError("parsing takes too long") from None
    if work.is_spent or (len(data) > _SMALL and not _can_be_searched(tree, times)):
        raise HopelessError("the source makes no sense")
    work.end()
    return tree


class _Work:
    """A source that is handed out in pieces, and how much more the parser may do."""

    def __init__(self, data: bytes, times: int) -> None:
        self._data = data
        self._bytes = times * (_LOOKS * len(data) + _SPARE)
        self._reports = times * (len(data) // _BYTES + _REPORTS)

    @property
    def is_spent(self) -> bool:
        return self._bytes < 0 or self._reports < 0

    def read(self, start: int, _: "Point | None" = None) -> bytes:
        """What stands at a byte; nothing when it was looked at too often, which ends a search that makes no reports."""
        if self._bytes < 0:
            return b""
        piece = self._data[start : start + _CHUNK]
        self._bytes -= len(piece)
        return piece

    def is_over(self, *_: object) -> bool:
        """Whether the parser, which reports that it is still at it, is to stop."""
        self._reports -= 1
        return self.is_spent

    def end(self) -> None:
        """The tree may ask for the texts of its nodes as often as it likes."""
        self._bytes = sys.maxsize


def _can_be_searched(tree: "Tree", times: int) -> bool:
    """Whether a query takes a tree in time that grows with its size."""
    return _is_plain(tree, times) or _is_bounded(tree, times)


def _is_plain(tree: "Tree", times: int) -> bool:
    """Whether a look at its largest nodes is enough: even a chain of all that is in one would not be too deep.

    So it is for nearly all real sources, of which few nodes are looked at.
    """
    most = times * (
        _DEEP + _BESIDE // tree.root_node.descendant_count
    )  # what each node may have around it if all have as much
    nodes = [(tree.root_node, 1)]
    while nodes:
        node, depth = nodes.pop()
        size = node.descendant_count
        if depth + size > most or (size > times * _WIDE and node.has_error):
            if depth > most or _is_flat_error(node, times):
                return False
            nodes += [(child, depth + 1) for child in node.children]
    return True


def _is_bounded(tree: "Tree", times: int) -> bool:
    """The same, told from all of its nodes."""
    cursor = tree.walk()
    left = times * (_DEEP * tree.root_node.descendant_count + _BESIDE)
    widths = [0]  # how many children came so far, of each node on the way from the root
    while True:
        left -= len(widths)
        if left < 0:
            return False
        if cursor.goto_first_child():
            widths.append(1)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return True
            if widths.pop() > times * _WIDE and _is_flat_error(cursor.node, times):
                return False
        widths[-1] += 1


def _is_flat_error(node: "Node | None", times: int) -> bool:
    """Whether many things stand side by side that are no nodes of their own, because nothing else is made of them."""
    return node is not None and node.is_error and node.child_count - node.named_child_count > times * _WIDE
