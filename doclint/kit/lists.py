"""What the lists of symbols on a page should have, according to the source."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from doclint.errors.expressions import expression
from doclint.formats.reading.shapes import Imports, Item, Listing, Symbols
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.claims import RelatedLines
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.violation import lines_of
from doclint.source.symbols import Symbol

_EXPECTED = frozenset({"class", "enum", "function", "method", "struct"})
_CALLABLE = frozenset({"function", "method"})
_LATER = frozenset({"co_await", "co_return", "co_yield", "concept", "requires"})  # words that C++ reserves since 2020
_SEPARATORS = (".", "::")
_INITIALISED = expression(rb"(?<!:)[:,]\s*(\w+)\s*[({]")
_CALLED = expression(rb"\b(\w+)\s*(?:<[^(){};]*>\s*)?\(")
_CONVERSION = expression(rb"\boperator\s*\Z")
_LONGEST = 500  # bytes of a line that are looked at
_MARKER = expression(r"(?:[-+*]|\d{1,9}[.)])[ \t]")


def expected_symbols(source: SourceFile, kinds: Sequence[str], groups: Iterable[Symbols]) -> dict[str, Symbol]:
    """Return the symbols that lists of some kinds must name, in the order of the source.

    These are the public names, without helpers in functions, operators and constructors. Methods are expected if the
    lists have any.
    """
    wanted = set(_EXPECTED.intersection(kinds))
    items = chain.from_iterable(group.items for group in groups) if "function" in wanted else ()
    if any(_is_method(source, item["symbol"].text) for item in items):
        wanted.add("method")
    return by_name([symbol for symbol in source.remembered(_public) if symbol.kind in wanted])


def by_name(symbols: Iterable[Symbol]) -> dict[str, Symbol]:
    """Return the first symbol of each name."""
    found: dict[str, Symbol] = {}
    for symbol in symbols:
        found.setdefault(symbol.name, symbol)
    return found


def lines_of_symbols(source: SourceFile, symbols: Iterable[Symbol]) -> Iterator[RelatedLines]:
    """Yield the lines of a source, as related lines, that define or import some symbols."""
    for symbol in symbols:
        yield from lines_of(source, symbol.line)


def listed_symbols(groups: Iterable[Symbols]) -> set[str]:
    """Return the names in some lists, and the last parts of those that are qualified."""
    found: set[str] = set()
    for group in groups:
        for item in group.items:
            name = item["symbol"].text.removesuffix("()")
            found.add(name)
            found.update(name.rpartition(separator)[2] for separator in _SEPARATORS if separator in name)
    return found


def missing_imports(source: SourceFile, listing: Imports) -> dict[str, Symbol]:
    """Return the imports of the source, by qualified name, whose names and origins are both absent from a list."""
    return source.imports.besides({item["module"].text.partition(" as ")[0].strip(" \"'<>") for item in listing.items})


def _is_method(source: SourceFile, name: str) -> bool:
    found = source.definitions.find(name)
    return bool(found) and all(symbol.kind == "method" for symbol in found)


def _public(source: SourceFile) -> list[Symbol]:
    """Return the public symbols of a source that a page has to list."""
    symbols = source.symbols
    if symbols is None:
        return []
    is_piece = partial(_is_piece, source, source.data.split(b"\n")) if symbols.is_broken else None
    found = [symbol for symbol in symbols.found if symbol.public and symbol.kind in _EXPECTED]
    plain = [symbol for symbol in found if _is_plain(source, symbol) and not (is_piece and is_piece(symbol))]
    is_class = source.declares_scope if symbols.is_broken else None
    return [symbol for symbol in plain if not _is_inner(source, symbol, is_class)]


def _is_plain(source: SourceFile, symbol: Symbol) -> bool:
    """Whether a name is one for people; a call of a macro in capitals may read like a function."""
    names, name = source.definitions, symbol.name
    may_be_macro = names.has_macros and symbol.kind in _CALLABLE and name.isupper()
    is_word = name in names.reserved or (names.has_macros and name in _LATER)
    return name.isidentifier() and not is_word and not may_be_macro and not name.startswith("_")


def _is_piece(source: SourceFile, lines: Sequence[bytes], symbol: Symbol) -> bool:
    """Whether a function is rather a piece of what the grammar cannot read.

    Pieces are those of `: first(1), second(2) {}`, the target of a conversion, `operator size_t()`, and anything
    without parameters.
    """
    if not source.definitions.has_macros or symbol.kind not in _CALLABLE:
        return False
    line, name = lines[symbol.line - 1][:_LONGEST], symbol.name.encode()
    calls = [match.start() for match in _CALLED.finditer(line) if match[1] == name]
    return name in _INITIALISED.findall(line) or all(_CONVERSION.search(line, 0, start) for start in calls)


def _is_inner(source: SourceFile, symbol: Symbol, is_class: Callable[[str], bool] | None) -> bool:
    """Whether a symbol is in a function, or is a constructor, maybe of a class that the grammar has missed."""
    outer = symbol.qualified.removesuffix(symbol.name).rstrip(".:#")
    if symbol.kind in _CALLABLE and (outer.rpartition(":")[2] == symbol.name or (is_class and is_class(symbol.name))):
        return True
    around = source.definitions.kinds_of(outer)
    return bool(around) and around <= _CALLABLE


def removal(page: Page, listing: Listing, item: Item, wrong: int) -> Fix | None:
    """Return the fix that deletes one of the wrong entries of a list; None if no other entry would be left."""
    return without_entries(page, [item.span]) if wrong < len(listing.items) else None


def without_entries(page: Page, entries: Iterable[Span]) -> Fix | None:
    """Return the fix that deletes list items, each with the line it fills; None if one does not fill a line."""
    edits = [_deletion(page, entry) for entry in entries]
    return Fix(tuple(edit for edit in edits if edit), safe=False) if edits and None not in edits else None


def _deletion(page: Page, entry: Span) -> Edit | None:
    text = page.source.text
    start, end = page.source.line_at(entry.start)
    if entry.end > end or end == len(text) or not _MARKER.match(text, entry.start):
        return None
    if text[start : entry.start].strip() or text[entry.end : end].strip():
        return None
    return Edit(Span(start, end + 1 + text.startswith("\r\n", end)), "")
