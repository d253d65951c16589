"""Declarations of PHP: what `php.toml` does not say."""

from collections.abc import Iterator

from doclint.source.languages.comments import Documented
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind
from doclint.source.trees import Node

_MAGIC = frozenset({"__call", "__callStatic", "__get"})  # methods that stand for members that are not declared


class _Php(Walker):
    def bases(self, node: "Node") -> Iterator[str]:
        """Yield the bases of a class, and the traits that it uses."""
        yield from super().bases(node)
        if body := self.part(node, "body"):
            yield from super().bases(body)

    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type with its members. Some methods stand for members that it does not declare."""
        for found in super().enclosing(one, kind, around):
            magic = next((member.name for member in found.members if member.name in _MAGIC), "")
            yield found._replace(is_open=found.is_open or (f"it has the method `{magic}`" if magic else ""))

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function or a method, and the fields that the parameters of a constructor are."""
        yield from super().function(one, kind, around)
        head = self.part(one.node, "parameters")
        for node in head.named_children if head else ():
            if node.type == "property_promotion_parameter":
                yield from self.variables(Documented(node, [], ""), "field", around)


declarations = _Php.declarations
