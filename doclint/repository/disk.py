"""Repositories on disk."""

import os
from collections.abc import Mapping
from pathlib import Path

from doclint.repository.memo import NO_MEMO, Memo
from doclint.repository.paths import above, is_inside, read_inside, read_regular
from doclint.repository.repository import Repository


class Folder(Repository):
    """A repository on disk. A link that leads out of the root exists, but there is nothing behind it."""

    def __init__(self, root: Path, most: int | None = None, memo: Memo = NO_MEMO) -> None:
        super().__init__(most, memo)
        self.root = root.resolve()
        self._links: set[str] = set()

    def _read(self, path: str, size: int | None) -> bytes | None:
        place = f"{self.root}/{path}"
        try:
            # A path without a link cannot lead out, and need not be resolved.
            if self._links and not self._links.isdisjoint(above(path)):
                return read_inside(Path(place), self.root, size)
            return read_regular(place, size)
        except OSError:
            return None

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        found: dict[str, bool] = {}
        try:
            with os.scandir(self.root / folder) as entries:
                for entry in entries:
                    found[entry.name] = self._is_folder(entry)
                    if entry.is_symlink():
                        self._links.add(f"{folder}/{entry.name}".lstrip("/"))
        except OSError:
            return None
        return found

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir() and (not entry.is_symlink() or is_inside(Path(entry.path), self.root))
        except OSError:
            return False
