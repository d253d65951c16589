"""Joining declarations that a source makes in several places: overloads, and methods outside of their type."""

from collections.abc import Iterable, Sequence

from doclint.source.model import Declaration

_FUNCTIONS = ("function", "method")
TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})
"""The kinds of declarations that can have methods."""


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
