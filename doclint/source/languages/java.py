"""Declarations of Java: what `java.toml` does not say."""

from collections.abc import Iterator, Sequence

from doclint.source.languages.comments import Documented
from doclint.source.languages.nodes import child_of, written
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter, DeclaredSignature
from doclint.source.trees import Node


class _Java(Walker):
    _head: "Node | None" = None  # of the type around what is read

    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type with its members. A type in an interface is static by itself."""
        for found in super().enclosing(one, kind, around):
            yield found._replace(is_static=found.is_static or around.is_public)

    def variables(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield fields and constants; the value of a constant of an enumeration is its only argument."""
        arguments = one.node.child_by_field_name("arguments") if kind == "enum-member" else None
        given = arguments.named_children if arguments else []
        for found in super().variables(one, kind, around):
            yield found._replace(value=written(self.data, given[0])) if len(given) == 1 else found

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a method or a constructor; the value of an element of an annotation is its default."""
        value = one.node.child_by_field_name("value")
        for found in super().function(one, kind, around):
            yield found._replace(value=written(self.data, value)) if value else found

    def members(self, one: Documented, found: Declaration, around: Enclosure) -> tuple[Declaration, ...]:
        """Return the members of a type, whose compact constructors have the parameters in its head."""
        outer, self._head = self._head, self.part(one.node, "components")
        members = super().members(one, found, around)
        self._head = outer
        # After a syntax error, the parser may take whatever follows for a constant.
        return tuple(each for each in members if each.kind != "enum-member") if one.node.has_error else members

    def signature(self, node: "Node") -> DeclaredSignature:
        """Return the parameters of a method, and what it returns."""
        if node.type == "compact_constructor_declaration" and self._head:
            return DeclaredSignature(self.parameters(self._head))
        return super().signature(node)

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield a parameter: `int... sizes` has its name in a node of its own, and its type in no field."""
        node = self.parameter_node(group)
        if node is None or node.type != "spread_parameter":
            yield from super().parameter(group)
            return
        named = child_of(node, "variable_declarator")
        name = named.child_by_field_name("name") if named else None
        types = (one for one in node.named_children if one.type not in ("modifiers", "variable_declarator"))
        yield DeclaredParameter(
            self.name(name) if name else "", "var-positional", written(self.data, next(types, None)), is_required=False
        )


declarations = _Java.declarations
