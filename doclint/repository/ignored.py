"""What git ignores, according to the files on disk that say so."""

from functools import cached_property
from pathlib import Path
from posixpath import dirname

from doclint.repository.gitignore import LARGEST, Patterns, parse


class IgnoreFiles:
    """The `.gitignore` files of a root, those above it up to the top of the git repository, and `.git/info/exclude`.

    Each of them is read once, when it is first needed. One that is a symbolic link has no patterns, as in git.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._patterns: dict[Path, Patterns | None] = {}

    def hide(self, place: str) -> bool:
        """Whether git ignores a file or folder, given as a path from the root without links; the root never is.

        Files above the root count unless they ignore the root itself.
        """
        return bool(place) and self._hides(self._root / place, self._top)

    @cached_property
    def _top(self) -> Path:
        """The topmost folder whose patterns count."""
        top = next((one for one in (self._root, *self._root.parents) if (one / ".git").exists()), self._root)
        return self._root if self._hides(self._root, top) else top

    def _hides(self, path: Path, top: Path) -> bool:
        """Whether a path below `top`, or a folder between them, is ignored: no pattern brings back what is in one."""
        place = path.relative_to(top).as_posix()
        parts = place.split("/") if path != top else []
        folders = [f"{'/'.join(parts[:count])}/" for count in range(1, len(parts))]
        last = [f"{place}/" if path.is_dir() else place] if parts else []
        return any(self._is_ignored(one, top) for one in [*folders, *last])

    def _is_ignored(self, place: str, top: Path) -> bool:
        """Whether a file, or a folder with a slash at its end, is ignored: the deepest file with a pattern decides."""
        folder = dirname(place.rstrip("/"))
        while True:
            is_included = self._answer(top / folder / ".gitignore", place[len(folder) :].lstrip("/"))
            if is_included is not None:
                return is_included
            if not folder:
                return bool(self._answer(top / ".git" / "info" / "exclude", place))
            folder = dirname(folder)

    def _answer(self, file: Path, place: str) -> bool | None:
        """Return whether a file of patterns ignores a path from its folder; None if no pattern matches."""
        if file not in self._patterns:
            self._patterns[file] = self._read(file)
        patterns = self._patterns[file]
        return patterns.check(place) if patterns else None

    def _read(self, path: Path) -> Patterns | None:
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
                return None
            return parse(path.read_bytes())
        except OSError:
            return None
