"""Declarations of C#: what `csharp.toml` does not say."""

from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.source.languages.comments import Documented
from doclint.source.languages.nodes import written
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter
from doclint.source.trees import Node, text_of

_NUMBER = expression(r"-?\d{1,18}")
_HIDING = frozenset({"internal", "private"})  # of accessors that only the assembly sees


class _CSharp(Walker):
    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type or a namespace with its members and the names of its type parameters."""
        parameters = tuple(self.type_parameters(one.node))
        if any(child.type == "struct" for child in one.node.children):
            kind = "struct"  # perhaps that of a record
        for found in super().enclosing(one, kind, around):
            members = _numbered(found.members) if kind == "enum" else found.members
            yield found._replace(type_parameters=parameters, members=members)

    def modifiers(self, one: Documented) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the modifiers of a declaration, with the accessors of a property, and its attributes."""
        words, attributes = super().modifiers(one)
        return words.union(self._accessors(one.node)), attributes

    def _accessors(self, property_: "Node") -> Iterator[str]:
        for child in property_.named_children:
            if child.type == "arrow_expression_clause" and property_.type == "property_declaration":
                yield "get"
            for accessor in child.named_children if child.type == "accessor_list" else ():
                words = {text_of(self.data, one) for one in accessor.named_children if one.type == "modifier"}
                if _HIDING.isdisjoint(words) or ("protected" in words and "internal" in words):
                    yield from (one.type for one in accessor.children if not one.is_named)

    def components(self, head: "Node", inside: Enclosure) -> Iterator[Declaration]:
        """Yield the properties that the parameters in the head of a type are: only records have such, and none that a
        base has already.
        """
        if head.parent and head.parent.type == "record_declaration":
            may_be_inherited = any(self.bases(head.parent))
            yield from (one._replace(is_conditional=may_be_inherited) for one in super().components(head, inside))

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield a parameter; `params string[] rest` is not in a node of its own."""
        if [one.type for one in group if not one.is_named] == ["params"] and len(group) == 3:
            yield DeclaredParameter(
                self.name(group[2]), "var-positional", written(self.data, group[1]), is_required=False
            )
        else:
            yield from super().parameter(group)


def _numbered(members: Sequence[Declaration]) -> tuple[Declaration, ...]:
    """Return the members of an enumeration with their values: each has one more than the one before it, if none."""
    found: list[Declaration] = []
    value: int | None = -1
    for one in members:
        if one.value is not None:
            value = int(one.value) if _NUMBER.fullmatch(one.value) else None
        elif value is not None:
            value += 1
        # A character is a number, too.
        is_character = one.value is not None and one.value.startswith("'")
        own = None if is_character else one.value
        found.append(one._replace(value=str(value) if own is None and value is not None else own))
    return tuple(found)


declarations = _CSharp.declarations
