"""Symbols of a source as a view of its declarations, for the languages whose symbols have no module of their own.

Imports, and functions and types inside of functions, are not declarations, but pages may list them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast, get_args

from doclint.source.grammars import grammars
from doclint.source.languages.syntax import SyntaxTable, syntax
from doclint.source.model import Declaration
from doclint.source.parsing import HopelessError
from doclint.source.read import read as read_declarations
from doclint.source.symbols import Kind, SourceSymbols, Symbol
from doclint.source.trees import nodes_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = frozenset(get_args(Kind))


def read(id_: str, data: bytes, work: int, most: int) -> SourceSymbols:
    """Return the symbols of a source in a language, given by its id.

    Raises HopelessError if the source takes too much work to read, or if the qualified names together have more than
    `most` characters.
    """
    declared = read_declarations(id_, data, work)
    if declared is None:
        raise HopelessError("its declarations take too long to read")
    found = [*_symbols(declared.found, grammars()[id_].get("separator", "."), most)]
    known = {one.name for one in found}  # overloads are one declaration
    found += (one for one in _not_declared(id_, data, work) if one.kind == "import" or one.name not in known)
    found.sort(key=lambda one: (one.line, one.qualified))
    return SourceSymbols(tuple(found), declared.is_broken)


def _symbols(declared: Sequence[Declaration], separator: str, most: int) -> Iterator[Symbol]:
    """Yield the symbols that declarations are, and those of their members."""
    left = [(one, "", True) for one in reversed(declared)]
    while left:
        one, outer, is_public = left.pop()
        qualified = f"{outer}{separator}{one.name}" if outer else one.name
        most -= len(qualified)
        if most < 0:
            raise HopelessError("the qualified names are too long")
        is_public = is_public and one.is_public
        kind = "constant" if one.kind == "enum-member" else one.kind
        if kind in _KINDS:
            yield Symbol(cast("Kind", kind), one.name, qualified, one.line, is_public)
        left += ((member, qualified, is_public) for member in reversed(one.members))


def _not_declared(id_: str, data: bytes, work: int) -> Iterator[Symbol]:
    """Yield what a source imports, and what it defines inside of functions."""
    table = syntax(id_)
    for node in nodes_of(id_, data, table.imports | table.local, work):
        if name := _name(table, node):
            line, text = name.start_point[0] + 1, text_of(data, name).strip("'\"")
            text = table.quotes.sub("", text) if table.quotes else text
            if node.type in table.imports:
                yield Symbol("import", text.replace("\\", ".").rpartition(".")[2], text, line, public=False)
            else:
                kind = table.kinds.get(node.type, "function")
                yield Symbol(cast("Kind", kind), text, text, line, public=False)


def _name(table: SyntaxTable, node: "Node") -> "Node | None":
    """Return the name of a definition, or of what is imported, which an alias may precede (`using A = Shop.Basket`)."""
    if node.type not in table.imports:
        return table.parts["name"].of(node)
    return table.parts["default"].of(node) or table.parts["imported"].of(node)
