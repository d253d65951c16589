"""What is really there: the files that pages make claims about.

Paths are in posix form from the root of the repository, which itself is the empty path. Nothing outside the root is
ever looked at.
"""

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from operator import eq
from pathlib import Path
from posixpath import basename, dirname, normpath, split
from stat import S_ISREG
from typing import Any, TypeVar

from doclint.errors.exceptions import UsageError
from doclint.repository import atomic as storage
from doclint.repository.dependencies import ABSENT, FILE, FOLDER, Dependencies, digest
from doclint.repository.memo import NO_MEMO, Memo

_Answer = TypeVar("_Answer")
_LONGEST = 4096  # characters of a path; no system has longer ones
_RECENT = 4  # files that are known for a while: the next page asks for what the last one did


class _Answers(dict[str, _Answer]):
    """What was found out about some paths. It is looked for once, when it is first asked for."""

    def __init__(self, find: Callable[[str], _Answer]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, path: str) -> _Answer:
        answer = self[path] = self._find(path)
        return answer

    def agree(self, others: Mapping[str, _Answer]) -> bool:
        """Whether these are the answers of others, too."""
        return all(map(eq, map(self.__getitem__, others), others.values()))


class Repository(ABC):
    """Files and folders by path, with names compared exactly, on every system.

    Of a file with more than `most` bytes one byte more than that is read, by which it can be told; None reads all.
    Everything that is asked is noted, so that one can tell later whether the answers are still the same. What contents
    say by themselves may be among the `facts`.
    """

    def __init__(self, most: int | None = None, memo: Memo = NO_MEMO) -> None:
        self.most = most
        self.memo = memo
        self._entries = _Answers(self._entry)
        self._listings: dict[str, Mapping[str, bool] | None] = {}
        self._digests = _Answers(self._digest_of_content)
        self._digests_of_names = _Answers(self._digest_of_names)
        self._remembered: dict[Hashable, tuple[Any, Dependencies]] = {}
        self._recent: dict[str, tuple[bytes | None, str | None]] = {}
        self._recorded = Dependencies()

    @contextmanager
    def recording(self) -> Iterator[Dependencies]:
        """What is asked meanwhile."""
        before, self._recorded = self._recorded, Dependencies()
        try:
            yield self._recorded
        finally:
            self._recorded = before

    def read(self, path: str) -> bytes | None:
        """The content of a file; None if there is no such file or it cannot be read."""
        if path not in self._recent:
            data = self._content(path)
            while len(self._recent) >= _RECENT:
                del self._recent[next(iter(self._recent))]
            self._recent[path] = data, None if data is None else digest(data)
        data, self._recorded.contents[path] = self._recent[path]
        return data

    def page(self, path: str) -> bytes | None:
        """The content of a file that is read whole; None if it cannot be, or is larger than files may be, which is
        noted.
        """
        data = self.read(path)
        if data is not None and self.most is not None and len(data) > self.most:
            self._recorded.too_large.add(path)
            return None
        return data

    def listing(self, folder: str) -> Mapping[str, bool] | None:
        """The names in a folder, each with whether it is a folder; None if there is no such folder."""
        names = self._names(folder)
        self._recorded.listings[folder] = self._digests_of_names[folder]
        return names

    def entry(self, path: str) -> int:
        """What is at a path, with exactly that name: ABSENT, FILE or FOLDER."""
        if len(path) > _LONGEST:
            return ABSENT
        found = self._recorded.entries[path] = self._entries[path]
        return found

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder with exactly that name."""
        return self.entry(path) != ABSENT

    def is_folder(self, path: str) -> bool:
        return self.entry(path) == FOLDER

    def is_file(self, path: str) -> bool:
        return self.entry(path) == FILE

    def other_case(self, path: str) -> str | None:
        """The path of something whose name differs only in case, if there is exactly one."""
        found = [""]
        for part in path[:_LONGEST].split("/"):
            names = [(folder, name) for folder in found for name in self._folded(folder).get(part.casefold(), ())]
            found = [f"{folder}/{name}".lstrip("/") for folder, name in names[:2]]
        return found[0] if len(found) == 1 else None

    def remembered(self, key: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """What `find` answers; it is asked once for each key. Whoever wants to know has asked what it asks."""
        if key not in self._remembered:
            with self.recording() as dependencies:
                answer = find()
            self._remembered[key] = answer, dependencies
        answer, dependencies = self._remembered[key]
        self._recorded.take(dependencies)
        return answer

    def agrees(self, dependencies: Dependencies) -> bool:
        """Whether the answers to some questions are the same now; their parts are not looked at."""
        return (
            self._entries.agree(dependencies.entries)
            and self._digests_of_names.agree(dependencies.listings)
            and self._digests.agree(dependencies.contents)
        )

    def _digest_of_content(self, path: str) -> str | None:
        data = self._content(path)
        return None if data is None else digest(data)

    def _content(self, path: str) -> bytes | None:
        size = None if self.most is None else self.most + 1
        return self._read(path, size) if self._entries[path] == FILE else None

    def _entry(self, path: str) -> int:
        if not path:
            return FOLDER
        folder, name = split(path)
        is_folder = (self._names(folder) or {}).get(name)
        return ABSENT if is_folder is None else FOLDER if is_folder else FILE

    def _names(self, folder: str) -> Mapping[str, bool] | None:
        if folder not in self._listings:
            self._listings[folder] = self._list(folder) if self._is_reachable(folder) else None
        return self._listings[folder]

    def _digest_of_names(self, folder: str) -> str | None:
        names = self._names(folder)
        return None if names is None else digest(repr(sorted(names.items())).encode(errors="surrogatepass"))

    @abstractmethod
    def _read(self, path: str, size: int | None) -> bytes | None:
        """The first bytes of a file that is there, all of them for None."""

    @abstractmethod
    def _list(self, folder: str) -> Mapping[str, bool] | None:
        """The names in a folder that is reachable from the root."""

    def _is_reachable(self, folder: str) -> bool:
        """Whether every folder on the way from the root is there; asked from the root on, so that no link is followed
        out.
        """
        if len(folder) > _LONGEST:
            return False
        above = ""
        for part in folder.split("/") if folder else ():
            if above not in self._listings:
                self._listings[above] = self._list(above)
            if not (self._listings[above] or {}).get(part, False):
                return False
            above = f"{above}/{part}" if above else part
        return True

    def _folded(self, folder: str) -> dict[str, list[str]]:
        def fold() -> dict[str, list[str]]:
            names: dict[str, list[str]] = {}
            for name in self.listing(folder) or ():
                names.setdefault(name.casefold(), []).append(name)
            return names

        return self.remembered(("folded", folder), fold)


def inner(path: str) -> str:
    """A path from the root in its shortest form. Raises UsageError for one that is absolute, leads out, or is empty.

    >>> inner("docs/./a.md")
    'docs/a.md'
    """
    normal = normpath(path)
    if path.startswith("/") or normal in {".", ".."} or normal.startswith("../"):
        raise UsageError(f"`{path}` is no path of a file from the root of a repository")
    return normal


def absolute(path: Path) -> Path:
    """The path from the root of the file system. A link is the file it is called, not the one it leads to."""
    return path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()


def above(path: str) -> Iterator[str]:
    """A path and the folders that it lies in, but for the root."""
    while path:
        yield path
        path = dirname(path)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, with all links on it followed, lies below a root, which is resolved already."""
    try:
        return path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def read_inside(path: Path, root: Path, size: int | None = None) -> bytes | None:
    """The content of a regular file below a root, which is resolved already; of a size in bytes, only its beginning.

    Anything else is None: a link could lead out of the root, a pipe could keep us waiting for ever. Raises OSError for
    a file that cannot be read.
    """
    return _content(str(path), size) if path.is_file() and is_inside(path, root) else None


