"""What a source calls by which names."""

import re
from collections.abc import Iterable

from doclint.evidence import Evidence
from doclint.symbols import Symbol

_ARGUMENTS = re.compile(r"(?<!operator)(?:\(.*\)|<.*>)$")
_IMPORTS = frozenset({"import", "include"})

# The kinds of symbols that a page may mean by another one. A struct of C++ is a class, and what C calls a type is one.
_FITTING = {
    "class": frozenset({"class", "struct", "union", "interface", "trait", "type"}),
    "struct": frozenset({"class", "struct", "union", "type"}),
    "enum": frozenset({"enum", "type"}),
    "function": frozenset({"function", "method"}),
    "method": frozenset({"function", "method"}),
    "constant": frozenset({"constant", "macro"}),
}


class Names:
    """The names of a source, if it can be read."""

    def __init__(self, evidence: Evidence) -> None:
        self.symbols = evidence.symbols.found if evidence.symbols else ()
        self.defined: dict[str, list[Symbol]] = {}
        self.imported: dict[str, Symbol] = {}
        for symbol in self.symbols:
            if symbol.kind in _IMPORTS:
                self.imported.setdefault(symbol.name, symbol)
            else:
                for name in {symbol.name, symbol.qualified}:
                    self.defined.setdefault(name, []).append(symbol)

    def find(self, name: str) -> list[Symbol]:
        """The definitions of a name as a page writes it: `run`, `run()`, `Basket.run`, `Basket<T>`."""
        found = self.defined.get(name)
        if found is None and name[-1:] in (")", ">"):
            found = self.defined.get(_ARGUMENTS.sub("", name))
        return found or []

    def longer(self, namespace: str) -> str | None:
        """The first namespace that lies in one which the source does not open by itself."""
        for symbol in self.symbols:
            if symbol.kind == "namespace" and namespace in symbol.qualified.split("::")[:-1]:
                return symbol.qualified
        return None


def fitting(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds of symbols that a page can mean by some kinds."""
    return frozenset().union(*(_FITTING.get(kind, frozenset({kind})) for kind in kinds))


def plural(kind: str) -> str:
    """The name of several symbols of a kind.

    >>> plural("class"), plural("function")
    ('classes', 'functions')
    """
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"
