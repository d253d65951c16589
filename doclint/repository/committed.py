"""Repositories as a commit has them."""

from pathlib import Path

from doclint.errors.exceptions import UsageError
from doclint.repository.git import Git
from doclint.repository.in_memory import Memory


class Committed(Memory):
    """The files that a commit has below a root, read by git when they are asked for.

    Raises UsageError if git does not know the commit.
    """

    def __init__(self, root: Path, commit: str, most: int | None = None) -> None:
        self._git = Git(root)
        self._commit = self._git.commit(commit)
        if not self._commit:
            raise UsageError(f"git knows no commit `{commit}`{self._git.hint}")
        super().__init__(
            dict.fromkeys(self._git.fields(["ls-tree", "-r", "-z", "--name-only", self._commit]), b""), most
        )

    def _read(self, path: str, size: int | None) -> bytes | None:
        return self._git.content(self._commit, path, size)


def at_commit(root: Path, commit: str, most: int | None = None) -> Committed | None:
    """Return what a commit has below a root; None if git does not know it, or if there is no git."""
    try:
        return Committed(root, commit, most)
    except UsageError:
        return None
