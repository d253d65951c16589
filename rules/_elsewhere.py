"""Folders with the file that a link does not reach: links to a copied site, or to pages that moved together."""

from collections.abc import Iterator, Mapping
from itertools import islice
from posixpath import dirname, join, normpath
from typing import NamedTuple

from doclint import Page, Repository
from doclint.errors.grouping import by_key
from doclint.kit import expression
from doclint.repository.paths import above

_CLIMB = expression(r"\A(?:\.{0,2}/)+")
_MOST = 199  # folders below another one, so that with it 200 are searched: there can be very many
_LEVELS = 2


class Place(NamedTuple):
    """A folder, and the path below it at which something exists."""

    folder: str
    rest: str


def missing_part(repository: Repository, path: str) -> str:
    """Return a path that does not exist, or the topmost of its folders that does not exist, with a slash at the end."""
    existing, name, rest = _split(repository, path)
    return join(existing, f"{name}/" if rest else name)


def elsewhere(page: Page, repository: Repository, destination: str, path: str) -> Place | None:
    """Return where the path of a link exists instead; None if it does not, or in several folders.

    `destination` is the path as the link has it, and `path` the path from the root that it leads to, where nothing is.
    Either the page is in the folder, and the link is relative to that, or the folder is missing in `path`: it is
    `docs/www` for `docs/a/b.md` if the repository has `docs/www/a/b.md`. A lone file name is not enough, except from
    the root (`/guide.md`), because many folders have files of the same name.
    """
    rest = normpath(_CLIMB.sub("", destination))
    if not rest.startswith(".") and ("/" in rest or destination.startswith("/")):
        place = _around(page, repository, rest)
        if place is not None:
            return place
    return None if path.startswith("..") else _below(repository, path)


def _around(page: Page, repository: Repository, rest: str) -> Place | None:
    """Return the nearest folder that a page is in and that has something at a path."""
    folders = (*above(dirname(page.path)), "")
    there = (one for one in folders if join(one, rest) != page.path and repository.exists(join(one, rest)))
    return next((Place(folder, rest) for folder in there), None)


def _below(repository: Repository, path: str) -> Place | None:
    """Return the only folder below the existing part of a path that has the other part."""
    existing, name, rest = _split(repository, path)
    if not rest:
        return None
    holders = repository.remembered(_holders, existing)
    found = [folder for folder in holders.get(name, ()) if repository.exists(join(folder, name, rest))]
    return Place(found[0], join(name, rest)) if len(found) == 1 else None


def _split(repository: Repository, path: str) -> tuple[str, str, str]:
    """Return the folder of a path that exists, the name in it that does not, and what follows that name."""
    existing, (name, _, rest) = "", path.partition("/")
    while rest and repository.is_folder(join(existing, name)):
        existing = join(existing, name)
        name, _, rest = rest.partition("/")
    return existing, name, rest


def _holders(repository: Repository, folder: str) -> Mapping[str, list[str]]:
    """Return the folders below a folder that have a folder of each name."""
    holders = folders_below(repository, folder)
    return by_key((name, holder) for holder in holders for name in names_of_folders(repository, holder))


def folders_below(repository: Repository, folder: str, without: str | None = None) -> Iterator[str]:
    """Yield the folders one and two levels below a folder, at most 199, without one of them and what it contains."""
    left = _MOST
    level = [folder]
    for _ in range(_LEVELS):
        paths = (join(one, name) for one in level for name in names_of_folders(repository, one))
        level = list(islice((path for path in paths if path != without), left))
        yield from level
        left -= len(level)


def names_of_folders(repository: Repository, folder: str) -> list[str]:
    """Return the names of the folders in a folder, sorted, without those that begin with a dot."""
    return [name for name in repository.folders(folder) if not name.startswith(".")]
