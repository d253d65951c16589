"""All names of a repository: which folders have a file or a folder of some name."""

from collections.abc import Mapping
from posixpath import basename, join

from msgspec import Struct

from doclint.repository.repository import Repository, remembered

_MOST_FOLDERS = 20_000
_MOST_NAMES = 500_000
_DEEPEST = 40  # folders in a path; links inside the root can lead in circles
_FOREIGN = frozenset({".git", "node_modules"})


class Names(Struct, frozen=True):
    """The folders that have each name. Beyond the limits, or in a circle of links, they are not complete."""

    holders: Mapping[str, list[str]]
    is_complete: bool

    def paths(self, name: str) -> list[str]:
        """Return the paths of all files and folders with a name."""
        return [join(folder, name) for folder in self.holders.get(name, ())]

    def ending_with(self, path: str) -> list[str]:
        """Return all paths that are a path or end with it, below whatever folder.

        >>> Names({"a.py": ["src/x", "x", "y"]}, True).ending_with("x/a.py")
        ['src/x/a.py', 'x/a.py']
        """
        return [one for one in self.paths(basename(path)) if f"/{one}".endswith(f"/{path}")]


@remembered
def names_of(repository: Repository) -> Names:
    """Return the names of a repository, without what git ignores and what package managers install."""
    holders: dict[str, list[str]] = {}
    level, count, depth = [""], 0, 0
    seen = 0
    while level and depth < _DEEPEST and seen <= _MOST_FOLDERS and count <= _MOST_NAMES:
        below = []
        for folder in level[: _MOST_FOLDERS - seen]:
            names = repository.listing(folder) or {}
            count += len(names)
            for name, is_folder in names.items():
                holders.setdefault(name, []).append(folder)
                path = join(folder, name)
                if is_folder and name not in _FOREIGN and not repository.is_ignored(path):
                    below.append(path)
        seen += len(level)
        level, depth = below, depth + 1
    return Names(holders, not level)


def letters_of(name: str) -> str:
    """Return a name as others may spell it that differ only in underscores, hyphens and case."""
    return name.replace("_", "").replace("-", "").lower()
