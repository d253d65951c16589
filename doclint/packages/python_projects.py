"""Python projects in a repository, and the packages that their configurations name.

The facts are those of the documentation of the build back ends: Setuptools ("Package Discovery and Namespace
Packages"), Hatch ("Builder configuration", "Wheel builder"), Poetry ("packages"), Flit, PDM, uv ("Build back end"),
Maturin ("PythonProject layout") and scikit-build-core ("wheel.packages"). Packages in folders are found as by
`setuptools/discovery.py`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import partial
from posixpath import basename, join, normpath
from typing import Any, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.repository.configuration import configuration, strings, tables, text, value
from doclint.repository.repository import Repository
from doclint.source.answer import UNKNOWN
from doclint.source.languages.python_literals import arguments_of

LONGEST_NAME = 300
"""The most characters of a dotted name. Python has no limit, but no one writes longer ones."""

TESTS = names("doclint.packages", "uninstalled")
"""The names of folders that no project means to install."""

_MOST_PATTERNS = 50  # with wildcards
_MAGIC = expression(r"[*?\[]")
_PYTHON = (".py", ".pyi", ".pyx")
SCRIPTS = names("doclint.packages", "flat-layout")
"""The names of folders that Setuptools leaves out of a flat layout in addition."""


class PackagePlace(NamedTuple):
    """The dotted name of a package or module, and its folder or file from the root of the repository."""

    name: str
    path: str


def automatic(repository: Repository, folder: str, name: str = "") -> Iterator[PackagePlace]:
    """Yield the packages of a folder without further configuration: those in `src`, the one with the name of the
    project, or else all in the folder that are not for tests and the like.
    """
    own = list(_named(repository, folder, name)) if name else []
    in_src = list(packages_in(repository, join(folder, "src"))) if repository.is_folder(join(folder, "src")) else []
    yield from in_src
    yield from own
    if not in_src and not own:
        yield from packages_in(repository, folder, without=TESTS | SCRIPTS)


def _named(repository: Repository, folder: str, name: str) -> Iterator[PackagePlace]:
    """Yield the package or module that has the name of a project, in whatever case."""
    wanted = _normal(name)
    first, _, rest = wanted.partition("_")
    for place in map(partial(inside, folder), ("", "src", "python", "lib")):
        for entry, is_folder in (repository.listing(place) or {}).items():
            stem = entry if is_folder else entry.removesuffix(".py")
            path = join(place, entry)
            if not stem.isidentifier() or not (is_folder or stem != entry):
                continue
            # A distribution `a-b` often has the namespace package `a/b`.
            is_namespace = is_folder and bool(rest) and _normal(stem) == first and not _is_regular(repository, path)
            if (_normal(stem) == wanted or is_namespace) and (not is_folder or _has_python(repository, path)):
                yield PackagePlace(stem, path)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def packages_in(
    repository: Repository,
    place: str,
    *,
    include: Iterable[str] = ("*",),
    without: Iterable[str] = TESTS,
    has_namespaces: bool = False,
) -> Iterator[PackagePlace]:
    """Yield the packages in a folder, by patterns of their names. With namespaces, modules and folders count, too."""
    is_included = _any_of([one.partition(".")[0] for one in include])
    excluded = {one for one in without if "*" not in one}
    for name, is_folder in (repository.listing(place.rstrip("/")) or {}).items():
        stem = name if is_folder else name.removesuffix(".py")
        if not stem.isidentifier() or stem in excluded or not is_included(stem):
            continue
        path = join(place, name)
        is_package = is_folder and _is_regular(repository, path)
        if is_package or (has_namespaces and (stem != name if not is_folder else _has_python(repository, path))):
            yield PackagePlace(stem, path)


def _any_of(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a test whether one of some patterns matches a name."""
    different = dict.fromkeys(one for one in patterns if len(one) <= LONGEST_NAME)
    names = {one for one in different if not _MAGIC.search(one)}
    magic = [one for one in different if one not in names][:_MOST_PATTERNS]
    return lambda name: name in names or any(fnmatchcase(name, one) for one in magic)


