"""What is special in the symbols of Go: only the declarations of the package count, not those in functions."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.symbol_collector import DefinedKind, Enclosing, NodeDefinition, SymbolCollector

if TYPE_CHECKING:
    from tree_sitter import Node

_RECEIVER = expression(r"(\w+)\s*(?:\[.*\])?\s*,?\s*\)\Z", re.DOTALL)

_KINDS: dict[str, DefinedKind] = {"struct_type": "struct", "interface_type": "interface"}


class GoSymbols(SymbolCollector):
    """The symbols of a source of Go."""

    anywhere = frozenset({"import_spec"})

    def read_function_declaration(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a function, or a method, whose receiver names its type."""
        receiver = self.text(node.child_by_field_name("receiver"))
        type_ = _RECEIVER.search(receiver)
        if type_ or not receiver:
            for one in self.defined(node, outer):
                yield one._replace(path=(type_[1],) if type_ else (), is_local=True)

    read_method_declaration = read_function_declaration

    def read_method_elem(self, node: "Node", outer: Enclosing) -> Iterable[NodeDefinition]:
        return self.defined(node, outer) if outer.kind == "interface" else ()

    def read_func_literal(self, _: "Node", __: Enclosing) -> Iterable[NodeDefinition]:
        yield NodeDefinition("block", is_local=True)

    def read_type_spec(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        type_ = node.child_by_field_name("type")
        for one in self.defined(node, outer):
            yield one._replace(kind=_KINDS.get(type_.type if type_ else "", "type"))

    def read_const_spec(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        for name in node.children_by_field_name("name"):
            if name.is_named and self.text(name) != "_":
                yield self.named("constant", name)

    def read_import_spec(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if path := node.child_by_field_name("path"):
            yield NodeDefinition("import", self.text(path).strip("`"), path.start_point[0] + 1)


COLLECTOR = GoSymbols
