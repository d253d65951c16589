"""What `.gitignore` files leave out: files that are not in every checkout."""

from functools import partial
from posixpath import dirname, join
from typing import TYPE_CHECKING

from doclint.repository.gitignore import is_pattern, spec
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_LARGEST = 1_000_000  # bytes


def is_ignored(repository: Repository, path: str) -> bool:
    """Whether a file, or a folder that it lies in, is left out; the deepest file that speaks of it has the say."""
    folder = dirname(path)
    while True:
        patterns = repository.remembered(("ignored", folder), partial(_patterns, repository, folder))
        said = patterns.check_file(path[len(folder) :].lstrip("/")).include if patterns else None
        if said is not None:
            return bool(said)
        if not folder:
            return False
        folder = dirname(folder)


def _patterns(repository: Repository, folder: str) -> "GitIgnoreSpec | None":
    data = repository.read(join(folder, ".gitignore"))
    if data is None or len(data) > _LARGEST:
        return None
    # Lines that are no patterns match nothing, as in git.
    return spec(line for line in data.decode(errors="replace").splitlines() if is_pattern(line))
