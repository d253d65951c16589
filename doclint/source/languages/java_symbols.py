"""What is special in the symbols of Java: modifiers, constants, and classes without a name.

Public are `public` members, and those of an interface or an enumeration. The methods of a class without a name, and of
a single constant of an enumeration, are left out: nothing can name them.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from doclint.source.languages.nodes import child_of
from doclint.source.symbol_collector import Enclosing, NodeDefinition, SymbolCollector

if TYPE_CHECKING:
    from tree_sitter import Node


class JavaSymbols(SymbolCollector):
    """The symbols of a source of Java."""

    def is_public(self, node: "Node", outer: Enclosing) -> bool | None:
        words = self._modifiers(node)
        return "public" in words or (outer.kind == "interface" and "private" not in words)

    def _modifiers(self, node: "Node") -> frozenset[str]:
        modifiers = child_of(node, "modifiers")
        return frozenset(one.type for one in modifiers.children) if modifiers is not None else frozenset()

    def read_method_declaration(self, node: "Node", outer: Enclosing) -> Iterable[NodeDefinition]:
        return self.defined(node, outer) if outer.kind in ("class", "enum", "interface") else ()

    read_constructor_declaration = read_compact_constructor_declaration = read_method_declaration

    def read_field_declaration(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        is_interface = node.type == "constant_declaration"
        if is_interface or self._modifiers(node) >= {"static", "final"}:
            is_public = is_interface or self.is_public(node, outer)
            for declarator in node.children_by_field_name("declarator"):
                name = declarator.child_by_field_name("name")
                if name is not None and name.type == "identifier":
                    yield self.named("constant", name, is_public=is_public, encloses=False)

    read_constant_declaration = read_field_declaration

    def read_enum_constant(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if name := node.child_by_field_name("name"):
            yield self.named("constant", name, is_public=True)

    def read_object_creation_expression(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if node.children[-1].type == "class_body":
            yield NodeDefinition("block")

    def read_import_declaration(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        imported, all_ = child_of(node, "scoped_identifier", "identifier"), child_of(node, "asterisk")
        if imported is not None:
            module = imported if all_ else imported.child_by_field_name("scope")
            name = all_ or imported.child_by_field_name("name")
            if name is not None:
                yield self.named("import", name, path=(self.text(module),))


COLLECTOR = JavaSymbols
