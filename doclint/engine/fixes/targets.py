"""The targets of fixes: where a page is read before it is fixed, and written afterwards."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from doclint.repository.paths import is_own_file, replace_inside
from doclint.repository.repository import Repository


class Targets(Protocol):
    """Pages, by path from the root, that fixes can change. `texts` has those in memory, as they are now."""

    texts: dict[str, bytes]

    def repository(self) -> Repository | None:
        """Return the files around the pages as they are now; None if only the pages are known."""

    def read(self, path: str, repository: Repository | None) -> bytes | None:
        """Return the content of a page, given what `repository` returned; None if it cannot be read."""

    def refusal(self, path: str) -> str:
        """Return why a page is not to be changed, whatever its fixes are; empty if it may be."""

    def write(self, path: str, before: bytes, after: bytes) -> None:
        """Replace the content of a page. Raises OSError if that fails, or if the page is not as it was `before`."""


class FileTargets:
    """Pages that are files below a root."""

    def __init__(self, root: Path, repository: Callable[[], Repository]) -> None:
        self.texts: dict[str, bytes] = {}
        self._root = root
        self._open = repository

    def repository(self) -> Repository:
        """Return the files below the root."""
        return self._open()

    def read(self, path: str, repository: Repository | None) -> bytes | None:
        """Return the content of a file."""
        return repository.read(path) if repository else None

    def refusal(self, path: str) -> str:
        """Return why doclint writes no fixes to a file."""
        is_own = is_own_file(self._root / path, self._root)
        return "" if is_own else "doclint fixes only regular files, and this is a symbolic link or below one"

    def write(self, path: str, before: bytes, after: bytes) -> None:
        """Replace a file."""
        replace_inside(self._root / path, self._root, before, after)


class TextTargets:
    """Pages that a caller gave. `around` returns the other files with these texts in their place."""

    def __init__(self, texts: Mapping[str, bytes], around: Callable[[Mapping[str, bytes]], Repository | None]) -> None:
        self.texts = dict(texts)
        self._around = around

    def repository(self) -> Repository | None:
        """Return the other files, with the texts as they are now."""
        return self._around(self.texts)

    def read(self, path: str, repository: Repository | None) -> bytes | None:  # noqa: ARG002 - texts need none
        """Return a text."""
        return self.texts.get(path)

    def refusal(self, path: str) -> str:  # noqa: ARG002 - the path does not matter
        """Return an empty text, because every text may be changed."""
        return ""

    def write(self, path: str, before: bytes, after: bytes) -> None:  # noqa: ARG002 - no other program changes texts
        """Replace a text."""
        self.texts[path] = after
