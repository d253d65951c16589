"""Bases of classes in Java: what a class inherits from classes of its own package, in the same folder.

By "The Java Language Specification", Java SE 21: a simple name is that of a type that the source imports by name, or
else of a type of its package (6.4.1); all of a public class is in the file with its name (7.6).
"""

import re
from collections.abc import Mapping
from itertools import islice
from posixpath import dirname, join
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.packages.answers import DeclarationAnswer, DeclaredAt
from doclint.repository.remembered import remembered
from doclint.repository.repository import Repository
from doclint.source.answer import NOT_THERE, Found, Unknown
from doclint.source.model import Declaration

_SIMPLE = expression(r"(?P<name>\w+)\s*+(?:<.*)?", re.DOTALL)
# Interfaces of the Java platform, by their simple names, that have no fields.
_WITHOUT_FIELDS = frozenset({"Cloneable", "Comparable", "Serializable"})
_IMPORTED = expression(rb"(?m)^[ \t]*+import[ \t]++(?:[A-Za-z_]\w*+\.)++(\w++)[ \t]*+;")
_MOST = 20  # classes above one


def inherited_in_java(repository: Repository, path: str, class_: Declaration, name: str) -> DeclarationAnswer:
    """Return the declaration of a member that a class inherits."""
    waiting = [(path, base) for base in islice(class_.bases, _MOST + 1)]
    for number, (at, base) in enumerate(waiting):
        match = _SIMPLE.fullmatch(base)
        if match is None or number >= _MOST:
            return not_followed(base)
        if match["name"] in _WITHOUT_FIELDS:
            continue
        found = _neighbor(repository, at, match["name"])
        if found is None or found.class_.is_open:
            return not_followed(base)
        if name in found.members:
            return Found(DeclaredAt(found.path, found.members[name]))
        waiting += ((found.path, one) for one in islice(found.class_.bases, _MOST + 1))
    return NOT_THERE


def not_followed(base: str) -> Unknown:
    """Return that a member may come from a base of a class."""
    return Unknown(f"doclint does not follow the base `{base}`")


class _JavaClass(NamedTuple):
    """A class in the source at a path, and its members by name; the first one of several."""

    path: str
    class_: Declaration
    members: Mapping[str, Declaration]


class _JavaSource(NamedTuple):
    """The classes of a source by name, and the names that mean others there: what it imports, and classes in these."""

    classes: Mapping[str, _JavaClass]
    others: frozenset[str]


def _neighbor(repository: Repository, path: str, name: str) -> _JavaClass | None:
    """Return the class of a name in the package of a source; None if the name may mean another one."""
    source = _source(repository, path)
    if source is None or name in source.others:
        return None
    beside = _source(repository, join(dirname(path), f"{name}.java"))
    return beside.classes.get(name) if beside else None


@remembered
def _source(repository: Repository, path: str) -> _JavaSource | None:
    from doclint.source.read import read

    data = repository.page(path)
    if data is None:
        return None
    found = read("java", data)
    declared = () if found is None or found.is_broken else found.found
    classes: dict[str, _JavaClass] = {}
    for one in declared:
        members = {member.name: member for member in reversed(one.members)}
        classes.setdefault(one.name, _JavaClass(path, one, members))
    imported = {name.decode() for name in _IMPORTED.findall(data)}
    return _JavaSource(classes, frozenset(imported.union(*(one.members for one in classes.values()))))
