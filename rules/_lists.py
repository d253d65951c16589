"""What the lists of a page should hold, by the source."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial

from doclint.code.symbols import Symbol
from doclint.formats.shapes import Imports, Symbols

from ._names import Names
from ._origins import is_headed

_EXPECTED = frozenset({"class", "enum", "function", "method", "struct"})
_DEEPEST = 50  # modules that lie in each other
_CALLABLE = frozenset({"function", "method"})
_LATER = frozenset({"co_await", "co_return", "co_yield", "concept", "requires"})  # words that C++ took in 2020
_SEPARATORS = (".", "::")
_INITIALISED = re.compile(rb"(?<!:)[:,]\s*(\w+)\s*[({]")
_CALLED = re.compile(rb"\b(\w+)\s*(?:<[^(){};]*>\s*)?\(")
_CONVERSION = re.compile(rb"\boperator\s*\Z")
_LONGEST = 500  # bytes of a line that are looked at


def expected(names: Names, kinds: Sequence[str], groups: Iterable[Symbols]) -> Sequence[str]:
    """The names, in the order of the source, that lists of some kinds have to hold.

    Those are the public ones that can be told apart by name: no helpers within functions, no operators and no
    constructors. Methods are expected where the lists have methods.
    """
    wanted = set(_EXPECTED.intersection(kinds))
    if "function" in wanted and any(_is_method(names, item["symbol"].text) for group in groups for item in group.items):
        wanted.add("method")
    return _expected(names, frozenset(wanted))


@lru_cache(maxsize=8)
def _expected(names: Names, kinds: frozenset[str]) -> Sequence[str]:
    """The names of some kinds; kept for the next page about the same source."""
    found = (symbol for symbol in names.symbols if symbol.kind in kinds and symbol.public)
    plain = (symbol for symbol in found if _is_plain(names, symbol))
    passages = names.source_file.passages if names.is_broken else None
    is_class = cache(partial(is_headed, passages)) if passages else None
    return list(dict.fromkeys(symbol.name for symbol in plain if not _is_inner(names, symbol, is_class)))


def listed(groups: Iterable[Symbols]) -> set[str]:
    """The names that are in some lists, also by the last part of a qualified one."""
    found: set[str] = set()
    for group in groups:
        for item in group.items:
            name = item["symbol"].text.removesuffix("()")
            found.add(name)
            found.update(name.rpartition(separator)[2] for separator in _SEPARATORS if separator in name)
    return found


def missing_imports(names: Names, listing: Imports) -> list[str]:
    """What the source imports or includes and a list has not: neither it nor where it comes from."""
    there = {item["module"].text.partition(" as ")[0].strip(" \"'<>") for item in listing.items}
    found = (symbol for symbol in names.symbols if symbol.kind in ("import", "include"))
    return list(dict.fromkeys(symbol.qualified for symbol in found if there.isdisjoint(_names_of(symbol))))


def _names_of(symbol: Symbol) -> set[str]:
    """An import by itself, and all that it lies in."""
    module = symbol.qualified
    return {symbol.name, module, *outer_modules(module)}


def outer_modules(module: str) -> Iterator[str]:
    """The modules that one lies in, the innermost first.

    >>> list(outer_modules(".a.b.c"))
    ['.a.b', '.a']
    """
    for _ in range(_DEEPEST):
        module = module.rpartition(".")[0]
        if not module.strip("."):
            return
        yield module


def _is_method(names: Names, name: str) -> bool:
    found = names.find(name)
    return bool(found) and all(symbol.kind == "method" for symbol in found)


def _is_plain(names: Names, symbol: Symbol) -> bool:
    """Whether a name is one for people; what a macro stands for may read like a function of its name."""
    may_be_macro = names.has_macros and symbol.kind in _CALLABLE and symbol.name.isupper()
    is_word = symbol.name in names.reserved or (names.has_macros and symbol.name in _LATER)
    is_name = symbol.name.isidentifier() and not is_word
    return is_name and not may_be_macro and not symbol.name.startswith("_") and not _is_piece(names, symbol)


def _is_piece(names: Names, symbol: Symbol) -> bool:
    """Whether a function is rather a piece of what a grammar could not read.

    So are those of `: first(1), second(2) {}`, the target of a conversion, `operator size_t()`, and what has no
    parameters.
    """
    if not names.has_macros or not names.is_broken or symbol.kind not in _CALLABLE:
        return False
    line, name = names.lines[symbol.line - 1][:_LONGEST], symbol.name.encode()
    calls = [match.start() for match in _CALLED.finditer(line) if match[1] == name]
    return name in _INITIALISED.findall(line) or all(_CONVERSION.search(line, 0, start) for start in calls)


def _is_inner(names: Names, symbol: Symbol, is_class: Callable[[str], bool] | None) -> bool:
    """Whether a symbol lies in a function, or is a constructor, maybe of a class that the grammar has missed."""
    outer = symbol.qualified.removesuffix(symbol.name).rstrip(".:#")
    # Constructors have the name of what they lie in.
    if symbol.kind in _CALLABLE and (outer.rpartition(":")[2] == symbol.name or (is_class and is_class(symbol.name))):
        return True
    around = names.kinds(outer)
    return bool(around) and around <= _CALLABLE
