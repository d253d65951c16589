"""Syntax trees of sources, and what queries find in them.

Callers ask about one source several times in a row, so each thread remembers the last tree and its matches. Threads
must not share a tree of tree-sitter.
"""

import gc
import threading
from typing import TYPE_CHECKING, Any, TypeAlias

from doclint.code.grammars import Topic, endless_runs, load_grammar, query_about
from doclint.code.parsing import HopelessError, parse

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

Match: TypeAlias = "tuple[int, dict[str, list[Node]]]"
"""The index of a pattern in its query, and the nodes that each of its captures has."""

_LONGEST_RUN = 3_000  # bytes of text that the parser reads in quadratic time


class _LastTree(threading.local):
    """The tree that this thread parsed last, and the matches found in it."""

    source: tuple[str, bytes, int] | None = None
    tree: "Tree | None" = None
    found: dict[Topic, list[Any]]


_last = _LastTree()


def tree_of(id_: str, data: bytes, work: int = 1) -> "Tree":
    """Return the syntax tree of a source in a language that is known, given by its id.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    if _last.tree is None or _last.source != (id_, data, work):
        forget_tree()  # so that two trees are never in memory
        _last.tree = _parse(id_, data, work)
        _last.source = id_, data, work
    return _last.tree


def forget_tree() -> None:
    """Drop the tree that this thread parsed last, with its matches."""
    _last.tree, _last.found = None, {}


def search(id_: str, data: bytes, topic: Topic, work: int = 1) -> list[Any]:
    """Return what the patterns of a language for a topic match in a source, in the order of the source.

    For "passages", which may be many, the items are triples of the first byte, the byte behind the last one, and the
    name of the capture; for the other topics they are `Match`es.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    from tree_sitter import QueryCursor

    tree = tree_of(id_, data, work)
    if topic not in _last.found:
        query, topics = query_about(id_, topic)
        found: dict[Topic, list[Any]] = {one: [] for one in topics}
        with COLLECTOR_PAUSE:
            for index, captures in QueryCursor(query).matches(tree.root_node):
                matched = topics[index]
                found[matched].append(_span(captures) if matched == "passages" else (index, captures))
        _last.found |= found
    return _last.found[topic]


def text_of(data: bytes, node: "Node") -> str:
    """Return the text of a node of a source. `Node.text` reads it from the parser in pieces, which takes longer."""
    return data[node.start_byte : node.end_byte].decode(errors="replace")


def _parse(id_: str, data: bytes, work: int) -> "Tree":
    runs = endless_runs(id_)
    if runs and any(run.end() - run.start() > work * _LONGEST_RUN for run in runs.finditer(data)):
        raise HopelessError("a statement has no end")
    return parse(load_grammar(id_), data, work)


def _span(captures: "dict[str, list[Node]]") -> tuple[int, int, str]:
    [(place, [node])] = captures.items()
    return node.start_byte, node.end_byte, place


class _CollectorPause:
    """A context in which Python does not collect garbage, for loops that make many small objects and no garbage.

    The collector belongs to the whole process: it stays off until the last thread leaves the context.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads_inside = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._threads_inside:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._threads_inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._threads_inside -= 1
            if not self._threads_inside and self._was_enabled:
                gc.enable()


COLLECTOR_PAUSE = _CollectorPause()
"""The one pause of this process."""
