"""Parsing within a limit: doclint gives up on a source if reading it takes more than linear time.

Grammars are written for real code, not for hostile input. If a comment does not end, the grammar of C++ looks for its
end from each of ten thousand places; if expressions nest very deeply, error recovery and queries take quadratic time. A
limit in seconds would give other results on another machine, so doclint counts work.

For real sources, the parser mostly looks at each byte less than twice (up to 24 times in some sources with long
comments) and takes 2.2 steps for each. The limits are 64 looks and six steps, times the `work` that callers allow.

Nor is every source UTF-8. py-tree-sitter crashes if a predicate of a query (`#match?`) looks at bytes that are not, so
the parser never sees them.
"""

import sys
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Point, Tree

_CHUNK = 4096  # bytes that the parser is given at once
_LOOKS = 64  # times that the parser may look at each byte
_SPARE = 64 * _CHUNK  # bytes that it may look at in addition
_BYTES = 16  # bytes of the source for which the parser may report its progress once; it does so every 100 steps
_REPORTS = 1_000  # reports in addition
# The work of a query grows with the number of nodes times their depth, and with the square of the unnamed children of
# an error node.
_DEEP, _BESIDE = 300, 10_000_000  # average depth of the nodes, and nodes on all ways to the root in addition
_WIDE = 3_000  # unnamed children of an error node
_SMALL = 1_000  # bytes of a source for which any query is fast
_UNDECODABLE = expression("[\udc80-\udcff]")  # what the error handler `surrogateescape` makes of a byte
_SUBSTITUTE = "\x1a"  # a control character that is part of no token, and that comments and strings may have


class HopelessError(Exception):
    """A source takes more than the allowed work to read."""


def parse(language: "Language", data: bytes, times: int = 1) -> "Tree":
    """Return the syntax tree of a source. The places of its nodes are those in `data`.

    Raises HopelessError if the source takes more than `times` the usual work to parse or to search.
    """
    from tree_sitter import Parser

    work = _Work(as_utf8(data), times)
    try:
        tree = Parser(language).parse(work.read, progress_callback=work.is_over)
    except ValueError:
        raise HopelessError("parsing takes too long") from None
    if work.is_spent or (len(data) > _SMALL and not (_is_plain(tree, times) or _is_bounded(tree, times))):
        raise HopelessError("the source takes too long to parse or search")
    work.end()
    return tree


def as_utf8(data: bytes) -> bytes:
    r"""Return a text with a control character in place of each byte that is not part of UTF-8.

    >>> as_utf8("é".encode() + b"\xe9")
    b'\xc3\xa9\x1a'
    """
    if data.isascii():
        return data
    try:
        data.decode()
    except UnicodeDecodeError:
        return _UNDECODABLE.sub(_SUBSTITUTE, data.decode(errors="surrogateescape")).encode()
    return data


class _Work:
    """A source that the parser reads in pieces, and the work that the parser has left."""

    def __init__(self, data: bytes, times: int) -> None:
        self._data = data
        self._bytes = times * (_LOOKS * len(data) + _SPARE)
        self._reports = times * (len(data) // _BYTES + _REPORTS)

    @property
    def is_spent(self) -> bool:
        return self._bytes < 0 or self._reports < 0

    def read(self, start: int, _: "Point | None" = None) -> bytes:
        """Return the next bytes of the source; none if the parser has looked at too many, so that it comes to an end
        even where it does not report its progress.
        """
        if self._bytes < 0:
            return b""
        piece = self._data[start : start + _CHUNK]
        self._bytes -= len(piece)
        return piece

    def is_over(self, *_: object) -> bool:
        """Whether the parser must stop. The parser calls this from time to time to report its progress."""
        self._reports -= 1
        return self.is_spent

    def end(self) -> None:
        """Lift the limit: the finished tree may read the texts of its nodes as often as it needs."""
        self._bytes = sys.maxsize


def _is_plain(tree: "Tree", times: int) -> bool:
    """Whether the largest nodes of a tree alone show that a query takes linear time on it: even if all nodes within one
    of them formed a chain, the chain would not be too deep.

    This holds for nearly all real sources, and looks at few of their nodes.
    """
    # The depth that is allowed if all nodes lie equally deep.
    most = times * (_DEEP + _BESIDE // tree.root_node.descendant_count)
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
    """Whether a tree can be searched, by the depth of all its nodes."""
    cursor = tree.walk()
    left = times * (_DEEP * tree.root_node.descendant_count + _BESIDE)
    widths = [0]  # the children seen so far of each node on the way from the root
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
    """Whether a node is a syntax error with very many unnamed children, from which the parser could make nothing."""
    return node is not None and node.is_error and node.child_count - node.named_child_count > times * _WIDE