def _content(path: str, size: int | None) -> bytes | None:
    status = os.stat(path)  # noqa: PTH116 - this is done for every page, and a path takes as long again
    if not S_ISREG(status.st_mode):
        return None
    # As much memory as is asked for is taken, whatever there is to read.
    if size is not None and size < status.st_size:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(size)
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - what is read at once needs no buffer
        return file.read()


def replace_inside(path: Path, root: Path, old: bytes, new: bytes) -> None:
    """Write the content of a file below a root that `read_inside` gave as `old`: all of it or nothing.

    The file keeps its mode; of a link, what it leads to is written. Raises OSError if the file is not to be written, or
    is not what it was.
    """
    place = path.resolve()
    if not is_inside(place, root) or not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with storage.whole(place) as stream:
        stream.write(new)
        _expect(place, root, old)


def _expect(path: Path, root: Path, data: bytes) -> None:
    if read_inside(path, root) != data:
        raise OSError(errno.EBUSY, "something else has changed it meanwhile", str(path))


class Folder(Repository):
    """A repository on disk. Links that lead out of the root are there, but nothing behind them is."""

    def __init__(self, root: Path, most: int | None = None, memo: Memo = NO_MEMO) -> None:
        super().__init__(most, memo)
        self.root = root.resolve()
        self._links: set[str] = set()

    def _read(self, path: str, size: int | None) -> bytes | None:
        place = f"{self.root}/{path}"
        try:
            # Where no link is on the way, nobody can be led out.
            if self._links and not self._links.isdisjoint(above(path)):
                return read_inside(Path(place), self.root, size)
            return _content(place, size)
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


class Memory(Repository):
    """A repository of texts that are at hand, each under its path. Raises UsageError for a path that leads out."""

    def __init__(self, files: Mapping[str, str | bytes], most: int | None = None) -> None:
        super().__init__(most)
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
    """A repository with some files in place of those it has, or beside them."""

    def __init__(self, base: Repository, files: Mapping[str, str | bytes]) -> None:
        super().__init__(base.most)
        self._base = base
        self._files = Memory(files)

    def remembered(self, key: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """What lies beneath remembers what has nothing to do with the files above."""
        path = key[1] if isinstance(key, tuple) else None
        is_beneath = isinstance(path, str) and not self._files.exists(path)
        return self._base.remembered(key, find) if is_beneath else super().remembered(key, find)

    def _read(self, path: str, size: int | None) -> bytes | None:
        over = self._files if self._files.is_file(path) else self._base
        return (over.read(path) or b"")[:size]

    def _list(self, folder: str) -> Mapping[str, bool] | None:
        below, above = self._base.listing(folder), self._files.listing(folder)
        return None if below is None and above is None else {**(below or {}), **(above or {})}
