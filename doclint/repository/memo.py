"""What is kept from one run to the next: a memo of answers about contents, and the digests of files.

A result is about a page and everything around it. When such a result no longer holds, the memo still spares parsing:
what a grammar reads in a source depends on the content of the source alone.

The digests of files are kept as well. As for the index of git, a file whose size, times and inode are the same has the
same content, unless it was changed in the very tick of the clock in which it was read ("racily clean"). Source: git
2.47, `Documentation/technical/racy-git.txt`.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from stat import S_ISREG
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct, json

from doclint.repository.dependencies import digest

_Answer = TypeVar("_Answer")
_LARGEST = 2**20  # bytes of an encoded answer that is kept; an answer can be several times as large as its source


class AnswerStore(Protocol):
    """A store that keeps answers from one run to the next."""

    def fact(self, key: tuple[str, str]) -> bytes | None:
        """Return the answer under a key, a cache key and a digest; None if there is none."""


class MemoStore(Struct, frozen=True):
    """A store of answers, and the cache key of the code that finds them."""

    store: AnswerStore
    cache_key: str


class Memo:
    """The answers of a run: those of a store, and new ones. Without a store, nothing is remembered."""

    def __init__(self, memo_store: MemoStore | None = None) -> None:
        self._store = memo_store
        self._new: dict[str, bytes] = {}

    def of(self, data: bytes, question: tuple[object, ...], form: Any, find: Callable[[], _Answer]) -> _Answer:
        """Return the answer to a question about a content: from the store, or else what `find` returns.

        `question` has everything that the answer depends on besides the content and the code. `form` is the type of the
        answer, by which msgspec decodes it.
        """
        if self._store is None:
            return find()
        key = digest(b"\0".join([repr(question).encode(errors="surrogatepass"), data]))
        stored = self._store.store.fact((self._store.cache_key, key))
        if stored is not None:
            with suppress(ValueError):
                answer: _Answer = json.decode(stored, type=form)
                return answer
        answer = find()
        with suppress(ValueError):  # half of a surrogate pair, which JSON cannot have
            encoded = json.encode(answer)
            if len(encoded) <= _LARGEST:
                self._new[key] = encoded
        return answer

    def taken(self) -> dict[str, bytes]:
        """Return the new answers since the last call, encoded, by the digest of content and question."""
        new, self._new = self._new, {}
        return new


NO_MEMO = Memo()
"""A memo that remembers nothing."""


TICK = 100_000_000
"""Nanoseconds in which a file may change twice without another time; kernels update their clock every 1 to 10 ms."""
# Times that are multiples of this come from a file system that keeps no finer ones, such as FAT or exFAT. Theirs may be
# those of the last modification, which programs can set.
_COARSE = 10_000_000  # nanoseconds
# On Windows, `st_ctime` is the time when a file was made, and programs can set the time of its last change.
_HAS_CHANGE_TIMES = os.name == "posix"


class SeenFile(NamedTuple):
    """What identifies the state of a file, and the digest of its content in that state."""

    state: str
    digest: str


def state_of(path: str) -> str | None:
    """Return what identifies the state of a regular file: another content has another state.

    Return None if there is no such file, or if its content may change while its state does not: because it changed just
    now, or because the system keeps no times of changes, or only coarse ones.
    """
    if not _HAS_CHANGE_TIMES:
        return None
    now = time.time_ns()
    try:
        status = os.stat(path)  # noqa: PTH116 - this runs for every file, and a Path takes as long again
    except (OSError, ValueError):
        return None
    changed = status.st_ctime_ns
    if not S_ISREG(status.st_mode) or not changed % _COARSE or changed > now - TICK:
        return None
    return f"{status.st_size} {status.st_mtime_ns} {changed} {status.st_ino} {status.st_dev}"


class SeenFiles:
    """The files that earlier runs have read, by path, and those that this run reads, which `taken` returns.

    With `is_kept` false, no file is remembered.
    """

    def __init__(self, known: Mapping[str, SeenFile] | None = None, *, is_kept: bool = True) -> None:
        self.is_kept = is_kept
        self._known = known or {}
        self._asked: set[str] = set()
        self._new: dict[str, SeenFile] = {}

    def digest(self, path: str, state: str) -> str | None:
        """Return the digest of a file in a state; None if no run has read it in that state."""
        self._asked.add(path)
        seen = self._known.get(path)
        return seen.digest if seen is not None and seen.state == state else None

    def add(self, path: str, state: str, digest: str) -> None:
        """Remember the digest of a file. The state must be that of before the file was read."""
        self._new[path] = SeenFile(state, digest)

    def taken(self) -> dict[str, SeenFile]:
        """Return the files that were added since the last call."""
        new, self._new = self._new, {}
        return new

    def unused(self, read: Iterable[str]) -> set[str]:
        """Return the paths of known files that no one asked for, without those of files that were `read` elsewhere."""
        return self._known.keys() - self._asked - set(read)


NO_SEEN_FILES = SeenFiles(is_kept=False)
"""Remembers nothing."""
