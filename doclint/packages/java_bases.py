"""Bases of classes in Java: what a class inherits from classes of its own package, in the same folder.

By "The Java Language Specification", Java SE 21: a simple name is that of a type that the source imports by name, or
else of a type of its package (6.4.1); all of a public class is in the file with its name (7.6).
"""

import re
from collections.abc import Iterator
from posixpath import dirname, join
from typing import TYPE_CHECKING

from doclint.code.declarations.declaration import Declaration
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.code.declarations.declaration import SourceDeclarations

_SIMPLE = re.compile(r"(?P<name>\w+)\s*+(?:<.*)?", re.DOTALL)
# Interfaces of the Java platform, by their simple names, that have no fields.
_WITHOUT_FIELDS = frozenset({"Cloneable", "Comparable", "Serializable"})
_IMPORTED = re.compile(rb"(?m)^[ \t]*+import[ \t]++(?:[A-Za-z_]\w*+\.)++(\w++)[ \t]*+;")
_MOST = 20  # classes above one


def base_with(
    repository: Repository, path: str, class_: Declaration, name: str
) -> tuple[str, Declaration | None] | None:
    """Return the path and the declaration of a member that a class inherits, or the base that is not known.

    None if the class certainly inherits no such member. An unknown base is the path, without a declaration.
    """
    waiting = [(path, base) for base in class_.bases]
    for number, (at, base) in enumerate(waiting):
        match = _SIMPLE.fullmatch(base)
        if match is None or number >= _MOST:
            return base, None
        if match["name"] in _WITHOUT_FIELDS:
            continue
        found = _neighbor(repository, at, match["name"])
        if found is None or found.is_open:
            return base, None
        beside = join(dirname(at), f"{match['name']}.java")
        own = next((one for one in found.members if one.name == name), None)
        if own is not None:
            return beside, own
        waiting += ((beside, one) for one in found.bases)
    return None


def _neighbor(repository: Repository, path: str, name: str) -> Declaration | None:
    """Return the class of a name in the package of a source; None if the name may mean another one."""
    source = repository.page(path)
    if source is None or name.encode() in _IMPORTED.findall(source):
        return None
    every = [one for found in _declared(repository, path) for one in found.found]
    if any(inner.name == name for one in every for inner in one.members):
        return None
    beside = [one for found in _declared(repository, join(dirname(path), f"{name}.java")) for one in found.found]
    return next((one for one in beside if one.name == name), None)


def _declared(repository: Repository, path: str) -> "Iterator[SourceDeclarations]":
    from doclint.code.declarations.reader import read

    def find() -> "SourceDeclarations | None":
        data = repository.page(path)
        return None if data is None else read("java", data)

    found = repository.remembered(("java-declarations", path), find)
    if found is not None and not found.is_broken:
        yield found
