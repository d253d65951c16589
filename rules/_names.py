"""What a source calls by which names."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache

from doclint.code.languages import language as language_named
from doclint.code.symbols import Symbol
from doclint.page.source_file import SourceFile

_OPENING = {")": re.compile(r"(?<!operator)\("), ">": re.compile(r"(?<!operator)<")}
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

    def __init__(self, source_file: SourceFile) -> None:
        self.source_file = source_file
        self.symbols = source_file.symbols.found if source_file.symbols else ()
        self.is_broken = source_file.symbols is not None and source_file.symbols.is_broken
        language = source_file.language
        self.has_macros = language is not None and language.id in WITH_MACROS
        # In a header, a piece of `operator bool()` is no name either.
        self.reserved = (
            language_named("cpp").reserved if self.has_macros else language.reserved if language else frozenset()
        )
        self._defined: dict[str, dict[str, Symbol]] = {}
        self._kinds: dict[str, set[str]] = {}
        self._spaces: dict[str, str] = {}
        self.imported: dict[str, Symbol] = {}
        for symbol in self.symbols:
            if symbol.kind in _IMPORTS:
                self.imported.setdefault(symbol.name, symbol)
            else:
                for name in {symbol.name, symbol.qualified}:
                    self._defined.setdefault(name, {}).setdefault(symbol.kind, symbol)
                self._kinds.setdefault(symbol.qualified, set()).add(symbol.kind)
                if symbol.kind == "namespace":
                    for outer in symbol.qualified.split("::")[:-1]:
                        self._spaces.setdefault(outer, symbol.qualified)

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the source."""
        return self.source_file.data.split(b"\n")

    def find(self, name: str) -> list[Symbol]:
        """What a name, as a page writes it, is defined as: `run`, `run()`, `Basket.run`, `Basket<T>`; of each kind the
        first one.
        """
        found = self._defined.get(name)
        opening = _OPENING.get(name[-1:]) if found is None else None
        if opening and (start := opening.search(name)):
            found = self._defined.get(name[: start.start()])
        return list(found.values()) if found else []

    def kinds(self, qualified: str) -> AbstractSet[str]:
        """What things have a qualified name."""
        return self._kinds.get(qualified, frozenset())

    def takes_arguments(self, macro: Symbol) -> bool:
        """Whether a macro is one with parameters."""
        return any(
            _PARAMETERS.match(self.source_file.data, start + len(macro.name.encode()))
            for start in self.source_file.vocabulary.starts(macro.name)[:_MANY]
        )

    def longer(self, namespace: str) -> str | None:
        """The first namespace that lies in one which the source does not open by itself."""
        return self._spaces.get(namespace)


@lru_cache(maxsize=2)
def names_of(source_file: SourceFile) -> Names:
    """The names of a source; kept for the next rule."""
    return Names(source_file)


@cache
def fitting(kinds: Sequence[str] | frozenset[str]) -> frozenset[str]:
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
