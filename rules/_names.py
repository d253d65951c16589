"""What a source calls by which names."""

import re
from collections.abc import Iterable
from functools import cached_property

from doclint.evidence import Evidence
from doclint.languages import language as language_named
from doclint.symbols import Symbol

_ARGUMENTS = re.compile(r"(?<!operator)(?:\(.*\)|<.*>)$")
WITH_MACROS = frozenset({"c", "cpp", "cuda", "header"})
_PARAMETERS = re.compile(rb"\(")
_MANY = 200  # places of a name that are looked at
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
        self.evidence = evidence
        self.symbols = evidence.symbols.found if evidence.symbols else ()
        self.is_broken = evidence.symbols is not None and evidence.symbols.is_broken
        language = evidence.language
        self.has_macros = language is not None and language.id in WITH_MACROS
        # In a header, a piece of `operator bool()` is no name either.
        self.reserved = (
            language_named("cpp").reserved if self.has_macros else language.reserved if language else frozenset()
        )
        self.defined: dict[str, list[Symbol]] = {}
        self.imported: dict[str, Symbol] = {}
        for symbol in self.symbols:
            if symbol.kind in _IMPORTS:
                self.imported.setdefault(symbol.name, symbol)
            else:
                for name in {symbol.name, symbol.qualified}:
                    self.defined.setdefault(name, []).append(symbol)

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the source."""
        return self.evidence.data.split(b"\n")

    def find(self, name: str) -> list[Symbol]:
        """The definitions of a name as a page writes it: `run`, `run()`, `Basket.run`, `Basket<T>`."""
        found = self.defined.get(name)
        if found is None and name[-1:] in (")", ">"):
            found = self.defined.get(_ARGUMENTS.sub("", name))
        return found or []

    def takes_arguments(self, macro: Symbol) -> bool:
        """Whether a macro is one with parameters."""
        return any(
            _PARAMETERS.match(self.evidence.data, start + len(macro.name.encode()))
            for start in self.evidence.vocabulary.starts(macro.name)[:_MANY]
        )

    def longer(self, namespace: str) -> str | None:
        """The first namespace that lies in one which the source does not open by itself."""
        for symbol in self.symbols:
            if symbol.kind == "namespace" and namespace in symbol.qualified.split("::")[:-1]:
                return symbol.qualified
        return None


def fitting(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds of symbols that a page can mean by some kinds."""
    return frozenset().union(*(_FITTING.get(kind, frozenset({kind})) for kind in kinds))


def with_article(kind: str) -> str:
    """The name of one symbol of a kind.

    >>> with_article("enum"), with_article("struct")
    ('an enum', 'a struct')
    """
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def plural(kind: str) -> str:
    """The name of several things of a kind.

    >>> plural("class"), plural("function"), plural("entry")
    ('classes', 'functions', 'entries')
    """
    return f"{kind}es" if kind.endswith("s") else f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
