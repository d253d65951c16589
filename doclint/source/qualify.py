"""Qualified names and visibility: from the definitions of a source to its symbols.

Nothing encloses a macro. A name may itself state what encloses the definition: `void A::f() {}` defines a method,
unless the source defines `A` as a namespace.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from doclint.source.definitions import HELPERS, CapturedDefinition, NamingRules
from doclint.source.parsing import HopelessError
from doclint.source.symbols import Symbol

_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait"})


@dataclass(slots=True)
class _Enclosing:
    """A definition that encloses others: its kind, the byte behind its last one, its qualified name, whether it is
    hidden, and the visibility that an access specifier (`private:`) currently sets in it.
    """

    kind: str
    end: int
    qualified: str = ""
    hidden: bool = False
    access: bool | None = None


def qualify(
    naming: NamingRules, definitions: Iterable[CapturedDefinition], exported: set[str], most: int
) -> list[Symbol]:
    """Return the symbols of some definitions of one source, without imports, in the order of the source.

    `exported` holds the qualified names that the source exports. Raises HopelessError if the qualified names together
    have more than `most` characters.
    """
    symbols: list[Symbol] = []
    ordered = sorted(definitions, key=lambda one: (one.node.start_byte, -one.node.end_byte))
    namespaces = {part for one in ordered if one.kind == "namespace" for part in naming.parts(one.name)}
    enclosing = [_Enclosing("", sys.maxsize)]
    defined_outside: list[int] = []
    for one in ordered:
        while enclosing[-1].end <= one.node.start_byte:
            enclosing.pop()
        outer = enclosing[0 if one.kind == "macro" else -1]
        if one.kind == "access":
            outer.access = one.public
            continue
        if outer.kind == "local":
            continue
        hidden = outer.hidden or outer.access is False
        name = naming.join(one.within, one.name)
        qualified = naming.join(outer.qualified, name) if name else outer.qualified
        most -= len(qualified)
        if most < 0:
            raise HopelessError("the qualified names are too long")
        enclosing.append(_Enclosing(one.kind, one.node.end_byte, qualified, hidden))
        if one.kind in HELPERS:
            continue
        kind = "method" if one.kind == "function" and _is_method(naming, one, outer, namespaces) else one.kind
        name = naming.own_name(one.name)
        if kind == "method" and name != one.name:
            defined_outside.append(len(symbols))
        is_exported = qualified in exported or not naming.private.match(name)
        public = one.public if one.public is not None else is_exported
        symbols.append(Symbol(kind, name, qualified, one.line, public=public and not hidden))  # type: ignore[arg-type]
    return _with_declared_visibility(symbols, defined_outside)


def _with_declared_visibility(symbols: list[Symbol], defined_outside: list[int]) -> list[Symbol]:
    """Hide methods defined outside of their class (`void A::f() {}`) that the class declares as hidden.

    `defined_outside` holds the indices of those methods. Changes the list and returns it.
    """
    outside = set(defined_outside)
    declared: dict[str, bool] = {}
    for index, symbol in enumerate(symbols if defined_outside else ()):
        if index not in outside:
            declared[symbol.qualified] = declared.get(symbol.qualified, False) or symbol.public
    for index in defined_outside:
        symbol = symbols[index]
        symbols[index] = symbol._replace(public=symbol.public and declared.get(symbol.qualified, True))
    return symbols


def _is_method(naming: NamingRules, function: CapturedDefinition, outer: _Enclosing, namespaces: set[str]) -> bool:
    """Whether a type encloses a function, or the function's name states so."""
    if function.within:
        return True
    written = naming.parts(function.name)
    if len(written) > 1:
        return written[-2] not in namespaces
    return outer.kind in _TYPES or outer.kind == "scope"
