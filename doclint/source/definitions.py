"""Definitions: the nodes of a syntax tree that a query captures, and how a language writes their names."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, get_args

from doclint.source.grammars import grammars
from doclint.source.symbols import Kind, Symbol
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

HELPERS = frozenset({"scope", "block", "access", "local"})
"""The captures of whole nodes that are not symbols; see `grammars`."""

_KINDS = frozenset(get_args(Kind))


class CapturedDefinition(NamedTuple):
    """A node that a query captures, and what the query states about it.

    `kind` is a kind of symbol or one of HELPERS, `name` the name as it is written, `line` its line (1-based), `public`
    the visibility that the query states, if any, and `within` the name of the enclosing definition, empty unless the
    query captures it.
    """

    node: "Node"
    kind: str
    name: str
    line: int
    public: bool | None
    within: str


@dataclass(frozen=True)
class NamingRules:
    """How a language writes names; the comment in `grammars.toml` explains the fields."""

    separator: str
    private: re.Pattern[str]
    own: re.Pattern[str]
    drop: re.Pattern[str]

    def definition(self, data: bytes, captures: "dict[str, list[Node]]") -> CapturedDefinition:
        """Return the definition that a match of the query captures in a source."""
        kind = next(name for name in captures if name in _KINDS or name in HELPERS)
        node = captures[kind][0]
        named = captures["name"][0] if "name" in captures else None
        name = text_of(data, named) if named else ""
        if not name.isidentifier():
            name = self.drop.sub("", name)
        public = True if "public" in captures else False if "private" in captures else None
        within = text_of(data, captures["within"][0]) if "within" in captures else ""
        return CapturedDefinition(node, kind, name, (named or node).start_point[0] + 1, public, within)

    def imported(self, data: bytes, definition: CapturedDefinition, captures: "dict[str, list[Node]]") -> Symbol:
        """Return the symbol of an import or include. Nothing encloses it."""
        module = self.separator.join([text_of(data, node) for node in captures.get("module", ())])
        name = definition.name.strip("\"'<>")
        qualified = f"{module}{name}" if module.endswith(self.separator) else self.join(module, name)
        return Symbol(definition.kind, name, qualified, definition.line, public=False)  # type: ignore[arg-type]

    def join(self, outer: str, name: str) -> str:
        """Return a name qualified by an outer one; the name alone if the language has no separator."""
        return f"{outer}{self.separator}{name}" if outer and self.separator else name

    def own_name(self, name: str) -> str:
        """Return the last part of a name."""
        return name if name.isidentifier() else found[0] if (found := self.own.search(name)) else name

    def parts(self, name: str) -> list[str]:
        """Split a name into the names that qualify it, the outermost first, and its last part."""
        if name.isidentifier() or not self.separator:
            return [name]
        own = self.own_name(name)
        return [*name.removesuffix(own).split(self.separator)[:-1], own]


@cache
def naming_rules(id_: str) -> NamingRules:
    """Return how the language with an id writes names."""
    spec = grammars()[id_]
    return NamingRules(
        separator=spec.get("separator", "."),
        private=re.compile(spec.get("private", r"(?!)")),
        own=re.compile(spec.get("own", r"(?s).+")),
        drop=re.compile(spec.get("drop", r"(?!)")),
    )
