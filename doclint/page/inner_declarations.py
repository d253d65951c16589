"""What is inside of the declarations of a source, by name: pages do not always say what is around a symbol."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from doclint.code.declarations.declaration import Declaration

Inner: TypeAlias = tuple[tuple[Declaration, ...], Declaration]
"""The declarations around one, the outermost first, and that one."""


class InnerDeclarations:
    """The members of the declarations of a source; each kind of them is indexed once, when it is first asked for."""

    def __init__(self, found: Sequence[Declaration]) -> None:
        self._found = found

    @cached_property
    def of_namespaces(self) -> Mapping[str, Sequence[Inner]]:
        """The members of namespaces, on all levels."""
        waiting: list[Inner] = [((one,), one) for one in self._found if one.kind == "namespace"]
        members: list[Inner] = []
        while waiting:
            scopes, namespace = waiting.pop()
            members += ((scopes, one) for one in namespace.members)
            waiting += (((*scopes, one), one) for one in namespace.members if one.kind == "namespace")
        return _by_name(members)

    @cached_property
    def of_types(self) -> Mapping[str, Sequence[Inner]]:
        """The members of types at the top of the source."""
        return _by_name(((type_,), one) for type_ in self._found for one in type_.members)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The names of the classes in classes at the top of the source."""
        classes = (one for one in self._found if one.kind == "class")
        return frozenset(inner.name for one in classes for inner in one.members if inner.kind == "class")


def _by_name(members: Iterable[Inner]) -> Mapping[str, Sequence[Inner]]:
    found: dict[str, list[Inner]] = {}
    for scopes, one in members:
        found.setdefault(one.name, []).append((scopes, one))
    return found
