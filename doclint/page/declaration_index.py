"""Declarations by name, and what is inside of them: pages do not always say what is around a symbol."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from doclint.errors.grouping import by_key
from doclint.source.language import language_of_declarations
from doclint.source.model import Declaration, DeclarationKind

Inner: TypeAlias = tuple[tuple[Declaration, ...], Declaration]
"""The declarations around one, the outermost first, and that one."""
STORED: tuple[DeclarationKind, ...] = ("field", "property", "variable", "constant", "enum-member")
"""What has a value."""
# In JavaScript, `const add = () => ...` declares a constant that is a function.
_VALUES: tuple[DeclarationKind, ...] = ("function", "class")
_KINDS: dict[str, tuple[DeclarationKind, ...]] = {
    "class": ("class", "struct", "union", "enum", "interface", "trait", "type"),
    "struct": ("class", "struct", "union"),
    "enum": ("enum", "class", "type", "constant", "variable"),
    "interface": ("interface", "class", "trait", "type"),
    "type": ("type", "class", "struct", "union", "enum", "interface", "trait", "variable", "constant"),
    "function": ("function", "method", "variable", "constant", "field"),
    "method": ("method", "function", "field", "property"),
    "field": STORED,
    "property": STORED,
    "enum-member": STORED,
    "variable": (*STORED, "type", *_VALUES),
    "constant": (*STORED, "type", *_VALUES),
    "namespace": ("namespace",),
    "argument": ("argument",),
    "option": ("option",),
    # What may be set can be read as well.
    "attribute": ("attribute", "argument"),
}
"""What a name that a page calls something may be in a source. All others may be anything."""
_CLEAR = frozenset({"class", "enum", "interface", "struct"})


class DeclarationIndex:
    """Declarations side by side, such as those at the top of a source or the members of a class.

    Each index of them is made once, when it is first asked for.
    """

    def __init__(self, found: Sequence[Declaration]) -> None:
        self._found = found

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Declaration]]:
        """The declarations themselves, in their order."""
        return by_key((one.name, one) for one in self._found)

    @cached_property
    def of_namespaces(self) -> Mapping[str, Sequence[Inner]]:
        """The members of namespaces, on all levels."""
        waiting: list[Inner] = [((one,), one) for one in self._found if one.kind == "namespace"]
        members: list[Inner] = []
        while waiting:
            scopes, namespace = waiting.pop()
            members += ((scopes, one) for one in namespace.members)
            waiting += (((*scopes, one), one) for one in namespace.members if one.kind == "namespace")
        return by_key((inner[1].name, inner) for inner in members)

    @cached_property
    def of_types(self) -> Mapping[str, Sequence[Inner]]:
        """The members of the declarations."""
        return by_key((one.name, ((type_,), one)) for type_ in self._found for one in type_.members)

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


def fits(declaration: Declaration, kinds: Sequence[str]) -> bool:
    """Whether a declaration may be what a page calls one of some kinds: a method may be the value of a field."""
    if declaration.kind == "method" and declaration.value and fits(declaration._replace(kind="field"), kinds):
        return True
    return not kinds or any(declaration.kind in _KINDS.get(kind, (declaration.kind,)) for kind in kinds)


def may_be(path: str, declaration: Declaration, kinds: Sequence[str]) -> bool:
    """Whether a declaration of a source may be what a page calls one of some kinds. A class, an interface, an enum
    and a struct of TypeScript and C# are clear: none is another.
    """
    is_clear = len(kinds) == 1 and language_of_declarations(path) in ("csharp", "typescript")
    is_confused = is_clear and kinds[0] != declaration.kind and _CLEAR.issuperset((kinds[0], declaration.kind))
    return fits(declaration, kinds) and not is_confused
