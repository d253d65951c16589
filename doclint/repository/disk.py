"""Repositories on disk."""

import os
from collections.abc import Mapping, Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from doclint.errors.exceptions import UsageError
from doclint.repository.dependencies import FILE
from doclint.repository.gitignore import IgnoreFiles
from doclint.repository.history import CheckedOut, Deletion, checked_out, deletions, renames, tracked
from doclint.repository.in_memory import Memory
from doclint.repository.memo import NO_MEMO, NO_SEEN_FILES, Memo, SeenFiles, state_of
from doclint.repository.paths import above, is_in_git, may_read, read_regular
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.repository.git import Blobs, Git


class Folder(Repository):
    """A repository on disk.

    A link that leads out of the root, to `.git` or, unless `respect_gitignore` is False, to what git ignores, exists,
    but there is nothing behind it. Nothing below `.git` is read without a link either. A file whose
    digest `seen_files` knows is not read to see whether it has changed.
    """

    def __init__(
        self,
        root: Path,
        most: int | None = None,
        memo: Memo = NO_MEMO,
        seen_files: SeenFiles = NO_SEEN_FILES,
        *,
        respect_gitignore: bool = True,
        is_compared: bool = True,
    ) -> None:
        super().__init__(most, memo, is_compared=is_compared)
        self.seen_files = seen_files
        self.root = root.resolve()
        self._place = str(self.root)
        self._ignored = IgnoreFiles(self.root) if respect_gitignore else None
        self._links: set[str] = set()

    @cached_property
    def checked_out(self) -> CheckedOut:
        return checked_out(self.root)

    def deletion(self, path: str) -> Deletion | None:
        found = super().deletion(path)
        if found is None or found.new_path:
            return found
        question = ("renames", found.commit)
        renamed = self.memo.of(b"", question, dict[str, str], lambda: renames(self.root, found.commit))
        return found._replace(new_path=renamed.get(path, ""))

    @cached_property
    def _deletions(self) -> Mapping[str, Deletion]:
        question = ("deletions", self._head)
        return self.memo.of(b"", question, dict[str, Deletion], lambda: deletions(self.root, self._head))

    def _at(self, commit: str) -> Repository | None:
        return at_commit(self.root, commit, self.most) if self.checked_out.commit else None

    @cached_property
    def _tracked(self) -> AbstractSet[str]:
        return tracked(self.root)

    def _digest_of_content(self, path: str) -> str | None:
        state = self._state(path)
        known = None if state is None else self.seen_files.digest(path, state)
        return known or super()._digest_of_content(path)

    def _digested(self, path: str) -> tuple[bytes | None, str | None]:
        # If the file changes while it is read, it has another state afterwards.
        state = self._state(path)
        data, found = super()._digested(path)
        if data is not None and found is not None and state is not None and not self._is_too_large(data):
            self.seen_files.add(path, state, found)
        return data, found

    def _state(self, path: str) -> str | None:
        """Return what identifies the state of a file that doclint remembers, as `state_of` does; None behind links."""
        if not self.seen_files.is_kept or is_in_git(path) or self._entries[path] != FILE or self._is_behind_link(path):
            return None
        return state_of(f"{self._place}/{path}")

    def _read(self, path: str, size: int | None) -> bytes | None:
        place = f"{self._place}/{path}"
        if is_in_git(path):
            return None
        try:
            # A path without a link cannot lead out, and need not be resolved.
            if self._is_behind_link(path) and not self._may_follow(place):
                return None
            return read_regular(place, size)
        except OSError:
            return None

    def _is_behind_link(self, path: str) -> bool:
        return bool(self._links) and not self._links.isdisjoint(above(path))

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        found: dict[str, bool] = {}
        if is_in_git(folder):
            return None
        try:
            # Not `self.root / folder`: on Windows, `C:/a` would replace the root.
            with os.scandir(f"{self._place}/{folder}") as entries:
                for entry in entries:
                    found[entry.name] = self._is_folder(entry)
                    if entry.is_symlink():
                        self._links.add(f"{folder}/{entry.name}".lstrip("/"))
        except OSError:
            return None
        return found

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir() and (not entry.is_symlink() or self._may_follow(entry.path))
        except OSError:
            return False

    def _may_follow(self, path: str) -> bool:
        return may_read(Path(path), self.root, self._ignored)


class Committed(Memory):
    """The files that a commit has below the root of git, which reads them, or `blobs`, when they are asked for.

    Raises UsageError if git does not know the commit.
    """

    def __init__(self, git: "Git", commit: str, most: int | None = None, blobs: "Blobs | None" = None) -> None:
        self._blobs = blobs or git
        self._commit = git.commit(commit)
        if not self._commit:
            raise UsageError(f"git knows no commit `{commit}`{git.hint}")
        super().__init__(dict.fromkeys(git.fields(["ls-tree", "-r", "-z", "--name-only", self._commit]), b""), most)

    def _read(self, path: str, size: int | None) -> bytes | None:
        return self._blobs.content(self._commit, path, size)


def at_commit(root: Path, commit: str, most: int | None = None) -> Committed | None:
    """Return what a commit has below a root; None if git does not know it, or if there is no git."""
    from doclint.repository.git import Git

    try:
        return Committed(Git(root), commit, most)
    except UsageError:
        return None
