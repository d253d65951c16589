"""The folders below a folder, of which rules search only some: there can be very many."""

from collections.abc import Iterator
from itertools import islice
from posixpath import join

from doclint import Repository

_MOST = 199  # so that with the one above them, 200 are searched
_LEVELS = 2


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
