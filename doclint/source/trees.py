"""Syntax trees of sources, and what queries find in them.

Callers ask about the sources of one page several times in a row, so each thread remembers the last few trees and their
matches. Threads must not share a tree of tree-sitter.
"""

import gc
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from doclint.source.grammars import Topic, endless_runs, load_grammar, query_about
from doclint.source.parsing import HopelessError, parse

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

Match: TypeAlias = "tuple[int, dict[str, list[Node]]]"
"""The index of a pattern in its query, and the nodes that each of its captures has."""

_LONGEST_RUN = 3_000  # bytes of text that the parser reads in quadratic time


_MOST_TREES = 8
_MOST_BYTES = 250_000  # of the sources of all remembered trees, unless there is only one; a tree takes 20 times as much


class _ParsedSource(NamedTuple):
    """The tree of a source, and the matches found in it."""

    tree: "Tree"
    found: dict[Topic, list[Any]]


class _RecentTrees(threading.local):
    """The trees that this thread used last, by language, source and work; the last one is at the end."""

    def __init__(self) -> None:
        self.parsed: OrderedDict[tuple[str, bytes, int], _ParsedSource] = OrderedDict()


_recent = _RecentTrees()


def tree_of(id_: str, data: bytes, work: int = 1) -> "Tree":
    """Return the syntax tree of a source in a language that is known, given by its id.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    return _parsed(id_, data, work).tree


def forget_trees() -> None:
    """Drop the trees that this thread remembers, with their matches."""
    _recent.parsed.clear()


def _parsed(id_: str, data: bytes, work: int) -> _ParsedSource:
    key, recent = (id_, data, work), _recent.parsed
    if key in recent:
        recent.move_to_end(key)
        return recent[key]
    # Before a large source is parsed, so that no other tree is in memory.
    size = len(data) + sum(len(source) for _, source, _ in recent)
    while recent and (len(recent) >= _MOST_TREES or size > _MOST_BYTES):
        (_, source, _), _ = recent.popitem(last=False)
        size -= len(source)
    found = recent[key] = _ParsedSource(_parse(id_, data, work), {})
    return found


def search(id_: str, data: bytes, topic: Topic, work: int = 1) -> list[Any]:
    """Return what the patterns of a language for a topic match in a source, in the order of the source.

    For "passages", which may be many, the items are triples of the first byte, the byte behind the last one, and the
    name of the capture; for the other topics they are `Match`es.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    from tree_sitter import QueryCursor

    tree, known = _parsed(id_, data, work)
    if topic not in known:
        query, topics = query_about(id_, topic)
        found: dict[Topic, list[Any]] = {one: [] for one in topics}
        with COLLECTOR_PAUSE:
            for index, captures in QueryCursor(query).matches(tree.root_node):
                matched = topics[index]
                found[matched].append(_span(captures) if matched == "passages" else (index, captures))
        known.update(found)
    return known[topic]


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
