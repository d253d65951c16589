"""Look-up of what a source defines and imports by the names that people write."""

from collections.abc import Iterable, Sequence, Set as AbstractSet
from functools import cache

from doclint.errors.expressions import expression
from doclint.source.language import Language, language
from doclint.source.symbols import NAMED, Symbol

WITH_MACROS = frozenset({"c", "cpp", "cuda", "header"})
"""The ids of the languages with a preprocessor."""

_IMPORTS = frozenset({"import", "include"})
_OPENING = {")": expression(r"(?<!operator)\("), ">": expression(r"(?<!operator)<")}
# A struct of C++ is a class, and a type that C names may be any of them.
_FITTING = {
    "class": frozenset({"class", "struct", "union", "interface", "trait", "type"}),
    "struct": frozenset({"class", "struct", "union", "type"}),
    "enum": frozenset({"enum", "type"}),
    "function": frozenset({"function", "method"}),
    "method": frozenset({"function", "method"}),
    "constant": frozenset({"constant", "macro"}),
}


@cache
def fitting(kinds: Sequence[str] | frozenset[str]) -> frozenset[str]:
    """Return the kinds of symbols that people may mean by some kinds; all by what no symbol is, such as a field.

    >>> sorted(fitting(("enum", "macro")))
    ['enum', 'macro', 'type']
    """
    known = (_FITTING.get(kind, frozenset({kind})) if kind in NAMED else NAMED for kind in kinds)
    return frozenset().union(*known)


def declares_all_names(id_: str) -> bool:
    """Whether the names of a source in a language are those that it declares; a preprocessor makes further ones."""
    if id_ in WITH_MACROS:
        return False
    from doclint.source.read import reads

    return reads(id_)


class Definitions:
    """What a source in a language defines and imports, by name.

    `imported` has the first import of each name, `reserved` the words that can name nothing in the source: in a header,
    those of C++ as well. `has_macros` is true if the language has a preprocessor.

    >>> found = [Symbol("method", "run", "Basket.run", 1, public=True), Symbol("class", "Box", "Box", 4, public=True)]
    >>> names = Definitions(language("python"), found)
    >>> [[symbol.line for symbol in names.find(name)] for name in ("run", "Basket.run", "run()", "Box<T>", "walk")]
    [[1], [1], [1], [4], []]
    >>> names.defines("run", ("function",)), names.defines("run", ("class",))
    (True, False)
    """

    def __init__(self, of: Language | None, symbols: Iterable[Symbol]) -> None:
        self.language = of
        self.has_macros = of is not None and of.id in WITH_MACROS
        # A grammar may take a piece of `operator bool()` for a name.
        self.reserved = language("cpp").reserved if self.has_macros else of.reserved if of else frozenset()
        self.imported: dict[str, Symbol] = {}
        self._defined: dict[str, dict[str, Symbol]] = {}
        self._kinds: dict[str, set[str]] = {}
        self._nested: dict[str, str] = {}
        for symbol in symbols:
            if symbol.kind in _IMPORTS:
                self.imported.setdefault(symbol.name, symbol)
            else:
                self._add(symbol)

    def _add(self, symbol: Symbol) -> None:
        name, qualified = symbol.name, symbol.qualified
        for one in (name,) if name == qualified else (name, qualified):
            self._defined.setdefault(one, {}).setdefault(symbol.kind, symbol)
        self._kinds.setdefault(symbol.qualified, set()).add(symbol.kind)
        if symbol.kind == "namespace":
            for outer in symbol.qualified.split("::")[:-1]:
                self._nested.setdefault(outer, symbol.qualified)

    def find(self, name: str) -> list[Symbol]:
        """Return the first symbol of each kind with a name.

        The name may be qualified, and followed by arguments: `run`, `run()`, `Basket.run`, `Basket<T>`.
        """
        return list(self._by_kind(name).values())

    def _by_kind(self, name: str) -> dict[str, Symbol]:
        found = self._defined.get(name)
        opening = _OPENING.get(name[-1:]) if found is None else None
        if opening and (start := opening.search(name)):
            found = self._defined.get(name[: start.start()])
        return found or {}

    def defines(self, name: str, kinds: Sequence[str]) -> bool:
        """Whether a name is that of something that people may mean by one of some kinds."""
        return not fitting(kinds).isdisjoint(self._by_kind(name))

    def kinds_of(self, qualified: str) -> AbstractSet[str]:
        """Return the kinds of all symbols with a qualified name."""
        return self._kinds.get(qualified, frozenset())

    def nested_in(self, namespace: str) -> str | None:
        """Return the qualified name of the first namespace that the source opens together with an outer one."""
        return self._nested.get(namespace)
