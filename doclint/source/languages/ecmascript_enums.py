"""Enumerations that TypeScript writes as a constant and a type of one name."""

from collections.abc import Sequence

from doclint.source.model import Declaration


def as_enum(declaration: Declaration, named: Sequence[Declaration]) -> Declaration:
    """Return a type that has the values of a constant of its name, given all declarations of that name, as the
    enumeration that both stand for; any other declaration as it is.

    Such are `const Unit = { Gram: "g" } as const` and `type Unit = typeof Unit[keyof typeof Unit]`.
    """
    if declaration.kind != "type" or not (declaration.value or "").startswith(f"typeof {declaration.name}["):
        return declaration
    constant = next((one for one in named if one.kind == "constant" and not one.is_open), None)
    if constant is None or not (constant.value or "").endswith("as const"):
        return declaration
    members = tuple(one._replace(kind="enum-member") for one in constant.members)
    return constant._replace(kind="enum", members=members)
