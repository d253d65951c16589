"""Symbols: what a source file defines and imports. `extract` finds them."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "class",
    "struct",
    "union",
    "enum",
    "interface",
    "trait",
    "type",
    "function",
    "method",
    "namespace",
    "macro",
    "constant",
    "import",
    "include",
]


class Symbol(NamedTuple):
    """One thing that a source defines or imports.

    `qualified` is the name with the names of all enclosing definitions, as the language writes it
    (`outer::Class::method`); for an imported name, with the module it comes from. `line` is the line of the name,
    1-based. `public` is true if the symbol can be used from outside the source.
    """

    kind: Kind
    name: str
    qualified: str
    line: int
    public: bool


@dataclass(frozen=True, slots=True)
class SourceSymbols:
    """What a source defines and imports, ordered by line and then by qualified name.

    If the source `is_broken`, it has a syntax error or text that the grammar cannot read, and `found` may be
    incomplete.
    """

    found: tuple[Symbol, ...]
    is_broken: bool = False
