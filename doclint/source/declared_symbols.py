"""Symbols of a source as a view of its declarations, for the languages whose symbols have no module of their own.

Imports, and functions and types inside of functions, are not declarations, but pages may list them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, get_args

from doclint.source.languages.syntax import syntax
from doclint.source.model import Declaration
from doclint.source.parsing import HopelessError
from doclint.source.read import read as read_declarations
from doclint.source.symbols import Kind, SourceSymbols, Symbol
from doclint.source.trees import grammars, nodes_of, text_of

_KINDS = frozenset(get_args(Kind))


def read(id_: str, data: bytes, work: int, most: int) -> SourceSymbols:
    """Return the symbols of a source in a language, given by its id.

    Raises HopelessError if the source takes too much work to read, or if the qualified names together have more than
    `most` characters.
    """
    grammar = grammars()[id_]
    declared = read_declarations(id_, data, work, has_overloads="overloads" not in grammar)
    if declared is None:
        raise HopelessError("its declarations take too long to read")
    found = [*_symbols(declared.found, grammar, most)]
    known = {one.name for one in found}  # most overloads are one declaration
    found += (one for one in _not_declared(id_, data, work) if one.kind == "import" or one.name not in known)
    found.sort(key=lambda one: (one.line, one.qualified))
    return SourceSymbols(tuple(found), declared.is_broken)


def _symbols(declared: Sequence[Declaration], grammar: Mapping[str, Any], most: int) -> Iterator[Symbol]:
    """Yield the symbols that declarations are, and those of their members.

    What is in something hidden is hidden, too, unless names alone say so.
    """
    separator, is_by_name = grammar.get("separator", "."), "private" in grammar
    left = [(one, "", True) for one in reversed(declared)]
    while left:
        one, outer, is_public = left.pop()
        qualified = f"{outer}{separator}{one.name}" if outer else one.name
        # A method whose type is in another source has the name of that before its own.
        name = qualified.rpartition(separator)[2] if one.kind == "method" else one.name
        most -= len(qualified)
        if most < 0:
            raise HopelessError("the qualified names are too long")
        is_public = one.is_public and (is_public or is_by_name)
        kind = "constant" if one.kind == "enum-member" else one.kind
        if kind in _KINDS:
            yield Symbol(cast("Kind", kind), name, qualified, one.line, is_public)
        left += ((member, qualified, is_public) for member in reversed(one.members))


def _not_declared(id_: str, data: bytes, work: int) -> Iterator[Symbol]:
    """Yield what a source imports, which an alias may precede (`using A = Shop.Basket`), and what it defines inside of
    functions.
    """
    table = syntax(id_)
    for node in nodes_of(id_, data, table.imports | table.local, work):
        is_import = node.type in table.imports
        part = (table.parts["default"].of(node) or table.parts["imported"].of(node)) if is_import else None
        part = part if is_import else table.parts["name"].of(node)
        if part is None:
            continue
        text = text_of(data, part)
        bare = text.strip("\"'`")
        bare = table.quotes.sub("", bare) if table.quotes else bare
        bare += ".*" * (is_import and node.named_children[-1].type == "asterisk")
        name = bare.replace("\\", ".").rpartition(".")[2] if is_import and text[:1].isalpha() else bare
        kind = "import" if is_import else table.kinds.get(node.type, "function")
        yield Symbol(cast("Kind", kind), name, bare, part.start_point[0] + 1, public=False)
