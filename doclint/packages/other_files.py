"""What other files declare of what a page documents with its source: names and methods of a package of Go, and parts of
a `partial` type of C# (projects have `*.csproj`), and what types are called in all of a project.

Facts: "The Go Programming Language Specification", "Packages", "Method declarations"; "C# language specification",
"Partial type declarations", "Using alias directives".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import dirname, join

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.packages.answers import DeclarationAnswer, DeclaredAt
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.repository.words import MOST_FILES
from doclint.source.answer import NOT_THERE, Found, Unknown
from doclint.source.read import read

PARTIAL = "other files may declare more of it"
"""Why the declaration of a `partial` type is open."""

_MOST = 2_000  # files of a package
_FEW = 10  # files that may declare one name; fields of types have names, too
_TOP = expression(rb"(?m)^(?:(?:func|type|var|const)[ \t]+|\t)(\w+)")  # in a group, names follow a tab
_METHOD = expression(rb"(?m)^func[ \t]*\([^)\n]{0,200}?\*?(\w+)(?:\[[^\]\n]{0,200}\])?[ \t]*\)[ \t]*(\w+)")
_GENERATE = b"//go:generate"  # what it writes need not be committed
_ALIAS = expression(rb"\bglobal[ \t]+using[ \t]+(\w+)[ \t]*=")
_PART = expression(rb"\bpartial[ \t]+(?:class|interface|record(?:[ \t]+(?:class|struct))?|struct)[ \t]+(\w+)")


def in_package(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return what another file of the package of a source declares by a name; that of a method is `Basket.Weigh`."""
    folder = dirname(path)
    for other in _files_by_name(repository, folder).get(name, ()):
        source = read("go", repository.page(other) or b"") if other != path else None
        own = next((one for one in source.found if one.name == name), None) if source else None
        if own is not None:
            return Found(DeclaredAt(other, own))
    return Unknown("a program writes a part of its package") if _is_generated(repository, folder) else NOT_THERE


@remembered
def _files_by_name(repository: Repository, folder: str) -> Mapping[str, Sequence[str]]:
    """Return the files of a package that may declare a name, the first ones."""
    found: dict[str, list[str]] = {}
    for path in files_of_package(repository, folder):
        data = repository.page(path) or b""
        for name in {*_TOP.findall(data), *map(b".".join, _METHOD.findall(data))}:
            files = found.setdefault(name.decode(), [])
            files += [path] if len(files) < _FEW else []
    return found


@remembered
def _is_generated(repository: Repository, folder: str) -> bool:
    """Whether some of a package is not there: a program writes it, or it has too many files."""
    files = list(files_of_package(repository, folder))
    return len(files) >= _MOST or any(_GENERATE in (repository.page(path) or b"") for path in files)


def files_of_package(repository: Repository, folder: str) -> Iterator[str]:
    """Yield the files of a package of Go, without tests."""
    every = files_matching(repository, join(folder, "*.go")).files
    yield from (one for one in every[:_MOST] if not one.endswith("_test.go"))


def files_of_parts(repository: Repository, path: str, name: str) -> Sequence[str]:
    """Return the file of each part of a `partial` type that a source has, in the order of their paths."""
    return _in_project(repository, _project(repository, path), _PART).get(name.encode(), ())


def is_global_alias(repository: Repository, path: str, name: str) -> bool:
    """Whether the project of a source calls another type by a name in all of its files."""
    return name.encode() in _in_project(repository, _project(repository, path), _ALIAS)


def _project(repository: Repository, path: str) -> str:
    """Return the folder of the project that a source is in; the root if there is none."""
    folder = dirname(path)
    while folder and not any(one.endswith(".csproj") for one in repository.listing(folder) or ()):
        folder = dirname(folder)
    return folder


@remembered
def _in_project(repository: Repository, folder: str, pattern: re.Pattern[bytes]) -> Mapping[bytes, Sequence[str]]:
    """Return where a pattern finds each name in the files of a project; nothing if there are too many files."""
    files = files_matching(repository, join(folder, "**/*.cs")).files
    every = files if len(files) <= MOST_FILES else ()
    return by_key((name, path) for path in every for name in pattern.findall(repository.page(path) or b""))
