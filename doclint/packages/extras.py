"""The extras of the Python distributions that a repository builds.

The facts are those of PyPA: "Writing your pyproject.toml" (`optional-dependencies`, `dynamic`), "Core metadata" (the
normal form of the names of extras) and "Names and normalization"; and of Poetry ("Extras").
"""

from collections.abc import Mapping
from posixpath import dirname, join
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.packages.manifests import manifests
from doclint.repository.configuration import configuration, strings, table, text, value
from doclint.repository.repository import Repository

_MOST = 500  # manifests in a repository
_FILE = "pyproject.toml"
_OLDER = ("setup.py", "setup.cfg")
_SEPARATORS = expression(r"[-_.]+")


class Distribution(NamedTuple):
    """A distribution: the path of its manifest, and its extras, as that has them; None if a build may add some."""

    path: str
    extras: frozenset[str] | None


def normal(name: str) -> str:
    """Return the normal form of the name of a distribution or an extra.

    >>> normal("Data_Frames.extra")
    'data-frames-extra'
    """
    return _SEPARATORS.sub("-", name).lower()


def distributions(repository: Repository) -> Mapping[str, Distribution]:
    """Return the distributions with a `pyproject.toml`, by the normal form of their names."""
    found: dict[str, Distribution] = {}
    for path in manifests(repository, _FILE, most=_MOST):
        settings = configuration(repository, path)
        name = text(value(settings, "project", "name")) or text(value(settings, "tool", "poetry", "name"))
        if name:
            is_known = normal(name) not in found
            found[normal(name)] = Distribution(path, _extras(repository, path) if is_known else None)
    return found


def _extras(repository: Repository, path: str) -> frozenset[str] | None:
    """Return the extras of a manifest; None if it says that they are dynamic, or an older file beside it may have some.

    A table that only other tools read, such as that of a plug-in of Hatch, makes them dynamic, too.
    """
    settings = configuration(repository, path)
    project, poetry = table(settings, "project"), table(settings, "tool", "poetry")
    older = [repository.page(join(dirname(path), name)) or b"" for name in _OLDER]
    if "optional-dependencies" in strings(project.get("dynamic")) or any(b"extras_require" in one for one in older):
        return None
    stated = [project.get("optional-dependencies", {}), poetry.get("extras", {})]
    if not all(isinstance(one, Mapping) for one in stated):
        return None
    return frozenset(str(name) for one in stated for name in one)
