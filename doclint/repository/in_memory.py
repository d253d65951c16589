"""Repositories in memory, alone or on top of another one."""

from collections.abc import Callable, Collection, Hashable, Mapping
from posixpath import basename, dirname
from typing import TypeVar

from doclint.repository.dependencies import Dependencies, folder_of_listing
from doclint.repository.history import CheckedOut, Deletion
from doclint.repository.paths import above, inner
from doclint.repository.repository import Repository

_Answer = TypeVar("_Answer")


class Memory(Repository):
    """A repository of given files, by path from the root, with a history of given deletions.

    Raises UsageError if a path leads out of the root.
    """

    def __init__(
        self, files: Mapping[str, str | bytes], most: int | None = None, deletions: Mapping[str, Deletion] | None = None
    ) -> None:
        super().__init__(most)
        self.checked_out = CheckedOut("HEAD" if deletions else "")
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
        self.checked_out = base.checked_out
        self.removed, self.deleted = base.removed, base.deleted
        self._files = Memory(files)
        self._changed = {"", *(place for path in self._files.files for place in above(path))}
        self._agreed: dict[tuple[str, bool], bool] = {}

    def answered(self, key: tuple[Hashable, ...], find: Callable[[], _Answer]) -> _Answer:
        """Return what `find` returns; see `Repository.answered`.

        The other repository remembers answers for which the files make no difference, so that the next overlay has
        them. It remembers only those with a path or another text as the second part of their key: others may keep this
        repository, to ask it later.
        """
        if key in self._remembered or not (len(key) > 1 and isinstance(key[1], str)):
            return super().answered(key, find)
        beneath = self._base.recalled(key)
        if beneath is not None and self._agree(beneath[1], self):
            self._remembered[key] = beneath
            return super().answered(key, find)
        answer = super().answered(key, find)
        found = self._remembered[key]
        if self._agree(found[1], self._base):
            self._base.keep(key, found)
        return answer

    def deletion(self, path: str) -> Deletion | None:
        """Return how git last deleted a file of the other repository; see `Repository.deletion`."""
        return self._base.deletion(path)

    def is_tracked(self, path: str) -> bool:
        """Whether git's index has a file of the other repository; see `Repository.is_tracked`."""
        return self._base.is_tracked(path)

    def is_submodule(self, path: str) -> bool:
        """Whether git's index has a submodule at a path of the other repository; see `Repository.is_submodule`."""
        return self._base.is_submodule(path)

    def _at(self, commit: str) -> Repository | None:
        return self._base.at(commit)

    def _read(self, path: str, size: int | None) -> bytes | None:
        over = self._files if self._files.is_file(path) else self._base
        return (over.read(path) or b"")[:size]

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        below, above = self._base.listing(folder), self._files.listing(folder)
        return None if below is None and above is None else {**(below or {}), **(above or {})}

    def _agree(self, dependencies: Dependencies, repository: Repository) -> bool:
        """Whether a repository, this or the other one, gives the recorded answers that the files may change."""
        own = Dependencies(
            _only(dependencies.entries, self._changed),
            {key: found for key, found in dependencies.listings.items() if folder_of_listing(key) in self._changed},
            _only(dependencies.contents, self._changed),
        )
        return repository.agrees(own) and all(
            self._part_agrees(name, part, repository) for name, part in dependencies.parts.items()
        )

    def _part_agrees(self, name: str, part: Dependencies, repository: Repository) -> bool:
        """Return the same for a part, which many answers share."""
        key = name, repository is self
        if key not in self._agreed:
            self._agreed[key] = self._agree(part, repository)
        return self._agreed[key]


def _only(answers: Mapping[str, _Answer], paths: Collection[str]) -> dict[str, _Answer]:
    return {path: answers[path] for path in answers.keys() & paths}
