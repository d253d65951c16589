"""Declarations by name, and what is inside of them: pages do not always say what is around a symbol."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

from doclint.source.model import Declaration

_Item = TypeVar("_Item")

Inner: TypeAlias = tuple[tuple[Declaration, ...], Declaration]
"""The declarations around one, the outermost first, and that one."""


class DeclarationIndex:
    """Declarations side by side, such as those at the top of a source or the members of a class.

    Each index of them is made once, when it is first asked for.
    """

    def __init__(self, found: Sequence[Declaration]) -> None:
        self._found = found

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Declaration]]:
        """The declarations themselves, in their order."""
        return _grouped((one.name, one) for one in self._found)

    @cached_property
    def of_namespaces(self) -> Mapping[str, Sequence[Inner]]:
        """The members of namespaces, on all levels."""
        waiting: list[Inner] = [((one,), one) for one in self._found if one.kind == "namespace"]
        members: list[Inner] = []
        while waiting:
            scopes, namespace = waiting.pop()
            members += ((scopes, one) for one in namespace.members)
            waiting += (((*scopes, one), one) for one in namespace.members if one.kind == "namespace")
        return _grouped((inner[1].name, inner) for inner in members)

    @cached_property
    def of_types(self) -> Mapping[str, Sequence[Inner]]:
        """The members of the declarations."""
        return _grouped((one.name, ((type_,), one)) for type_ in self._found for one in type_.members)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The names of the classes that are members of classes."""
        classes = (one for one in self._found if one.kind == "class")
        return frozenset(inner.name for one in classes for inner in one.members if inner.kind == "class")

    @cached_property
    def inner_names(self) -> frozenset[str]:
        """The names of members, on all levels."""
        names = set()
        waiting = [inner for one in self._found for inner in one.members]
        while waiting:
            inner = waiting.pop()
            names.add(inner.name)
            waiting += inner.members
        return frozenset(names)


class DeclarationIndices:
    """The indices of some lists of declarations, one of each list."""

    def __init__(self) -> None:
        # An index keeps its declarations: the id of the list holds only as long as that does.
        self._known: dict[int, DeclarationIndex] = {}

    def of(self, found: Sequence[Declaration]) -> DeclarationIndex:
        """Return the index of a list of declarations; equal lists have different ones if they are different objects."""
        known = self._known.get(id(found))
        if known is None:
            known = self._known[id(found)] = DeclarationIndex(found)
        return known


def _grouped(named: Iterable[tuple[str, _Item]]) -> dict[str, list[_Item]]:
    """Return all items of each name, in their order."""
    found: dict[str, list[_Item]] = {}
    for name, item in named:
        found.setdefault(name, []).append(item)
    return found
