"""Manifests of packages, such as `package.json`: where a repository has them, and which one counts in a folder."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from doclint.repository.names import names_of
from doclint.repository.paths import above
from doclint.repository.repository import Repository

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
