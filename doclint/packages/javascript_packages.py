"""The packages of JavaScript that a repository offers to whoever imports them, and what they export."""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from functools import partial
from itertools import islice
from posixpath import basename, dirname, join, split

from msgspec import Struct

from doclint.errors.wording import misspelled_word
from doclint.packages.answers import MissingName, NameAnswer, Resolved
from doclint.packages.javascript_manifests import Manifest, json_at, manifests
from doclint.packages.javascript_sources import resolved, sources_of
from doclint.repository.globs import files_matching
from doclint.repository.paths import is_below
from doclint.repository.repository import Remembering, Repository, remembered
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.api_report import typescript_of
from doclint.source.language import is_api_report
from doclint.source.languages.javascript_exports import javascript_exports
from doclint.source.languages.javascript_scope import Export, ModuleExports
from doclint.source.model import Declaration

_MOST_MODULES = 5_000  # that one entry point exports from
_MOST_ELSEWHERE = 50  # namespaces, and other entry points, in which a missing name is looked for
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
_JAVASCRIPT = (".js", ".mjs", ".cjs", ".jsx")
_MOST_SOURCES = 3_000


class Offer(Struct, frozen=True):
    """What can be imported from an entry point of a package: names with the files that export them.

    `path` is the first of its sources. `because` says why there may be further names, and is empty if there are none.
    """

    names: Mapping[str, tuple[str, Export]]
    path: str
    because: str


def javascript_packages(repository: Repository) -> "JavascriptPackages":
    """Return the packages of a repository; they are looked up once."""
    return repository.remembered(JavascriptPackages)


