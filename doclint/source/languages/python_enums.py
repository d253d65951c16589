"""Which fields of a Python class are members of an enumeration."""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator

from doclint.errors.expressions import expression
from doclint.source.model import Declaration

_NO_MEMBER = expression(r"__|_.*_\Z", re.DOTALL)  # names in an enumeration that are none of its members
_NO_VALUE = ("lambda ", "lambda:", "nonmember(", "enum.nonmember(", "property(")


def as_enum(declared: Declaration) -> Declaration:
    """Return a class as an enumeration, whose base in another source is one."""
    if declared.kind != "class":
        return declared
    bound = {(one.name, one.line) for one in fields_of(declared) if is_enum_member(one.name, one.value)}
    members = (
        one._replace(kind="enum-member") if one.kind == "field" and (one.name, one.line) in bound else one
        for one in declared.members
    )
    return declared._replace(kind="enum", members=tuple(members))


def fields_of(declared: Declaration) -> Iterator[Declaration]:
    """Yield the fields that the body of a class itself binds, without those that its methods assign."""
    methods = sorted((one.start, one.end) for one in declared.members if one.kind in ("method", "property"))
    for one in declared.members:
        around = bisect_right(methods, (one.line, sys.maxsize)) - 1
        if one.kind == "field" and (around < 0 or methods[around][1] < one.line):
            yield one


def is_enum_member(name: str, value: str | None) -> bool:
    """Whether a name that the body of an enumeration binds to a value is one of its members.

    The rules are those of Python's `enum` (HOWTO, "Supported __dunder__ names", "_Private__names", `nonmember`).
    """
    return value is not None and not _NO_MEMBER.match(name) and not value.startswith(_NO_VALUE)