def _is_regular(repository: Repository, folder: str) -> bool:
    return bool(repository.names_among(("__init__.py", "__init__.pyi"), folder))


def _has_python(repository: Repository, folder: str, depth: int = 2) -> bool:
    """Whether a folder has Python sources, or those in it have."""
    names = repository.listing(folder) or {}
    if any(not is_folder and name.endswith(_PYTHON) for name, is_folder in names.items()):
        return True
    folders = [name for name, is_folder in names.items() if is_folder and name.isidentifier()]
    return depth > 0 and any(_has_python(repository, join(folder, name), depth - 1) for name in folders[:20])


def package_at(repository: Repository, folder: str, name: str, path: str) -> Iterator[PackagePlace]:
    """Yield the package or module that a configuration in a folder has at a path, by its dotted name, if it is there.

    The name may be that of a file that a pattern gives: `shop.py`.
    """
    place = inside(folder, path)
    stem = name.removesuffix(".py")
    is_named = len(stem) <= LONGEST_NAME and all(part.isidentifier() for part in stem.split("."))
    if is_named and repository.is_folder(place):
        yield PackagePlace(stem, place)
    elif is_named and repository.is_file(place.removesuffix(".py") + ".py"):
        yield PackagePlace(stem, place.removesuffix(".py") + ".py")


def inside(folder: str, path: str) -> str:
    """Return a path from the root of the repository; one that leads out of it names nothing."""
    found = normpath(join(folder, path.strip("/") or "."))
    return "" if found == "." else found


PROJECT_FILES = ("pyproject.toml", "setup.cfg", "setup.py")
"""The files that make a folder a project."""

# Tables of `pyproject.toml` that make a folder a project.
_PROJECT_TABLES = (("project",), ("build-system",), ("tool", "poetry"), ("tool", "flit"))
_LARGEST = 500_000  # bytes of a script or of `setup.cfg`
_COMPILERS = expression(
    r"maturin|scikit.build|meson|cython|pybind11|nanobind|setuptools.rust|cffi|grpcio.tools|milksnake|numpy\.distutils"
)
_EXTENSIONS = expression(rb"\bExtension\(|\bext_modules\b|cythonize|rust_extensions|cffi_modules|CMakeExtension")


class PythonProject(Struct, frozen=True):
    """The packages of a folder with a configuration.

    `is_compiled` is true if a build may compile further modules. `generated` are paths that it writes.
    """

    places: tuple[PackagePlace, ...]
    is_compiled: bool = False
    generated: frozenset[str] = frozenset()


def project_in(repository: Repository, folder: str) -> PythonProject | None:
    """Return the project of a folder; None if its files only configure other tools.

    What the configuration does not name is found as the back ends find it, unless it says that it is in a place that
    only running a script would show.
    """
    path = join(folder, "pyproject.toml")
    settings = (configuration(repository, path) if repository.is_file(path) else None) or {}
    script = _content(repository, join(folder, "setup.py"))
    setuptools = setuptools_settings(settings, _content(repository, join(folder, "setup.cfg")), script)
    is_project = (
        any(value(settings, *keys) is not None for keys in _PROJECT_TABLES) or b"setup(" in script or bool(setuptools)
    )
    if not is_project:
        return None
    places = [*_of_pyproject(repository, folder, settings), *_of_setuptools(repository, folder, setuptools)]
    if not places and has_known_place(setuptools):
        places = [*automatic(repository, folder, _project_name(settings, script))]
    return PythonProject(
        tuple(dict.fromkeys(places)),
        is_compiled=_is_compiled(settings) or _EXTENSIONS.search(script) is not None,
        generated=frozenset(inside(folder, one) for one in _version_files(value(settings, "tool"))),
    )


