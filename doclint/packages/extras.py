"""The extras of the Python distributions that a repository builds.

The facts are those of PyPA: "Writing your pyproject.toml" (`optional-dependencies`, `dynamic`), "Core metadata" (the
normal form of the names of extras) and "Names and normalization"; and of Poetry ("Extras").
"""

from collections.abc import Collection, Iterator, Mapping
from posixpath import basename, dirname, join

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.manifests import manifests
from doclint.repository.configuration import configuration, strings, table, text, value
from doclint.repository.history import RemovedName
from doclint.repository.repository import Repository

_MOST = 500  # manifests in a repository
_FILE = "pyproject.toml"
_OLDER = ("setup.py", "setup.cfg")
_SEPARATORS = expression(r"[-_.]+")


class Distribution(Struct, frozen=True):
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


def removed_extras(before: Repository, now: Repository, paths: Collection[str], commit: str) -> Iterator[RemovedName]:
    """Yield the extras that distributions had before, at a commit, and do not have after some manifests have changed.

    The owner of each is the normal form of the name of its distribution.
    """
    if not any(basename(path) == _FILE for path in paths):
        return
    has = distributions(now)
    for name, old in distributions(before).items():
        new = has.get(name)
        if old.path in paths and old.extras and new is not None and new.extras is not None:
            left = set(map(normal, new.extras))
            for extra in sorted(one for one in old.extras if normal(one) not in left):
                line = _line(before.page(old.path) or b"", extra)
                yield RemovedName(normal(extra), name, old.path, line, commit, kind="extra")


def _line(data: bytes, extra: str) -> int:
    """Return the line of a manifest that begins with an extra; the first one if none does."""
    lines = (line.strip(" \t\"'") for line in data.decode(errors="replace").splitlines())
    return next((number for number, line in enumerate(lines, 1) if line.startswith(extra) and "=" in line), 1)
