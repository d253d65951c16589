"""Which source a page says that a symbol at the top of a module is in."""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice

from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.page.declaration_index import DeclarationIndices
from doclint.page.joint_sources import JointSources
from doclint.page.page import Page
from doclint.page.page_source import (
    MOST_SOURCES,
    declarations_of,
    is_of_other_version,
    linked_source,
    possible_source,
    source_of,
)
from doclint.repository.repository import Repository
from doclint.source.answer import Found, Unknown

_MOST_LINKED = 20  # sources of members in which the symbol around them is looked for


class StatedSources:
    """The sources of the symbols of one page, each list of possible paths looked up once."""

    def __init__(self, page: Page, repository: Repository, indices: DeclarationIndices) -> None:
        self._page = page
        self._repository = repository
        self._indices = indices
        self._known: dict[tuple[str, ...], Found[str] | Unknown] = {}
        self._together: dict[tuple[str, ...], JointSources] = {}

    def of(self, symbol: DocumentedSymbol) -> Found[str] | Unknown:
        """Return the path of the source of a symbol at the top of a module."""
        if is_of_other_version(self._page.path):
            return Unknown("the page is about another version")
        linked = linked_source(self._page.path, symbol, self._repository) or self._linked_by_members(symbol)
        if linked is not None:
            return Found(linked)
        kind = self._page.kind
        if kind is not None and kind.together and symbol.files:
            return self._joint(symbol.files).declaring(symbol.names[0])
        if symbol.files not in self._known:
            self._known[symbol.files] = self._choice(symbol)
        return self._known[symbol.files]

    def _joint(self, paths: tuple[str, ...]) -> JointSources:
        if paths not in self._together:
            names = (one.names[0] for one in self._at_top.get(paths, ()))
            is_commented = self._page.format is not None and self._page.format.docstrings == "jsdoc"
            self._together[paths] = JointSources(
                self._repository, paths, names, self._page.limits, comments=is_commented
            )
        return self._together[paths]

    def _linked_by_members(self, symbol: DocumentedSymbol) -> str | None:
        """Return the source that a member of a symbol links, if it declares the symbol: pages may say only of members
        where they are, and those from a base class are elsewhere.
        """
        members = (one for members in symbol.members for one in members.symbols)
        linked = (linked_source(self._page.path, one, self._repository) for one in members)
        for path in islice(dict.fromkeys(filter(None, linked)), _MOST_LINKED):
            source = declarations_of(self._repository, path, self._page.limits)
            if source is not None and symbol.names[0] in self._indices.of(source.found).by_name:
                return path
        return None

    def _choice(self, symbol: DocumentedSymbol) -> Found[str] | Unknown:
        page, paths = self._page, symbol.files
        if not paths:
            return Unknown("the page names no source")
        if len(self._at_top) > MOST_SOURCES and paths not in self._sought:
            return Unknown("the page names too many sources")
        if page.described_file and paths == (page.described_file,):
            return Found(page.described_file)
        path = source_of(paths, self._at_top.get(paths, ()), self._repository, page.limits)
        if path is not None:
            return Found(path)
        several = len(possible_source(self._repository, paths).files) > 1
        # The shortest path is the one from the root, and not from the folder of the page.
        return Unknown(f"{'several files may be' if several else 'there is no file'} `{min(paths, key=len)}`")

    @cached_property
    def _at_top(self) -> Mapping[tuple[str, ...], list[DocumentedSymbol]]:
        """The symbols at the top of modules, by the paths of their source."""
        found: dict[tuple[str, ...], list[DocumentedSymbol]] = {}
        for symbol in (one for top in self._page.documented for one in top.walk()):
            if symbol.scope is None and "module" not in symbol.kinds:
                found.setdefault(symbol.files, []).append(symbol)
        return found

    @cached_property
    def _sought(self) -> frozenset[tuple[str, ...]]:
        """The paths that are looked for: those of the symbols that the page has first."""
        return frozenset(islice(self._at_top, MOST_SOURCES))
