"""Symbols from the nodes of a source: one walk over its tree finds them, and no query.

`defines` in `grammars.toml` lists the nodes of a language that define what their field `name` says. What no table can
say is in the modules `languages/*_symbols.py`: subclasses of `SymbolCollector`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Literal, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from doclint.source.parsing import HopelessError
from doclint.source.symbols import Kind, Symbol
from doclint.source.trees import Node, grammars, nodes_of, text_of

_WITH_METHODS = frozenset({"class", "struct", "union", "enum", "interface", "trait", "scope"})
_IMPORTS = frozenset({"import", "include"})

DefinedKind: TypeAlias = Kind | Literal["scope", "block"]
"""What a node defines: a symbol, a `scope`, in which functions are methods (the implementation of a type), or a
`block`, which leaves what it encloses to what is around it.
"""


class NodeDefinition(Struct, frozen=True):
    """What a node defines or imports.

    `path` are the names that the source writes before the name (`void Basket::weigh() {}`), or the module that it
    comes from. Unless the source says whether it `is_public`, its name or an export does. `access` is the visibility of
    what it `encloses`, if that differs. What something local encloses is not a symbol.
    """

    kind: DefinedKind
    name: str = ""
    line: int = 0
    is_public: bool | None = None
    path: tuple[str, ...] = ()
    access: bool | None = None
    is_local: bool = False
    encloses: bool = True


class Enclosing(Struct):
    """A definition that encloses others, and the byte behind its last one.

    `access` is the visibility that it gives to what comes next (`private:`).
    """

    kind: str
    end: int
    qualified: str = ""
    is_hidden: bool = False
    access: bool | None = None
    is_local: bool = False


_Read: TypeAlias = Callable[[Any, "Node", Enclosing], Iterable[NodeDefinition]]


class SymbolCollector:
    """The symbols of a source, in its order.

    A method `read_x` yields what a node of the type `x` defines. Nodes `anywhere` count among what is local as well,
    and `closed` nodes have no others inside.
    """

    anywhere: ClassVar[frozenset[str]] = frozenset()
    closed: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, id_: str, data: bytes, most: int) -> None:
        self.id_ = id_
        self.data = data
        self.exported: set[str] = set()  # the qualified names of what the source exports
        self._left = most
        self._separator: str = grammars()[id_].get("separator", ".")
        self._private = re.compile(grammars()[id_].get("private", r"(?!)"))
        self._enclosing = [Enclosing("", sys.maxsize)]
        self._found: list[Symbol] = []
        self._undecided: list[int] = []  # the indices of symbols that are public if the source exports them
        self._outside: dict[int, str] = {}  # the indices of functions with a path, and the last name of the path
        self._namespaces: set[str] = set()

    def symbols(self, nodes: "Iterable[Node]") -> list[Symbol]:
        """Return the symbols, given the nodes. Raises HopelessError if their qualified names are too long."""
        readers = _readers(self.id_)
        for node in nodes:
            read = readers.get(node.type)
            if read is None:
                continue
            start = node.start_byte
            while self._enclosing[-1].end <= start:
                self._enclosing.pop()
            outer = self._enclosing[-1]
            if not outer.is_local or node.type in self.anywhere:
                for one in read(self, node, outer):
                    self._add(one, node, outer)
        for index in self._undecided:
            self._found[index] = replace(self._found[index], public=self._found[index].qualified in self.exported)
        if self._outside:
            self._place_methods()
        return self._found

    def defined(self, node: "Node", outer: Enclosing) -> Iterable[NodeDefinition]:
        """Yield what a node of the table defines."""
        name = node.child_by_field_name("name")
        if name is not None:
            yield self.named(kinds(self.id_)[node.type], name, is_public=self.is_public(node, outer))

    def is_public(self, _node: "Node", _outer: Enclosing) -> bool | None:
        """Whether a definition is public by its place or its modifiers; None if its name says so."""
        return None

    def named(
        self,
        kind: DefinedKind,
        name: "Node",
        *,
        is_public: bool | None = None,
        path: tuple[str, ...] = (),
        encloses: bool = True,
    ) -> NodeDefinition:
        """Return a definition, given the node of its name."""
        return NodeDefinition(kind, self.text(name), name.start_point[0] + 1, is_public, path, encloses=encloses)

    def text(self, node: "Node | None") -> str:
        return "" if node is None else text_of(self.data, node)

    def _add(self, one: NodeDefinition, node: "Node", outer: Enclosing) -> None:
        if one.kind in _IMPORTS:
            name = one.name.strip("\"'<>")
            self._keep(one.kind, name, self._joined((*one.path, name)), one.line, is_public=False)
            return
        if one.kind == "macro":  # which nothing encloses
            outer = self._enclosing[0]
        is_hidden = outer.is_hidden or outer.access is False
        qualified = self._joined((outer.qualified, *one.path, one.name)) if one.name else outer.qualified
        if one.encloses:
            enclosing = Enclosing(one.kind, node.end_byte, qualified, is_hidden, one.access, one.is_local)
            self._enclosing.append(enclosing)
        if one.name and one.kind != "scope":
            self._add_symbol(one, qualified, outer, is_hidden=is_hidden)

    def _add_symbol(self, one: NodeDefinition, qualified: str, outer: Enclosing, *, is_hidden: bool) -> None:
        kind, is_public = one.kind, one.is_public
        if kind == "namespace":
            self._namespaces.update(one.path, (one.name,))
        elif kind == "function" and one.path:
            self._outside[len(self._found)] = one.path[-1]
        elif kind == "function" and outer.kind in _WITH_METHODS:
            kind = "method"
        if is_public is None:
            is_public = not self._private.match(one.name)
            if not is_public and not is_hidden:
                self._undecided.append(len(self._found))
        self._keep(kind, one.name, qualified, one.line, is_public=is_public and not is_hidden)

    def _joined(self, names: Sequence[str]) -> str:
        """Return a qualified name; the last name alone if the language has no separator."""
        if not self._separator:
            return names[-1]
        *outer, last = filter(None, names)
        around = self._separator.join(outer)
        joint = "" if not around or around.endswith(self._separator) else self._separator
        return f"{around}{joint}{last}"

    def _keep(self, kind: DefinedKind, name: str, qualified: str, line: int, *, is_public: bool) -> None:
        self._left -= len(qualified)
        if self._left < 0:
            raise HopelessError("the qualified names are too long")
        self._found.append(Symbol(cast("Kind", kind), name, qualified, line, is_public))

    def _place_methods(self) -> None:
        """Turn functions with the path of a type into methods, hidden if the type declares them as hidden."""
        methods = {index for index, type_ in self._outside.items() if type_ not in self._namespaces}
        declared: dict[str, bool] = {}
        for index, symbol in enumerate(self._found):
            if index not in methods:
                declared[symbol.qualified] = declared.get(symbol.qualified, False) or symbol.public
        for index in methods:
            symbol = self._found[index]
            is_public = symbol.public and declared.get(symbol.qualified, True)
            self._found[index] = replace(symbol, kind="method", public=is_public)


@cache
def collector_of(id_: str) -> type[SymbolCollector]:
    """Return the class that reads the symbols of a language, given by its id."""
    module = grammars()[id_].get("symbols")
    found: type[SymbolCollector] = (
        import_module(f"{__package__}.languages.{module}").COLLECTOR if module else SymbolCollector
    )
    return found


@cache
def kinds(id_: str) -> dict[str, DefinedKind]:
    """Return what the nodes of a language define, by their types."""
    table: dict[DefinedKind, str] = grammars()[id_].get("defines", {})
    return {type_: kind for kind, types in table.items() for type_ in types.split()}


@cache
def _readers(id_: str) -> dict[str, _Read]:
    """Return the methods that read the nodes of a language, by the types of the nodes."""
    reader = collector_of(id_)
    special = {name[len("read_") :]: getattr(reader, name) for name in dir(reader) if name.startswith("read_")}
    return dict.fromkeys(kinds(id_), reader.defined) | special


def nodes_of_symbols(id_: str, data: bytes, work: int = 1) -> "list[Node]":
    """Return the nodes of a source that may define something, in its order, outer nodes first.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    if _is_read_twice(id_):
        return nodes_of(id_, data, frozenset(_readers(id_)), work, closed=collector_of(id_).closed)
    return nodes_of(id_, data, _types(id_), work)


def nodes_of_passages(id_: str, data: bytes, work: int = 1) -> "list[Node]":
    """Return the nodes of a source that are comments or strings, or may contain only a string, and perhaps others."""
    return nodes_of(id_, data, _types(id_), work)


def _is_read_twice(id_: str) -> bool:
    """Whether symbols and passages are in the trees of different texts, so that one walk cannot find both."""
    return "blank" in grammars()[id_]


@cache
def _types(id_: str) -> frozenset[str]:
    spec = grammars()[id_]
    passages = {type_ for place in ("comments", "strings", "statements") for type_ in spec.get(place, ())}
    return frozenset(passages if _is_read_twice(id_) else {*passages, *_readers(id_)})
