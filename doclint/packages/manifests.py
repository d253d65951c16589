"""What the manifests of packages in a repository say besides names: extras, and the lowest versions that they allow.

Versions are as PyPA ("Writing your pyproject.toml"), Poetry ("Dependency specification"), npm (`package.json`, and the
ranges of semver), "Go Modules Reference" and The Cargo Book (`rust-version`) say; extras as PyPA
(`optional-dependencies`, `dynamic`; "Core metadata", "Names and normalization") and Poetry ("Extras") do.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from posixpath import basename, dirname, join
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.repository.configuration import configuration, strings, table, text, value
from doclint.repository.history import RemovedName
from doclint.repository.names import names_of
from doclint.repository.paths import above
from doclint.repository.repository import Repository, remembered

_Manifest = TypeVar("_Manifest")


def manifests(repository: Repository, *names: str, most: int) -> list[str]:
    """Return the paths of the files with some names, at most `most`."""
    known = names_of(repository)
    return [path for name in names for path in known.paths(name) if repository.is_file(path)][:most]


def nearest(found: Mapping[str, _Manifest], folders: Iterable[str]) -> _Manifest | None:
    """Return what is known of the manifest in the first of some folders that has one, in it or above; None if none has.

    `found` has it by the folder of the manifest.
    """
    return next((found[place] for folder in folders for place in (*above(folder), "") if place in found), None)


Version: TypeAlias = tuple[int, ...]
Keys: TypeAlias = tuple[tuple[str, ...], ...]

_MOST = 500  # manifests of a sort in a repository
_LOWEST = expression(r"(?:>=?|\^|~=?|={1,3})?\s*+v?(?P<version>\d{1,4}(?:\.\d{1,6}){0,2}+)(?![\w-])")
_GO = expression(rb"^go[ \t]++(?P<version>1\.\d{1,3})", re.MULTILINE)


class Requirement(Struct, frozen=True):
    """What a manifest requires: its path, the range as it writes it, and the lowest version in that; none if the range
    cannot be read.
    """

    path: str
    written: str
    lowest: Version


def requirement(repository: Repository, folders: Iterable[str], file: str, keys: Keys) -> Requirement | None:
    """Return what the manifest with a name in the first of some folders that has one requires, in it or above.

    `keys` lead to the range; the first that is there counts. Return None if another manifest allows an older version.
    """
    found = _all(repository, file, keys)
    own = nearest(found, folders)
    is_lowest = own is not None and all(own.lowest <= one.lowest for one in found.values())
    return own if is_lowest and own is not None and own.lowest else None


def version_of(written: str) -> Version:
    """Return the parts of a version.

    >>> version_of("3.11")
    (3, 11)
    """
    return tuple(map(int, written.split(".")))


def lowest(written: str) -> Version:
    """Return the lowest version in a range; none if it has none, or cannot be read.

    >>> lowest(">=3.9,<4"), lowest("^18.2 || ~16.1"), lowest("<4"), lowest("workspace:*"), lowest("20.x")
    ((3, 9), (16, 1), (), (), (20,))
    """
    matches = [_LOWEST.match(one.strip().removesuffix(".x").removesuffix(".*")) for one in written.split("||")]
    if not all(matches):
        return ()
    return min(version_of(match["version"]) for match in matches if match)


@remembered
def _all(repository: Repository, file: str, keys: Keys) -> Mapping[str, Requirement]:
    found = (_of(repository, path, keys) for path in manifests(repository, file, most=_MOST))
    return {dirname(one.path): one for one in found if one is not None}


def _of(repository: Repository, path: str, keys: Keys) -> Requirement | None:
    if basename(path) == "go.mod":
        match = _GO.search(repository.page(path) or b"")
        written = match["version"].decode() if match else ""
    else:
        written = next(_ranges(configuration(repository, path), keys), "")
    return Requirement(path, written, lowest(written)) if written else None


def _ranges(found: Mapping[str, Any] | None, keys: Keys) -> Iterator[str]:
    for one in keys:
        stated = value(found, *one)
        yield from filter(None, [text(stated) or text(value(stated, "version"))])


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
