"""Enumerations of Python and TypeScript: which declarations are one, and which fields are its members."""

import re
from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.source.model import Declaration

_NO_MEMBER = expression(r"__|_.*_\Z", re.DOTALL)  # names in an enumeration that are none of its members
_NO_VALUE = ("lambda ", "lambda:", "nonmember(", "enum.nonmember(", "property(")


def as_enum(declared: Declaration) -> Declaration:
    """Return a class as an enumeration, whose base in another source is one."""
    if declared.kind != "class":
        return declared
    members = tuple(
        one._replace(kind="enum-member") if _is_field(one) and is_enum_member(one.name, one.value) else one
        for one in declared.members
    )
    return declared._replace(kind="enum", members=members)


def fields_of(declared: Declaration) -> Iterator[Declaration]:
    """Return the fields that the body of a class itself binds, without those that its methods assign."""
    return filter(_is_field, declared.members)


def _is_field(declared: Declaration) -> bool:
    return declared.kind == "field" and not declared.is_assigned


def is_enum_member(name: str, value: str | None) -> bool:
    """Whether a name that the body of an enumeration binds to a value is one of its members.

    The rules are those of Python's `enum` (HOWTO, "Supported __dunder__ names", "_Private__names", `nonmember`).
    """
    return value is not None and not _NO_MEMBER.match(name) and not value.startswith(_NO_VALUE)


def as_one_enum(declaration: Declaration, named: Sequence[Declaration]) -> Declaration:
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
