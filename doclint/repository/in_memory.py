"""Repositories in memory, alone or on top of another one."""

from collections.abc import Callable, Hashable, Mapping
from posixpath import basename, dirname
from typing import TypeVar

from doclint.repository.history import Deletion
from doclint.repository.paths import inner
from doclint.repository.repository import Repository

_Answer = TypeVar("_Answer")


class Memory(Repository):
    """A repository of given files, by path from the root, with a history of given deletions.

    Raises UsageError if a path leads out of the root.
    """

    def __init__(
        self,
        files: Mapping[str, str | bytes],
        most: int | None = None,
        deletions: Mapping[str, Deletion] | None = None,
    ) -> None:
        super().__init__(most)
        self._head = "HEAD" if deletions else ""
        self._deletions = deletions or {}
        self.files = {inner(path): data for path, data in files.items()}
        self._folders: dict[str, dict[str, bool]] = {"": {}}
        for path in self.files:
            self._folders.setdefault(dirname(path), {})[basename(path)] = False
            while path := dirname(path):
                self._folders.setdefault(dirname(path), {})[basename(path)] = True

    def _read(self, path: str, size: int | None) -> bytes | None:
        data = self.files.get(path)
        return (data.encode(errors="surrogatepass") if isinstance(data, str) else data or b"")[:size]

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        return self._folders.get(folder)


class Overlay(Repository):
    """A repository in which some files replace those of another repository, or exist beside them."""

    def __init__(self, base: Repository, files: Mapping[str, str | bytes]) -> None:
        super().__init__(base.most)
        self._base = base
        self._files = Memory(files)

    def remembered(self, key: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """Return what `find` returns; see `Repository.remembered`.

        Answers about a path that the files do not touch are remembered by the other repository.
        """
        path = key[1] if isinstance(key, tuple) else None
        is_beneath = isinstance(path, str) and not self._files.exists(path)
        return self._base.remembered(key, find) if is_beneath else super().remembered(key, find)

    def deletion(self, path: str) -> Deletion | None:
        """Return how git last deleted a file of the other repository; see `Repository.deletion`."""
        return self._base.deletion(path)

    def _read(self, path: str, size: int | None) -> bytes | None:
        over = self._files if self._files.is_file(path) else self._base
        return (over.read(path) or b"")[:size]

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        below, above = self._base.listing(folder), self._files.listing(folder)
        return None if below is None and above is None else {**(below or {}), **(above or {})}
