"""What git ignores, according to the `.gitignore` files on disk."""

from pathlib import Path
from posixpath import dirname

from doclint.repository.gitignore import LARGEST, Patterns, parse


class IgnoreFiles:
    """The `.gitignore` files below a root, each of them read once, when it is first needed.

    A `.gitignore` that is a symbolic link has no patterns, as in git.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._patterns: dict[str, Patterns | None] = {}

    def hide(self, place: str) -> bool:
        """Whether git ignores a file or folder, or a folder that contains it. No link may be in its path.

        As in git, no pattern brings back what is in an ignored folder.
        """
        parts = place.split("/") if place else []
        folders = [f"{'/'.join(parts[:count])}/" for count in range(1, len(parts))]
        last = [f"{place}/" if (self._root / place).is_dir() else place] if place else []
        return any(map(self._is_ignored, [*folders, *last]))

    def _is_ignored(self, place: str) -> bool:
        """Whether a file, or a folder with a slash at its end, is ignored: the deepest file with a pattern decides."""
        folder = dirname(place.rstrip("/"))
        while True:
            patterns = self._patterns_in(folder)
            is_included = patterns.check(place[len(folder) :].lstrip("/")) if patterns else None
            if is_included is not None or not folder:
                return bool(is_included)
            folder = dirname(folder)

    def _patterns_in(self, folder: str) -> Patterns | None:
        if folder not in self._patterns:
            self._patterns[folder] = self._read(self._root / folder / ".gitignore")
        return self._patterns[folder]

    def _read(self, path: Path) -> Patterns | None:
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
                return None
            return parse(path.read_bytes())
        except OSError:
            return None
