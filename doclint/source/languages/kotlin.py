"""Declarations of Kotlin: what `kotlin.toml` does not say."""

from collections.abc import Iterator

from doclint.source.languages.comments import Documented
from doclint.source.languages.nodes import child_of
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind
from doclint.source.trees import Node


class _Kotlin(Walker):
    @property
    def is_broken(self) -> bool:
        """Whether declarations may be missing: the grammar takes some for expressions (`annotation class A`)."""
        return super().is_broken or any(one.type.endswith("expression") for one in self.root.named_children)

    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type with its members: one type of node is for classes, interfaces and enumerations."""
        if child_of(one.node, "interface"):
            kind = "interface"
        elif "enum" in self.modifiers(one)[0]:
            kind = "enum"
        return super().enclosing(one, kind, around)

    def is_component(self, parameter: "Node") -> bool:
        """Whether a parameter of the primary constructor is a property as well."""
        return child_of(parameter, "val", "var") is not None

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function, a method or a constructor, which has no name of its own."""
        if one.node.type != "secondary_constructor":
            yield from super().function(one, kind, around)
        elif around.name:
            signature = self.signature(one.node)._replace(returns="")
            yield self.declared(one, kind, around)._replace(name=around.name, signatures=(signature,))


declarations = _Kotlin.declarations
