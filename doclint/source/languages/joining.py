"""Joining declarations that a source makes in several places: overloads, and methods outside of their type."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

from doclint.source.model import Declaration, DeclaredSignature
from doclint.source.symbols import TypeKind

_FUNCTIONS = ("function", "method")
TYPES = frozenset(get_args(TypeKind))
"""The kinds of declarations that can have methods."""
MERGING = frozenset({"class", "interface", "namespace", "enum", "function"})
"""The kinds of declarations of one name that TypeScript merges (Handbook, "Declaration Merging")."""
MERGED = "the source declares it several times"
"""Why each of several declarations that are merged may have other members."""


def with_methods(
    found: Iterable[Declaration], methods: Iterable[tuple[str, Declaration]], separator: str
) -> tuple[Declaration, ...]:
    """Return declarations with methods that the source writes outside of their types, given by the names of the types.

    A method of a type that is not among the declarations is a declaration of its own, after the name of the type and a
    separator.
    """
    declared = [*found]
    types = {one.name: index for index, one in reversed([*enumerate(declared)]) if one.kind in TYPES}
    of_type: dict[int, list[Declaration]] = {}
    for name, method in methods:
        if name in types:
            of_type.setdefault(types[name], []).append(method)
        else:
            declared.append(method._replace(name=f"{name}{separator}{method.name}" if name else method.name))
    for index, more in of_type.items():
        one = declared[index]
        declared[index] = one._replace(members=overloaded([*one.members, *more]))
    return in_order(declared)


def in_order(found: Iterable[Declaration]) -> tuple[Declaration, ...]:
    """Return declarations in the order of their lines."""
    return tuple(sorted(found, key=lambda one: one.line))


def overloaded(found: Sequence[Declaration]) -> tuple[Declaration, ...]:
    """Join the functions of one name into the first of them, which gets the signatures of all."""
    joined: list[Declaration] = []
    more: dict[str, list[Declaration]] = {}
    for one in found:
        if one.kind in _FUNCTIONS and one.name in more:
            more[one.name].append(one)
        else:
            joined.append(one)
            if one.kind in _FUNCTIONS:
                more[one.name] = []
    return tuple(overloads([one, *more[one.name]]) if more.get(one.name) else one for one in joined)


def overloads(functions: list[Declaration]) -> Declaration:
    """Join functions into the first. Each signature counts once; the function is public if one of them is."""
    return functions[0]._replace(
        signatures=tuple(dict.fromkeys(signature for one in functions for signature in one.signatures)),
        docstring=next((one.docstring for one in functions if one.docstring), ""),
        is_public=any(one.is_public for one in functions),
        is_static=all(one.is_static for one in functions),
        is_conditional=all(one.is_conditional for one in functions),
    )


class DeclarationList:
    """The declarations of a module or of a class, in the order of the source."""

    def __init__(self) -> None:
        self._found: list[Declaration] = []
        self._places: dict[tuple[str, bool, str], int] = {}
        self._signatures: dict[int, list[DeclaredSignature]] = {}

    def add(self, found: Declaration) -> None:
        """Add a declaration that is one by itself."""
        self._found.append(found)

    def add_overload(self, found: Declaration, *, is_implementation: bool) -> None:
        """Add a function. Behind overloads of its name, the signature of the implementation does not count."""
        key = _key(found)
        place = self._places.get(key)
        if place is not None:
            self._extend(place, found)
            if is_implementation:
                del self._places[key]
            else:
                self._signatures[place] += found.signatures
        elif is_implementation:
            self._found.append(found)
        else:
            self._signatures[len(self._found)] = [*found.signatures]
            self._start(found)

    def add_accessor(self, found: Declaration) -> None:
        """Add a function that reads or writes a property."""
        place = self._places.get(_key(found))
        if place is None:
            self._start(found)
        else:
            self._extend(place, found)

    def finished(self) -> tuple[Declaration, ...]:
        """Return the declarations, each with all of its signatures."""
        for place, signatures in self._signatures.items():
            self._found[place] = self._found[place]._replace(signatures=tuple(signatures))
        times = Counter(one.name for one in self._found if one.kind in MERGING)
        return tuple(
            one._replace(is_open=one.is_open or MERGED) if one.kind in MERGING and times[one.name] > 1 else one
            for one in self._found
        )

    def _start(self, found: Declaration) -> None:
        self._places[_key(found)] = len(self._found)
        self._found.append(found)

    def _extend(self, place: int, found: Declaration) -> None:
        first = self._found[place]
        self._found[place] = first._replace(
            end=max(first.end, found.end),
            decorators=first.decorators or found.decorators,
            type=first.type or found.type,
            docstring=first.docstring or found.docstring,
            is_public=first.is_public or found.is_public,
            is_async=first.is_async or found.is_async,
            is_optional=first.is_optional or found.is_optional,
        )


def _key(found: Declaration) -> tuple[str, bool, str]:
    return found.name, found.is_static, found.kind
