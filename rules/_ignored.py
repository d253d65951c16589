"""Files that `.gitignore` files leave out of a checkout."""

from functools import partial
from posixpath import dirname, join
from typing import TYPE_CHECKING

from doclint.repository.gitignore import is_pattern, spec
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_LARGEST = 1_000_000  # bytes of a file that is read


def is_ignored(repository: Repository, path: str) -> bool:
    """Whether `.gitignore` leaves out a file, or a folder that it is in; the deepest pattern for it wins."""
    folder = dirname(path)
    while True:
        patterns = repository.remembered(("ignored", folder), partial(_patterns, repository, folder))
        is_included = patterns.check_file(path[len(folder) :].lstrip("/")).include if patterns else None
        if is_included is not None or not folder:
            return bool(is_included)
        folder = dirname(folder)


def _patterns(repository: Repository, folder: str) -> "GitIgnoreSpec | None":
    data = repository.read(join(folder, ".gitignore"))
    if data is None or len(data) > _LARGEST:
        return None
    # git ignores lines that are not patterns.
    return spec(line for line in data.decode(errors="replace").splitlines() if is_pattern(line))
