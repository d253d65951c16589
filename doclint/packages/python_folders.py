"""Packages of Python in the folders of a repository: found by the names of folders and files, or by patterns of them.

The facts are those of Setuptools ("Package Discovery and Namespace Packages", `setuptools/discovery.py`).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from posixpath import join, normpath
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository

LONGEST_NAME = 300
"""The most characters of a dotted name. Python has no limit, but no one writes longer ones."""

TESTS = frozenset(
    "test tests unit_test unit_tests doc docs documentation example examples sample samples benchmark benchmarks build "
    "dist node_modules third_party vendor".split()
)
"""The names of folders that no project means to install."""

_MOST_PATTERNS = 50  # with wildcards
_MAGIC = expression(r"[*?\[]")
_PYTHON = (".py", ".pyi", ".pyx")
SCRIPTS = frozenset(
    "ci bin debian manpages news newsfragments changelog scripts tools util utils python exercise exercises htmlcov "
    "tasks fabfile site_scons".split()
)
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
