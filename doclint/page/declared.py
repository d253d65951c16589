"""What the sources declare of the symbols that a page documents."""

from typing import NamedTuple

from doclint.code.declarations.declaration import Declaration


class Declared(NamedTuple):
    """The declaration of a documented symbol: the path of its source from the root, and the symbols around it."""

    path: str
    declaration: Declaration
    outer: tuple[Declaration, ...] = ()


class Undeclared(NamedTuple):
    """A documented symbol that its source certainly does not declare.

    `path` is that of the source, `nearest` the nearest name in its scope; empty if there is none.
    """

    path: str
    scope: Declaration | None
    nearest: str = ""


class Undetermined(NamedTuple):
    """Nothing is known of a documented symbol, `because` of this: "the page names no source"."""

    because: str