def _is_compiled(settings: Mapping[str, Any]) -> bool:
    requirements = strings(value(settings, "build-system", "requires"))
    names = [text(value(settings, "build-system", "build-backend")), *requirements]
    has_table = value(settings, "tool", "maturin") or value(settings, "tool", "poetry", "build")
    return bool(has_table) or any(_COMPILERS.search(one.lower()) for one in names)


def _version_files(tool: Any) -> Iterator[str]:
    """Yield the files that Setuptools-SCM, Hatch-VCS and PDM write the version to."""
    tables = (
        value(tool, "setuptools_scm"),
        value(tool, "hatch", "build", "hooks", "vcs"),
        value(tool, "pdm", "version"),
    )
    for table in tables:
        for key in ("version_file", "version-file", "write_to"):
            if path := text(value(table, key)):
                yield path


# Settings of `pyproject.toml` other than those of Setuptools.


def _of_pyproject(repository: Repository, folder: str, settings: Mapping[str, Any]) -> Iterator[PackagePlace]:
    tool = value(settings, "tool")
    found = [
        *_of_hatch(tool),
        *_of_poetry(tool),
        *_of_names(settings),
        *((basename(path.rstrip("/")), path) for path in strings(value(tool, "scikit-build", "wheel", "packages"))),
    ]
    for name, path in found:
        if name:
            yield from package_at(repository, folder, name, path)
        elif path:
            yield from packages_in(repository, inside(folder, path), has_namespaces=True)
    places = [text(value(tool, "pdm", "build", "package-dir")), text(value(tool, "maturin", "python-source"))]
    for place in filter(None, places):
        yield from packages_in(repository, inside(folder, place), has_namespaces=True)


def _of_hatch(tool: Any) -> Iterator[tuple[str, str]]:
    """Yield the names and paths of what Hatch builds."""
    for table in (value(tool, "hatch", "build", "targets", "wheel"), value(tool, "hatch", "build")):
        sources = value(table, "sources")
        prefixes = strings(sources) or ([str(one) for one in sources] if isinstance(sources, dict) else [])
        for path in strings(value(table, "packages")):
            yield basename(path.rstrip("/")), path
        for path in strings(value(table, "only-include")):
            prefix = next((one for one in prefixes if f"{path}/".startswith(one.strip("/") + "/")), "")
            first = path[len(prefix) :].strip("/").partition("/")[0]
            yield first, join(prefix, first)
        if isinstance(sources, dict):
            yield from ((text(name).strip("/").replace("/", "."), str(path)) for path, name in sources.items())


def _of_poetry(tool: Any) -> Iterator[tuple[str, str]]:
    for table in tables(value(tool, "poetry", "packages")):
        included = text(table.get("include")).partition("/")
        target = text(table.get("to"))
        yield join(target, included[0]).replace("/", "."), join(text(table.get("from")), included[0])


