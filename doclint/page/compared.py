"""Which source a page is compared with, and why it is compared with none."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from doclint.markdown.source import printable
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.symbols import PROVIDED, SETTINGS

if TYPE_CHECKING:
    from doclint.formats.documented.symbols import DocumentedSymbol
    from doclint.formats.schema.format import Kind
    from doclint.page.page import Page

_MOST = 300  # symbols of a page that are looked at
_OTHER_VERSION = Unknown("the page is about another version of the sources")
_NOT_NAMED = Unknown("the format names no source")
_FREE = Unknown("the format only recognizes such pages")
_NO_SYMBOLS = Unknown("pages of its kind document no symbols")
_NO_SYMBOL = Unknown("it documents no symbol")


class Uncompared(NamedTuple):
    """A page at `path` of a format that should be compared with a source and is not, `because` of this.

    It is `expected` if the format says so: it names no source, or pages of the kind state nothing that a source
    declares; or if the page is about another version of the sources.
    """

    path: str
    format: str
    because: str
    expected: bool = False


def uncompared(page: "Page") -> Uncompared | None:
    """Return why a page that has a format is compared with no source; None otherwise."""
    found = page.parsed.recognized
    if found is None or page.repository is None or not page.has_source:
        return None
    source = compared_with(page)
    if isinstance(source, Found) or (source is None and found.kind.is_about_folder):
        return None
    because = source or (_FREE if found.kind.free else _NO_SYMBOL if found.kind.documents else _NO_SYMBOLS)
    return Uncompared(
        printable(page.path),
        found.format.name,
        printable(because.because),
        source in (None, _OTHER_VERSION, _NOT_NAMED),
    )


def compared_with(page: "Page") -> Found[str] | Unknown | None:
    """Return the path of a source that a page is compared with; None if nothing on the page can be compared with one.

    A page without a format has none, and neither has one in a run without sources.
    """
    kind = page.kind
    if kind is None or kind.free or page.repository is None or not page.has_source:
        return None
    return _source_of_symbols(page, kind) if kind.documents else _file_of(page)


def _source_of_symbols(page: "Page", kind: "Kind") -> Found[str] | Unknown | None:
    """Return the first source that a symbol of a page is looked up in."""
    if not page.documented:
        return Unknown("its title names no symbol") if kind.defines else None
    if not (kind.names_source or kind.is_about_file or page.documented[0].kinds[0] in (*PROVIDED, "command")):
        return _NOT_NAMED
    from doclint.page.versions import is_of_other_version

    if is_of_other_version(page.path, page.repository):
        return _OTHER_VERSION
    because: Unknown | None = None
    for symbol in islice(_at_top(page), _MOST):
        found = _source_of(page, symbol)
        if isinstance(found, Found):
            return found
        because = because or found
    return because


def _file_of(page: "Page") -> Found[str] | Unknown | None:
    """Return the file that a page is about by its path, or the copy of it that a page has."""
    path = page.described_file
    if path is None:
        return None
    return Found(path) if page.source_file is not None else Unknown(f"there is no file `{path}`")


def _at_top(page: "Page") -> "Iterator[DocumentedSymbol]":
    """Yield the symbols that are looked for in a source itself, and not in another symbol; modules last, because only
    what they have is looked for.
    """
    every = [one for top in page.documented for one in top.walk() if one.scope is None or "command" in one.kinds]
    yield from sorted(every, key=lambda one: "module" in one.kinds)


def _source_of(page: "Page", symbol: "DocumentedSymbol") -> Found[str] | Unknown:
    from doclint.page.declared import declared, source_of_symbol
    from doclint.page.page_source import declarations_of

    assert page.repository is not None
    if symbol.kinds[0] in (*PROVIDED, *SETTINGS, "command"):
        found = declared(page, symbol)
        if isinstance(found, Missing):
            return Found(found.what.path)
        return Found(found.value.path) if isinstance(found, Found) else found
    source = source_of_symbol(page, symbol)
    if isinstance(source, Found) and declarations_of(page.repository, source.value, page.limits) is None:
        is_listed = bool(page.symbol_lists) and source.value == page.described_file
        return source if is_listed else Unknown(f"doclint does not read what `{source.value}` declares")
    return source
