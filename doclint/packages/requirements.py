"""The lowest version of a language or a framework that the manifests of a repository allow.

What they say follows PyPA ("Writing your pyproject.toml"), Poetry ("Dependency specification"), npm (`package.json`,
and the ranges of semver), "Go Modules Reference" and The Cargo Book (`rust-version`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from posixpath import basename, dirname
from typing import Any, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.manifests import manifests, nearest
from doclint.repository.configuration import configuration, text, value
from doclint.repository.repository import Repository

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
    found = repository.answered((requirement, file, keys), partial(_all, repository, file, keys))
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
