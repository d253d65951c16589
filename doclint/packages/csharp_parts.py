"""The parts of a type of C#: a `partial` type may be declared in several files of its project.

Facts: "C# language specification", "Partial type declarations"; projects have `*.csproj`.
"""

from collections import Counter
from collections.abc import Mapping
from posixpath import dirname, join

from doclint.errors.expressions import expression
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered

PARTIAL = "other files may declare more of it"
"""Why the declaration of such a type is open."""

_MOST = 5_000  # files of a project
_PART = expression(rb"\bpartial[ \t]+(?:class|interface|record(?:[ \t]+(?:class|struct))?|struct)[ \t]+(\w+)")


def has_one_part(repository: Repository, path: str, name: str) -> bool:
    """Whether the project of a source declares no other part of a `partial` type that the source has."""
    return _parts(repository, _project(repository, path)).get(name.encode()) == 1


def _project(repository: Repository, path: str) -> str:
    """Return the folder of the project that a source is in; the root if there is none."""
    folder = dirname(path)
    while folder and not any(one.endswith(".csproj") for one in repository.listing(folder) or ()):
        folder = dirname(folder)
    return folder


@remembered
def _parts(repository: Repository, folder: str) -> Mapping[bytes, int]:
    """Return how many parts the files of a project declare of each type; none if there are too many files."""
    files = files_matching(repository, join(folder, "**/*.cs")).files
    every = files if len(files) <= _MOST else ()
    return Counter(name for path in every for name in _PART.findall(repository.page(path) or b""))
