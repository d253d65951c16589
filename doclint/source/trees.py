"""Grammars of tree-sitter, as `grammars.toml` describes them, syntax trees of sources, and the nodes in these.

Callers ask about the sources of one page several times in a row, so each thread remembers the last few trees and the
nodes that it looked for. Threads must not share a tree of tree-sitter.
"""

import gc
import re
import threading
from collections import OrderedDict
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from doclint.errors.tables import table
from doclint.source.parsing import HopelessError, parse

if TYPE_CHECKING:
    import tree_sitter

# The types of tree-sitter, which is imported when the first source is parsed: write them in quotes.
Language: TypeAlias = "tree_sitter.Language"
Node: TypeAlias = "tree_sitter.Node"
Point: TypeAlias = "tree_sitter.Point"
Tree: TypeAlias = "tree_sitter.Tree"

_LONGEST_RUN = 3_000  # bytes of text that the parser reads in quadratic time


_MOST_TREES = 8
_MOST_BYTES = 250_000  # of the sources of all remembered trees, unless there is only one; a tree takes 20 times as much


@cache
def grammars() -> dict[str, dict[str, Any]]:
    """Return the tables of `grammars.toml` by the id of the language, whether or not the grammar is installed.

    The comment at the head of that file explains the keys; keys taken over with `like` are filled in.
    """
    specs: dict[str, dict[str, Any]] = {}
    for id_, spec in table("doclint.source", "grammars").items():
        specs[id_] = specs[spec["like"]] | spec if "like" in spec else spec
    return specs


@cache  # looking for installed packages takes long
def is_known(id_: str) -> bool:
    """Whether doclint has a grammar for a language, given by its id, and that grammar is installed."""
    spec = grammars().get(id_)
    return (
        spec is not None
        and "module" in spec
        and find_spec("tree_sitter") is not None
        and find_spec(spec["module"]) is not None
    )


@cache
def load_grammar(id_: str) -> "Language":
    """Return the tree-sitter grammar of a language that `is_known`."""
    from tree_sitter import Language as Grammar

    spec = grammars()[id_]
    return Grammar(getattr(import_module(spec["module"]), spec.get("function", "language"))())


@cache
def endless_runs(id_: str) -> re.Pattern[bytes] | None:
    """Return the pattern for text that the parser of a language reads in quadratic time; None if there is none."""
    pattern = grammars()[id_].get("endless")
    return re.compile(pattern.encode()) if pattern else None


class _ParsedSource(Struct, frozen=True):
    """The tree of a source, and the nodes that were looked for in it, by their types."""

    tree: "Tree"
    nodes: "dict[frozenset[str], list[Node]]"


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


def root_of(id_: str, data: bytes, work: int = 1) -> "Node | None":
    """Return the root of the tree that `tree_of` returns; None if the source takes too much work to read."""
    try:
        return tree_of(id_, data, work).root_node
    except HopelessError:
        return None


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


def nodes_of(
    id_: str, data: bytes, types: frozenset[str], work: int = 1, *, closed: frozenset[str] = frozenset()
) -> "list[Node]":
    """Return the nodes of a source that have some types, in the order of the source, outer nodes first.

    Those inside of nodes of the types `closed` are left out, unless these have a syntax error or a directive of a
    preprocessor. Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    parsed = _parsed(id_, data, work)
    if types not in parsed.nodes:
        with COLLECTOR_PAUSE:
            parsed.nodes[types] = _walk(parsed.tree, data, _kind_ids(id_, types), closed)
    return parsed.nodes[types]


def _walk(tree: "Tree", data: bytes, kinds: frozenset[int], closed: frozenset[str]) -> "list[Node]":
    found: list[Node] = []
    cursor = tree.walk()
    go_in, go_on, go_out = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    while True:
        node = cursor.node
        is_open = True
        if node is not None and node.kind_id in kinds:
            found.append(node)
            if closed and node.type in closed:
                is_open = node.has_error or data.find(b"#", node.start_byte, node.end_byte) >= 0
        if not (is_open and go_in()):
            while not go_on():
                if not go_out():
                    return found


@cache
def _kind_ids(id_: str, types: frozenset[str]) -> frozenset[int]:
    """Return the numbers that a grammar gives to types of nodes, which are faster to compare."""
    grammar = load_grammar(id_)
    return frozenset(kind for type_ in types if (kind := grammar.id_for_node_kind(type_, True)))  # noqa: FBT003 - it takes no keywords


def text_of(data: bytes, node: "Node") -> str:
    """Return the text of a node of a source. `Node.text` reads it from the parser in pieces, which takes longer."""
    return data[node.start_byte : node.end_byte].decode(errors="replace")


def _parse(id_: str, data: bytes, work: int) -> "Tree":
    runs = endless_runs(id_)
    if runs and any(run.end() - run.start() > work * _LONGEST_RUN for run in runs.finditer(data)):
        raise HopelessError("a statement has no end")
    return parse(load_grammar(id_), data, work)


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