def _of_names(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what Flit, uv and Maturin build, which name a module; each may have it in `src`."""
    tool = value(settings, "tool")
    uv = value(tool, "uv", "build-backend")
    root = value(uv, "module-root")
    names = strings(value(uv, "module-name")) or ([text(value(settings, "project", "name"))] if uv else [])
    for name in names:
        plain = name.partition(".")[0].removesuffix("-stubs").replace("-", "_")
        yield plain, join(root if isinstance(root, str) else "src", plain)
    for name in filter(
        None, (text(value(tool, "flit", *keys)) for keys in (("module", "name"), ("metadata", "module")))
    ):
        for place in ("", "src"):
            yield name, join(place, name.replace(".", "/"))


def _of_setuptools(repository: Repository, folder: str, settings: Mapping[str, Any]) -> Iterator[PackagePlace]:
    folders = settings.get("package-dir")
    places = {str(name): text(path) for name, path in folders.items()} if isinstance(folders, dict) else {}
    root = places.get("", "")
    for name, path in places.items():
        if name:
            yield from package_at(repository, folder, name, path)
    packages = settings.get("packages")
    find = value(packages, "find")
    if isinstance(find, dict) and has_known_place(settings):
        wheres = {inside(folder, where): where for where in reversed(strings(find.get("where")) or [root])}
        for place, where in reversed(wheres.items()):
            yield from packages_in(
                repository,
                place,
                include=strings(find.get("include")) or ("*",),
                without={*strings(find.get("exclude")), *TESTS},
                has_namespaces=bool(where) and where != ".",
            )
    for name in dict.fromkeys(one.partition(".")[0] for one in strings(packages)):
        if name not in places:
            yield from package_at(repository, folder, name, join(root, name))
    for name in strings(settings.get("py-modules")):
        yield from package_at(repository, folder, name, join(root, name.replace(".", "/") + ".py"))


def _project_name(settings: Mapping[str, Any], script: bytes) -> str:
    names = (value(settings, "project", "name"), value(settings, "tool", "poetry", "name"))
    found = next(filter(None, map(text, names)), "")
    if not found and script:
        found = text((arguments_of(script, "setup") or {}).get("name"))
    return found


def _content(repository: Repository, path: str) -> bytes:
    data = (repository.page(path) if repository.is_file(path) else None) or b""
    return data if len(data) <= _LARGEST else b""


def setuptools_settings(settings: Mapping[str, Any], declared: bytes, script: bytes) -> Mapping[str, Any]:
    """Return the settings of Setuptools as `pyproject.toml` has them. That of the first file that has one counts."""
    found: dict[str, Any] = {}
    declarations = (value(settings, "tool", "setuptools"), _of_setup_cfg(declared), _of_setup_py(script))
    for table in declarations:
        for name, declared_value in table.items() if isinstance(table, dict) else ():
            found.setdefault(name, declared_value)
    return found


def _of_setup_cfg(data: bytes) -> dict[str, Any]:
    if not data:
        return {}
    from configparser import ConfigParser, Error as SettingsError

    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(data.decode(errors="replace"))
    except SettingsError:
        return {}
    options = parser["options"] if parser.has_section("options") else {}
    find = parser["options.packages.find"] if parser.has_section("options.packages.find") else {}
    found: dict[str, Any] = {}
    if "packages" in options:
        value = options["packages"].strip()
        patterns = {name: _lines(find[name]) for name in ("where", "include", "exclude") if name in find}
        is_search = value.startswith("find")
        found["packages"] = {"find": patterns} if is_search else _lines(value)
    if "package_dir" in options:
        pairs = (line.partition("=") for line in _lines(options["package_dir"]))
        found["package-dir"] = {name.strip(): path.strip() for name, _, path in pairs}
    if "py_modules" in options:
        found["py-modules"] = _lines(options["py_modules"])
    return found


def _lines(written: str) -> list[str]:
    return [one.strip() for one in re.split(r"[\n,]", written) if one.strip()]


def _of_setup_py(script: bytes) -> dict[str, Any]:
    arguments = arguments_of(script, "setup") if b"setup" in script else None
    if not arguments:
        return {}
    found: dict[str, Any] = {}
    packages = arguments.get("packages")
    if isinstance(packages, list) and strings(packages):
        found["packages"] = packages
    for search in ("find_packages", "find_namespace_packages"):
        options = arguments_of(script, search) if search.encode() in script and "packages" not in found else None
        if options is not None:
            where = options.get("where", options.get("0"))
            found["packages"] = {"find": {**options, "where": where}}
    for name in ("package_dir", "py_modules"):
        if isinstance(arguments.get(name), list | dict):
            found[name.replace("_", "-")] = arguments[name]
    return found


def has_known_place(settings: Mapping[str, Any]) -> bool:
    """Whether all folders in the settings of Setuptools are literals."""
    return UNKNOWN not in (value(settings, "packages", "find", "where"), value(settings, "package-dir", ""))
