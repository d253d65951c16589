"""Declarations of C#: what `csharp.toml` does not say."""

from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.source.languages.comments import Documented
from doclint.source.languages.nodes import written
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter
from doclint.source.trees import Node

_NUMBER = expression(r"-?\d{1,18}")


class _CSharp(Walker):
    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type or a namespace with its members and the names of its type parameters."""
        parameters = tuple(self.type_parameters(one.node))
        for found in super().enclosing(one, kind, around):
            members = _numbered(found.members) if kind == "enum" else found.members
            yield found._replace(type_parameters=parameters, members=members)

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
