"""From what a package of JavaScript offers, or what a module names, to the files in the repository that have it.

A built file is not there. What it is built of follows from its name: `dist/esm/node/index.d.ts` comes from
`src/node/index.ts`. The names of output folders and the parts of names that say how a file is built are those that
bundlers use; `tsconfig.json` may name others (`outDir`, `rootDir`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, dirname, join, normpath

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.tables import names
from doclint.packages.javascript_manifests import Manifest, commented_json_at
from doclint.repository.repository import Repository, remembered

_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
_JAVASCRIPT = (".js", ".jsx", ".mjs", ".cjs")
_SUFFIX = expression(r"(?:\.d)?\.[mc]?[jt]sx?\Z")
# What a specifier with a suffix of JavaScript means in TypeScript (Modules Reference, "File extension substitution").
_WRITTEN = {".js": (".ts", ".tsx", ".jsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_NO_MODULE = expression(
    r"\.(?:json5?|vue|svelte|astro|wasm|node|graphql|gql|css|scss|less|svg|png|html|ya?ml|txt|mdx?)\Z"
)
_OUTPUT = names("doclint.packages", "output-folders")
_WORDS = _OUTPUT | names("doclint.packages", "output-words")
_SOURCES = ("src", "source", "sources", "")
_WORD = expression(r"[a-z0-9]+")
_MOST_SETTINGS = 8  # files of settings of TypeScript in a folder
_MOST_EXTENDED = 4
_DEEPEST = 6  # folders of output in each other


def sources_of(repository: Repository, package: Manifest, target: str, *, is_main: bool) -> tuple[str, ...]:
    """Return the files that a target of a package is, or may be built of; none if that is not certain.

    `target` is relative to the folder of the package. `is_main` says that the package itself is imported, and not a
    subpath of it. Declarations of types that are built beside sources in JavaScript may have any others.
    """
    found = _possible_sources(repository, package, target, is_main=is_main)
    if target.endswith(_DECLARATIONS) and all(one.endswith(_JAVASCRIPT) for one in found):
        return ()
    return found


def _possible_sources(repository: Repository, package: Manifest, target: str, *, is_main: bool) -> tuple[str, ...]:
    there = module_at(repository, join(package.folder, target))
    if there and (target.endswith(_DECLARATIONS) or not there[0].endswith(_DECLARATIONS)):
        return there
    stem = _SUFFIX.sub("", target)
    outputs: Sequence[str] = ()
    roots: Sequence[str] = _SOURCES
    for _ in range(2):
        found = next(
            filter(None, (_at_any(repository, package.folder, roots, rest) for rest in _rests(stem, outputs))), ()
        )
        # A folder of sources may be called as one of output: `src/types`.
        same = _at_any(repository, package.folder, roots, stem)
        if found or there or same:
            return tuple(dict.fromkeys((*there, *found, *same)))
        outputs, roots = _settings(repository, package.folder)
    if is_main and _is_main_name(basename(stem), package.name):
        return main_sources(repository, package)
    return ()


def main_sources(repository: Repository, package: Manifest) -> tuple[str, ...]:
    """Return the files from which bundlers build a package by convention."""
    last = package.name.rpartition("/")[2]
    for name in ("index", "main", last, "lib"):
        found = _at_any(repository, package.folder, _SOURCES, name)
        if found:
            return found
    return ()


def resolved(repository: Repository, module: str, specifier: str) -> tuple[str, ...]:
    """Return the files that a relative specifier means in the module at a path; none if there are none."""
    if not specifier.startswith(("./", "../")) and specifier not in (".", ".."):
        return ()
    path = normpath(join(dirname(module), specifier))
    return () if path.startswith("../") else module_at(repository, "" if path == "." else path)


@remembered
def module_at(repository: Repository, path: str) -> tuple[str, ...]:
    """Return the source of a module, and a declaration of its types beside it, given its path as modules name it."""
    if _NO_MODULE.search(path):
        return ()
    match = _SUFFIX.search(path)
    stem, suffix = (path[: match.start()], match.group()) if match else (path, "")
    if suffix in _DECLARATIONS:
        return _files(repository, [path])
    written = [stem + one for one in (*_WRITTEN.get(suffix, ()), suffix)] if match else []
    declared = [f"{stem}.d{suffix.replace('j', 't').replace('x', '')}"] if match else []
    for base in () if match else (path, f"{path}/index".lstrip("/")):
        written += [base + one for one in _SUFFIXES]
        declared += [base + one for one in _DECLARATIONS]
    return (*_files(repository, written)[:1], *_files(repository, declared)[:1])


def _files(repository: Repository, paths: Iterable[str]) -> tuple[str, ...]:
    """Return those of some paths that are files, in their order."""
    ordered = list(paths)
    by_folder = by_key((dirname(path), basename(path)) for path in ordered)
    there = {
        join(folder, name) for folder, names in by_folder.items() for name in repository.names_among(names, folder)
    }
    return tuple(path for path in ordered if path in there and repository.is_file(path))


def _at_any(repository: Repository, folder: str, roots: Sequence[str], rest: str) -> tuple[str, ...]:
    """Return the modules with a path below the roots of the sources of a package; those at its top only if alone."""
    found: list[str] = []
    for root in roots:
        if root or not found:
            found += module_at(repository, normpath(join(folder, root, rest)))
    return tuple(dict.fromkeys(found))


def _rests(stem: str, outputs: Sequence[str]) -> Iterator[str]:
    """Yield what the path of a built file may be below the root of its sources, the longest first.

    >>> list(_rests("dist/esm/index.cjs", ()))
    ['esm/index.cjs', 'esm/index', 'index.cjs', 'index']
    """
    rests = [stem[len(one) + 1 :] for one in outputs if stem.startswith(f"{one}/")]
    rest = stem
    for _ in range(_DEEPEST):
        first, slash, after = rest.partition("/")
        if not slash or first not in _OUTPUT:
            break
        rest = after
        rests.append(rest)
    for rest in rests or [stem]:
        yield rest
        name, dot, last = rest.rpartition(".")
        while dot and last in _WORDS and "/" not in last:
            yield name
            name, dot, last = name.rpartition(".")


def _is_main_name(stem: str, package: str) -> bool:
    """Whether a file is named as the only bundle of a package is: `index.cjs`, `orchard.production.min`.

    >>> _is_main_name("orchard-public", "@fruit/orchard"), _is_main_name("testing", "@fruit/orchard")
    (True, False)
    """
    own = set(_WORD.findall(package.lower()))
    return all(word in own or word in _WORDS for word in _WORD.findall(stem.lower()))


@remembered
def _settings(repository: Repository, folder: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the output folders, and the roots of sources, that the settings of TypeScript in a folder name."""
    outputs: dict[str, None] = {}
    roots: dict[str, None] = {}
    names = (name for name in sorted(repository.listing(folder) or ()) if re.match(r"tsconfig[\w.-]*\.json\Z", name))
    for name in [*names][:_MOST_SETTINGS]:
        path = join(folder, name)
        for _ in range(_MOST_EXTENDED):
            settings = commented_json_at(repository, path)
            for key, found in (("outDir", outputs), ("declarationDir", outputs), ("rootDir", roots)):
                value = settings.at("compilerOptions", key)
                place = normpath(join(dirname(path), value)) if isinstance(value, str) else ".."
                if f"{place}/".startswith(f"{folder}/" if folder else "") and not place.startswith(".."):
                    found[place[len(folder) :].strip("/").removeprefix(".")] = None
            extended = settings.at("extends")
            if not isinstance(extended, str) or not extended.startswith("."):
                break
            path = normpath(join(dirname(path), extended if extended.endswith(".json") else f"{extended}.json"))
    return [one for one in outputs if one], list(roots) or _SOURCES