class JavascriptPackages(Remembering):
    """The packages of JavaScript in a repository. `names` are those by which they are imported."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self._manifests = manifests(repository)
        self.names = frozenset(self._manifests)

    def has(self, specifier: str) -> bool:
        """Whether an import of a module is one of a package of the repository."""
        return self._package_of(specifier) is not None

    def imported(self, specifier: str, name: str) -> NameAnswer:
        """Return what `import { name } from "specifier"` gives; `default` is the name of the default export."""
        package = self._package_of(specifier)
        if package is None:
            return Unknown(f"`{specifier}` is not a package of this repository")
        offer = self._offer(specifier)
        if name in offer.names:
            path, export = offer.names[name]
            return Found(Resolved(specifier, path, Declaration("variable", name, *(export.line,) * 3)))
        if offer.because:
            return self._missing_subpath(package, specifier, name) or Unknown(offer.because)
        if name == "default" and not package.is_pure:
            return Unknown("a module of CommonJS can be imported as a whole")
        if name in names_added(self._repository):
            return Unknown(f"a source declares that a module has `{name}`")
        elsewhere = tuple(self._elsewhere(package, specifier, name))
        suggestion = "" if elsewhere else misspelled_word(name, offer.names) or ""
        return Missing(MissingName(name, Resolved(specifier, offer.path, None), suggestion, elsewhere))

    def _missing_subpath(self, package: Manifest, specifier: str, name: str) -> Missing[MissingName] | None:
        """Return that a package certainly has no subpath of a specifier, as a missing name that is empty."""
        subpath = specifier[len(package.name) + 1 :]
        if not subpath or package.may_have(f"./{subpath}"):
            return None
        if sources_of(self._repository, package, subpath, is_main=False):  # which older resolution finds
            return None
        manifest = Resolved(specifier, join(package.folder, "package.json"), None)
        elsewhere = tuple(self._elsewhere(package, specifier, name)) if name not in ("default", "*") else ()
        folder, last = split(specifier)
        beside = [basename(one) for one in package.subpaths() if dirname(one) == folder]
        near = None if elsewhere else misspelled_word(last, beside)
        return Missing(MissingName("", manifest, join(folder, near) if near else "", elsewhere))

    def follows_from(self, name: str, paths: AbstractSet[str]) -> bool:
        """Whether what a package offers may follow from any of some files, which may be gone: those in its folder, and
        those that its entry points export from elsewhere.
        """
        package = self._manifests[name]
        if any(is_below(path, package.folder) for path in paths):
            return True
        with self._repository.recording() as asked:
            for specifier in package.subpaths():
                self._offer(specifier)
        return any(not paths.isdisjoint(one.entries.keys() | one.contents) for one in (asked, *asked.all_parts()))

    def _package_of(self, specifier: str) -> Manifest | None:
        parts = specifier.split("/")
        return self._manifests.get("/".join(parts[: 2 if specifier[:1] == "@" else 1]))

    @remembered
    def _offer(self, specifier: str) -> Offer:
        sources, because = self._entries(specifier)
        return Offer({}, "", because) if because else self._united(sources)

    @remembered
    def _united(self, sources: tuple[str, ...]) -> Offer:
        return _follow(self._repository, self, sources)

    def _entries(self, specifier: str) -> tuple[tuple[str, ...], str]:
        """Return the sources of an entry point under all conditions, or why they are not known."""
        package = self._package_of(specifier)
        if package is None:
            return (), f"`{specifier}` is not in this repository"
        subpath = "." + specifier[len(package.name) :]
        targets = package.targets(subpath)
        if not targets and not package.has_subpaths:
            targets = self._without_list(package, subpath[2:])
        found: dict[str, None] = {}
        for target in targets:
            sources = sources_of(self._repository, package, target, is_main=subpath == ".")
            if not sources:
                return (), f"`{target}` of `{package.name}` has no source here"
            found.update(dict.fromkeys(sources))
        return tuple(found), "" if found else f"`{package.name}` has no `{subpath}`"

    def _without_list(self, package: Manifest, subpath: str) -> tuple[str, ...]:
        """Return what a subpath leads to if the package does not list its subpaths: a module, or a folder."""
        data = json_at(self._repository, join(package.folder, subpath, "package.json"))
        inner = Manifest(package.name, join(package.folder, subpath), data).targets(".") if data else ()
        return tuple(join(subpath, target) for target in inner) or (subpath,)

    @remembered
    def renamed(self) -> Mapping[str, AbstractSet[str]]:
        """Return the names by which the packages export what has other names (`export { Tree as Plant }`), with these.

        They are looked up once.
        """
        found: dict[str, set[str]] = {}
        for name, export in self._exports():
            if export.origin not in ("", "*", name):
                found.setdefault(name, set()).add(export.origin)
        return found

    @remembered
    def types(self) -> AbstractSet[str]:
        """Return the names that the packages export as types alone (`export type { Tree }`)."""
        return {name for name, export in self._exports() if export.is_type}

    def _exports(self) -> Iterator[tuple[str, Export]]:
        for specifier in (one for name in sorted(self.names) for one in self._manifests[name].subpaths()):
            yield from ((name, export) for name, (_, export) in self._offer(specifier).names.items())

    def names_from(self, path: str) -> AbstractSet[str]:
        """Return the names that the module at a path is known to export."""
        return self._united((path,)).names.keys()

    def follow(self, module: str, specifier: str) -> tuple[str, ...]:
        """Return the files that a specifier means in the module at a path; none if they are not known."""
        if specifier.startswith("."):
            return resolved(self._repository, module, specifier)
        return self._entries(specifier)[0]

    def _elsewhere(self, package: Manifest, specifier: str, name: str) -> Iterator[str]:
        """Yield where a package has a name that an entry point does not export, as it is written: `fruit.trees`."""
        names = self._offer(specifier).names
        spaces = ((one, path, export.module) for one, (path, export) in names.items() if export.origin == "*")
        for space, path, module in islice(spaces, _MOST_ELSEWHERE):
            if name in self._united(self.follow(path, module)).names:
                yield f"{specifier}.{space}"
        others = [*package.subpaths(), *(one for one in sorted(self.names) if _scope(one) == _scope(package.name))]
        for other in dict.fromkeys(others[:_MOST_ELSEWHERE]):
            if other != specifier and name in self._offer(other).names:
                yield other


def _scope(name: str) -> str:
    """Return the scope of a package: `@fruit` of `@fruit/orchard`."""
    return name.rpartition("/")[0]


def _follow(repository: Repository, packages: JavascriptPackages, sources: tuple[str, ...]) -> Offer:
    """Read some modules and, once each, those whose names they export again."""
    names: dict[str, tuple[str, Export]] = {}
    because = ""
    seen = dict.fromkeys(sources, True)
    waiting = list(seen)
    while waiting:
        path = waiting.pop()
        found = exports_at(repository, path)
        for export in found.names:
            if seen[path] or export.name != "default":
                names.setdefault(export.name, (path, export))
        because = because or (found.is_open and f"`{path}`: {found.is_open}")
        for specifier in found.stars:
            targets = packages.follow(path, specifier)
            if not targets or len(seen) > _MOST_MODULES:
                because = because or f"`{path}` exports all of `{specifier}`, which is not known here"
            new = [one for one in targets if one not in seen]
            seen.update(dict.fromkeys(new, False))
            waiting += new
    return Offer(names, sources[0] if sources else "", because)


@remembered
def exports_at(repository: Repository, path: str) -> ModuleExports:
    """Return what the module at a path exports, with what it adds to other modules."""
    data = code_at(repository, path)
    if data is None:
        return ModuleExports(is_open="it cannot be read")
    id_ = language_at(path)
    is_declaration = path.endswith(_DECLARATIONS)
    find = partial(javascript_exports, data, id_, is_declaration=is_declaration)
    found = repository.memo.of(data, ("javascript exports", id_, is_declaration), dict[str, ModuleExports], find)
    return _with_declared(found)


def code_at(repository: Repository, path: str) -> bytes | None:
    """Return the text of a module, which may be in an API report; None if it cannot be read."""
    data = repository.page(path)
    return typescript_of(data) if data is not None and is_api_report(path) else data


def language_at(path: str) -> str:
    """Return the id of the language of a module, given its path."""
    return "javascript" if path.endswith(_JAVASCRIPT) else "tsx" if path.endswith(".tsx") else "typescript"


def _with_declared(found: Mapping[str, ModuleExports]) -> ModuleExports:
    """Return what a module exports together with what it adds to others, which may be modules of the same package."""
    own = found[""]
    added = [one for module, exports in found.items() if module for one in exports.names if one.name != "default"]
    is_open = own.is_open or ("" if own.names or own.stars or added else "it exports nothing")
    return ModuleExports((*own.names, *added), own.stars, is_open)


@remembered
def names_added(repository: Repository) -> frozenset[str]:
    """Return the names that sources add to modules: `declare module "fruit" { interface Tree {} }`."""
    found: set[str] = set()
    for path in islice(files_matching(repository, "**/*.ts").files, _MOST_SOURCES):
        data = repository.page(path) or b""
        modules = javascript_exports(data, "typescript") if b"declare module" in data else {}
        found.update(one.name for module, exports in modules.items() if module for one in exports.names)
    return frozenset(found)
