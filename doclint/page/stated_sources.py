"""Which source a page says that a symbol at the top of a module is in: one, or one of several that together declare
what the page documents, as those of a package do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from posixpath import dirname

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.packages.crates import crate_of, may_declare, root_of
from doclint.packages.javascript_declarations import required
from doclint.packages.other_files import files_of_parts
from doclint.page.declaration_index import DeclarationIndices, fits
from doclint.page.page import Page
from doclint.page.page_source import (
    MOST_SOURCES,
    declarations_of,
    is_within_package,
    linked_source,
    possible_source,
    source_of,
)
from doclint.page.versions import is_of_other_version
from doclint.repository.paths import above, is_below
from doclint.repository.repository import Repository, remembered
from doclint.repository.words import MOST_FILES, files_by_word, files_of
from doclint.source.answer import Found, Unknown
from doclint.source.language import ECMASCRIPT, language_of_declarations

# What was built from other sources, or is of others, and tests.
_ASIDE = expression(
    r"(?:^|/)(?:\.[^/]*|bower_components|build|coverage|demos?|dist|e2e|examples?|node_modules|out|public|specs?|tests?|__tests__|umd|vendor)/"
    r"|_test\.go$|\.(?:bundle|min|spec|test)\.\w+$|\.d\.[cm]?ts$"
)
_LIB = expression(r"(^|/)lib/")
_MOST_NAMES = 2_000
_MOST_DECLARING = 20  # files that are read for one name
_FEW = 3  # names that tell what a page is about
_MOST_LINKED = 20  # sources of members in which the symbol around them is looked for


class JointSources:
    """The files that some paths lead to, those that come first in front, and which of them declares a name.

    `symbols` are those that the page has at its top. In JavaScript and TypeScript, comments and packages may declare
    some, too: a name that a file mentions is not known to be gone. Those of Rust are in the `crate` of the page.
    """

    def __init__(
        self, page: Page, repository: Repository, paths: tuple[str, ...], symbols: Sequence[DocumentedSymbol]
    ) -> None:
        self._indices = DeclarationIndices()
        is_rust = language_of_declarations(paths[0]) == "rust"
        modules = (one.name.text for one in page.documented if "module" in one.kinds)
        self._crate = next(modules, "") if is_rust else ""
        self._repository = repository
        self._packages = [one for one in above(page.path) if repository.is_file(f"{one}/package.json")]
        self._comments = language_of_declarations(paths[0]) in ECMASCRIPT
        self._paths = paths
        self._limits = page.limits
        self._documented = Counter(one.names[0] for one in symbols)
        self._names = {one.names[0]: one.kinds if len(one.names) == 1 else () for one in symbols}
        further = (one.names[-1] for top in symbols for members in top.members for one in members.symbols)
        self._every = [*self._names, *(further if page.has_jsdoc else ())]

    def declaring(self, name: str, linked: Sequence[str] = ()) -> Found[str] | Unknown:
        """Return the file that declares a name or, if none does, the one that declares most others.

        `linked` are the files in which the members of what has the name are, as the page says.
        """
        if doubt := self._doubt(name):
            return Unknown(doubt)
        if name in self._by_name:
            return self._by_name[name]
        if mentioned := self.mentioned_in(name):
            return Unknown(f"`{mentioned}` only mentions it")
        if len(self.files_with(name)) == _MOST_DECLARING:
            return Unknown("too many files have the name")
        usual = self._usual if self._has_most_names else Found(linked[0]) if linked and self._comments else None
        if usual is None and self._crate and (root := root_of(self._repository, self._crate)):
            usual = Found(root)
        return usual or Unknown(f"the files have few names of the page: `{self._files[0]}`")

    def _doubt(self, name: str) -> str:
        """Return why the file that declares a name is unknown; empty if one of the files does, or none."""
        if self._crate and not self._files:
            return f"the repository has no crate `{self._crate}`"
        if self.are_too_many:
            return f"there are more than {MOST_FILES:,} files like `{self._paths[0]}`"
        if not self._files:
            return f"there is no file `{self._paths[0]}`"
        if len(self._names) > _MOST_NAMES:
            return "the page documents too many names"
        if self._crate and self._documented[name] > 1:
            return "several modules of the page have it"
        is_made = self._crate and name not in self._by_name and may_declare(self._repository, self._crate, name)
        return f"a macro of `{self._crate}` may declare it" if is_made else ""

    @cached_property
    def are_too_many(self) -> bool:
        """Whether there are so many files that their words are not known."""
        return len(files_of(self._repository, self._paths)) > MOST_FILES

    @cached_property
    def _files(self) -> Sequence[str]:
        files = _own_files(self._repository, self._paths)
        return [one for one in files if self._is_of_crate(one)] if self._crate else files

    def _is_of_crate(self, path: str) -> bool:
        return not self._crate or crate_of(self._repository, path) == self._crate

    @cached_property
    def _by_name(self) -> dict[str, Found[str] | Unknown]:
        """The file that declares each name; of several, one in the package of the page with most names."""
        declaring = {name: self._declaring(name) for name in sorted(self._names) if name != "default"}
        # A package of Go is all files of a folder.
        place = dirname if self._paths[0].endswith(".go") else str
        counts = Counter(place(path) for paths in declaring.values() for path in paths)
        found: dict[str, Found[str] | Unknown] = {}
        for name, paths in declaring.items():
            most = max((counts[place(path)] for path in paths), default=0)
            best = [path for path in paths if counts[place(path)] == most]
            near = ([path for path in best if is_below(path, one)] for one in self._packages)
            best = next(filter(None, near), best)
            # What Babel makes of `src/` is in `lib/`.
            best = [path for path in best if _LIB.sub(r"\1src/", path, count=1) not in best or not _LIB.search(path)]
            if len(best) > 1 and set(best) <= set(files_of_parts(self._repository, best[0], name)):
                best = best[:1]
            if best:
                found[name] = Found(best[0]) if len(best) == 1 else Unknown(f"`{best[0]}` and `{best[1]}` declare it")
        return found

    @cached_property
    def _has_most_names(self) -> bool:
        """Whether the files have half of the names of the page, or of those with members.

        They declare these or, where comments count, mention them.
        """
        known = {one for one in self._every if one in self._by_name or self.mentioned_in(one) is not None}
        is_about = len(known) >= _FEW and len(known) * 2 >= len(set(self._every))
        return is_about or sum(one in known for one in self._names) * 2 >= len(self._names)

    @cached_property
    def _usual(self) -> Found[str] | None:
        """The file that declares most of the names or, if none declares any, that has most of them."""
        found = Counter(one.value for one in self._by_name.values() if isinstance(one, Found)).most_common(1)
        if not found and self._comments:
            found = Counter(path for name in self._every for path in self._mentioning(name)).most_common(1)
        return Found(found[0][0]) if found else None

    def _declaring(self, name: str) -> list[str]:
        """Return the files that declare a name as what the page says it is; those that export it, if any do."""
        found: dict[bool, list[str]] = {True: [], False: []}
        others: list[str] = []
        for path in islice(self._mentioning(name), _MOST_DECLARING):
            source = declarations_of(self._repository, path, self._limits)
            index = self._indices.of(source.found if source else ())
            # A file may only take a name from another one: `const { Basket } = require("./basket")` has no value.
            own = (one for one in index.by_name.get(name, ()) if required(one) is None)
            named = [one for one in own if one.kind != "constant" or one.value is not None]
            inner = index.of_namespaces.get(name, ()) if self._crate else ()
            named += [one for outer, one in inner if not any(each.is_conditional for each in outer)]
            fitting = [one for one in named if fits(one, self._names[name])]
            if fitting:
                found[any(one.is_public for one in fitting)].append(path)
            elif named:
                others.append(path)
        best = [*found[True], *found[False]] if self._crate else found[True] or found[False]
        # A type of Rust or C# has its name alone, whatever a page calls it.
        return best or (others if self._crate or self._paths[0].endswith(".cs") else [])

    def files_with(self, name: str) -> list[str]:
        """Return the files that have a name, but for tests and what was built; none if there are too many files."""
        return list(islice(self._mentioning(name), _MOST_DECLARING))

    def mentioned_in(self, name: str) -> str | None:
        """Return a file that has a name, be it of a test, where that may mean that the name is declared."""
        return next(self._having(name), None) if self._comments else None

    def _mentioning(self, name: str) -> Iterator[str]:
        return (path for path in self._having(name) if not _ASIDE.search(path) and self._is_of_crate(path))

    def _having(self, name: str) -> Iterator[str]:
        files = files_of(self._repository, self._paths)
        return (files[index] for index in files_by_word(self._repository, self._paths).get(name.encode(), ()))


@remembered
def _own_files(repository: Repository, patterns: tuple[str, ...]) -> Sequence[str]:
    return [path for path in files_of(repository, patterns) if not _ASIDE.search(path)]


def _stated_path(symbol: DocumentedSymbol) -> str:
    """Return the path that a page states for a symbol, after a slash; empty if it states none."""
    path = symbol.says("source.path")
    return f"/{path.text}" if path else ""


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
        if is_of_other_version(self._page.path, self._repository):
            return Unknown("the page is about another version")
        if (stated := symbol.says("source.link") or symbol.says("source.path")) and "node_modules/" in stated.text:
            return Unknown("the page says that a package declares it")
        linked = linked_source(self._page.path, symbol, self._repository)
        by_members = [] if linked else self._linked_by_members(symbol)
        linked = linked or next((path for path in by_members if self._declares(path, symbol)), None)
        if linked is None:
            # What the page says of the symbol itself counts more, even if the source is not in the repository.
            return self._by_paths(symbol, by_members if stated is None else ())
        if symbol.files and linked.endswith(".py") and not self._declares(linked, symbol):
            # The link of a decorated function may lead to what the decorator returns.
            found = self._by_paths(symbol)
            if isinstance(found, Found) and self._declares(found.value, symbol):
                return found
        return Found(linked)

    def files_with(self, symbol: DocumentedSymbol) -> list[str]:
        """Return the files that have the name of a symbol, of those that together may be the source of the page."""
        is_other = is_of_other_version(self._page.path, self._repository)
        return [] if is_other else self._joint(symbol.files).files_with(symbol.names[-1])

    def is_mentioned(self, symbol: DocumentedSymbol) -> bool:
        """Whether a file may have the name of a symbol, of those that may be the source of the page, tests included."""
        joint = self._joint(symbol.files)
        return joint.are_too_many or joint.mentioned_in(symbol.names[-1]) is not None

    def _by_paths(self, symbol: DocumentedSymbol, linked: Sequence[str] = ()) -> Found[str] | Unknown:
        kind = self._page.kind
        if kind is not None and kind.together and symbol.files:
            found = self._joint(symbol.files).declaring(symbol.names[0], linked)
            every = (symbol, *(one for members in symbol.members for one in members.symbols))
            stated = [*filter(None, map(_stated_path, every))]
            if isinstance(found, Unknown) or not stated:
                return found
            if any(one.endswith(f"/{found.value}") or f"/{found.value}".endswith(one) for one in stated):
                return found
            is_only = sum(self._declares(path, symbol) for path in self.files_with(symbol)) == 1
            if is_only and self._may_have_moved(symbol, found.value, stated):
                return found
            return Unknown("the page says that another file declares it")
        if symbol.files not in self._known:
            self._known[symbol.files] = self._choice(symbol)
        return self._known[symbol.files]

    def _may_have_moved(self, symbol: DocumentedSymbol, path: str, stated: Sequence[str]) -> bool:
        """Whether a file has most of what the page says is in another one, and its symbol most of the members."""
        beside = [one for one in self._at_top.get(symbol.files, ()) if _stated_path(one) in stated][:_MOST_LINKED]
        source = declarations_of(self._repository, path, self._page.limits)
        own = self._indices.of(source.found).by_name.get(symbol.names[0], ()) if source else ()
        names = {member.name for one in own for member in one.members}
        there = [self._declares(path, one) for one in beside]
        there += (one.names[-1] in names for members in symbol.members for one in members.symbols if _stated_path(one))
        return 2 * sum(there) >= len(there)

    def _declares(self, path: str, symbol: DocumentedSymbol) -> bool:
        source = declarations_of(self._repository, path, self._page.limits)
        index = self._indices.of(source.found if source else ())
        return symbol.names[0] in index.by_name or symbol.names[0] in index.of_namespaces

    def _joint(self, paths: tuple[str, ...]) -> JointSources:
        if paths not in self._together:
            symbols = self._at_top.get(paths, ())
            self._together[paths] = JointSources(self._page, self._repository, paths, symbols)
        return self._together[paths]

    def _linked_by_members(self, symbol: DocumentedSymbol) -> list[str]:
        """Return the sources that the members of a symbol link: pages may say only of members where they are, and those
        from a base class are elsewhere.
        """
        members = (one for members in symbol.members for one in members.symbols)
        linked = (linked_source(self._page.path, one, self._repository) for one in members)
        return list(islice(dict.fromkeys(filter(None, linked)), _MOST_LINKED))

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
            is_other = is_within_package(page.parsed, paths, path, self._repository)
            return Unknown(f"`{path}` is in a package, which the module is not in") if is_other else Found(path)
        files = possible_source(self._repository, paths).files
        if 1 < len(files) <= _MOST_LINKED and len({self._repository.page(one) for one in files}) == 1:
            return Found(files[0])  # all are copies
        several = len(files) > 1
        # The shortest path is the one from the root, and not from the folder of the page.
        return Unknown(f"{'several files may be' if several else 'there is no file'} `{min(paths, key=len)}`")

    @cached_property
    def _at_top(self) -> Mapping[tuple[str, ...], list[DocumentedSymbol]]:
        """The symbols at the top of modules, by the paths of their source."""
        every = (one for top in self._page.documented for one in top.walk())
        return by_key((one.files, one) for one in every if one.scope is None and "module" not in one.kinds)

    @cached_property
    def _sought(self) -> frozenset[tuple[str, ...]]:
        """The paths that are looked for: those of the symbols that the page has first."""
        return frozenset(islice(self._at_top, MOST_SOURCES))
