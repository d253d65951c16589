"""The file of the cache: an SQLite database that several runs can read and write at the same time.

The cache is optional, so nothing in this module fails a run. A file that cannot be read or written counts as empty. A
file that is damaged, or that another program or version wrote, is replaced by a new one.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, Self, TypeAlias, TypeVar
from zlib import crc32

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.repository.memo import SeenFile

_ID = 0x646F636C  # the `application_id` that distinguishes our files from other SQLite files
_TABLES = """
    CREATE TABLE result (
        cache_key TEXT, path BLOB, found BLOB, notes BLOB, dependencies BLOB, checksum INTEGER,
        PRIMARY KEY (cache_key, path)
    );
    CREATE TABLE part (cache_key TEXT, digest TEXT, dependencies BLOB, PRIMARY KEY (cache_key, digest));
    CREATE TABLE answer (cache_key TEXT, digest TEXT, content BLOB, checksum INTEGER, PRIMARY KEY (cache_key, digest));
    CREATE TABLE seen_file (path BLOB PRIMARY KEY, state TEXT, digest TEXT);
    CREATE TABLE usage (cache_key TEXT PRIMARY KEY, used REAL);
"""
_VERSION = 6  # of the tables; increase it whenever they change
_PATIENCE = 2.0  # seconds to wait for another run that is writing
_BUSY = frozenset({
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
})  # fmt: skip
_FILE = expression(r"doclint-[0-9a-f]{32}\.sqlite(-journal|-wal|-shm)?")
_PAGE = 2**14  # bytes of a page of the database; most rows are smaller
_OTHER_KEYS = 8  # cache keys to keep besides those of a run, for configurations that are used alternately
_LARGEST = 512 * 2**20  # bytes of all files in a folder, and of a file with several configurations
_OLDEST = 30 * 24 * 3600  # seconds after which an unused file is deleted

_Answer = TypeVar("_Answer")
Key: TypeAlias = tuple[str, str]
"""A cache key, with what identifies a row under it: the path of a page, or the digest of dependencies or of what an
answer of the memo is about.
"""


class ResultRow(NamedTuple):
    """An encoded result of a page, with a checksum of its parts and of its key."""

    found: bytes
    notes: bytes
    dependencies: bytes
    checksum: int

    @classmethod
    def of(cls, key: Key, found: bytes, notes: bytes, dependencies: bytes) -> Self:
        """Return a row with the checksum that it needs under a key."""
        return cls(found, notes, dependencies, _checksum(key, found, notes, dependencies))

    def is_intact(self, key: Key) -> bool:
        """Whether the row is as it was written under this key."""
        try:
            return self.checksum == _checksum(key, *self[:3])
        except TypeError:  # a column that is not bytes
            return False


class Rows(Struct, frozen=True):
    """Rows of the store: results, dependencies that several pages share (encoded), and new ones only: answers of the
    memo, and files that were read, by path.
    """

    results: dict[Key, ResultRow]
    parts: dict[Key, bytes]
    answers: Mapping[Key, bytes] = {}
    seen_files: Mapping[str, SeenFile] = {}


class Store(Struct, frozen=True):
    """A file of results, shared dependencies and answers."""

    file: Path

    def rows(self, cache_keys: Collection[str]) -> Rows:
        """Return the results and parts under some cache keys, and mark these as used. Answers are read one by one."""

        def read(database: sqlite3.Connection) -> tuple[Rows, bool]:
            found = Rows({}, {})
            for key in cache_keys:
                results = database.execute(
                    "SELECT path, found, notes, dependencies, checksum FROM result WHERE cache_key = ?", (key,)
                )
                found.results.update(((key, os.fsdecode(path)), ResultRow(*row)) for path, *row in results)
                parts = database.execute("SELECT digest, dependencies FROM part WHERE cache_key = ?", (key,))
                found.parts.update(((key, digest), dependencies) for digest, dependencies in parts)
            last = database.execute("SELECT cache_key FROM usage ORDER BY used DESC LIMIT ?", (len(cache_keys),))
            return found, {key for (key,) in last} == set(cache_keys)

        if not self._exists():
            return Rows({}, {})
        with suppress(OSError):
            os.utime(self.file)
        found, are_last = self._transaction(read) or (Rows({}, {}), True)
        if found.results and not are_last:
            self._transaction(lambda database: _mark_used(database, cache_keys), begin="BEGIN IMMEDIATE")
        return found

    def seen_files(self) -> dict[str, SeenFile]:
        """Return the files that were read, by path. They need no checksum: after damage, doclint reads a file again."""

        def read(database: sqlite3.Connection) -> dict[str, SeenFile]:
            rows = database.execute("SELECT path, state, digest FROM seen_file")
            return {os.fsdecode(path): SeenFile(state, digest) for path, state, digest in rows}

        return self._transaction(read) or {} if self._exists() else {}

    def _exists(self) -> bool:
        return os.path.exists(self.file)  # noqa: PTH110 - `Path.exists` raises OSError for some paths

    def state(self) -> int | None:
        """Return the time at which the file changed or was read last, in nanoseconds; None if there is no file."""
        with suppress(OSError):
            return self.file.stat().st_mtime_ns
        return None

    def fact(self, key: Key) -> bytes | None:
        """Return an encoded answer of the memo; None if there is none, or if the file cannot be read at present."""
        place = f"{self.file.absolute().as_uri()}?mode=ro"
        query = "SELECT content, checksum FROM answer WHERE cache_key = ? AND digest = ?"
        with suppress(sqlite3.Error), closing(sqlite3.connect(place, timeout=_PATIENCE, uri=True)) as database:
            for content, checksum in database.execute(query, key):
                if isinstance(content, bytes) and checksum == _checksum(key, content):
                    return content
        return None

    def write(
        self,
        cache_keys: Collection[str],
        new: Rows,
        gone: Iterable[Key],
        unused: Iterable[Key],
        unseen: Iterable[str] = (),
        *,
        is_last: bool = True,
    ) -> None:
        """Add rows under some cache keys; delete the results `gone`, the parts `unused` and the `unseen` files.

        The last time in a run, also delete all rows of cache keys that have not been used recently.
        """

        def change(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM result WHERE cache_key = ? AND path = ?", map(_encoded, gone))
            results = ((*_encoded(key), *row) for key, row in new.results.items())
            database.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)", results)
            database.executemany("DELETE FROM part WHERE cache_key = ? AND digest = ?", unused)
            parts = ((*key, dependencies) for key, dependencies in new.parts.items())
            database.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?)", parts)
            answers = ((*key, content, _checksum(key, content)) for key, content in new.answers.items())
            database.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", answers)
            database.executemany("DELETE FROM seen_file WHERE path = ?", ((os.fsencode(path),) for path in unseen))
            seen_files = ((os.fsencode(path), *one) for path, one in new.seen_files.items())
            database.executemany("INSERT OR REPLACE INTO seen_file VALUES (?, ?, ?)", seen_files)
            _mark_used(database, cache_keys)
            if is_last:
                _delete_unused(database, len(cache_keys))

        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._transaction(change, begin="BEGIN IMMEDIATE")
        if is_last:
            _delete_old_files(self.file)

    def _transaction(
        self, act: Callable[[sqlite3.Connection], _Answer], *, begin: str = "BEGIN", is_new: bool = False
    ) -> _Answer | None:
        """Return the result of an act on the database, made in one transaction; None if the file cannot be used now.

        A file that is damaged or not ours is deleted, and the act is tried once more on a new one (`is_new`).
        """
        try:
            with closing(sqlite3.connect(self.file, timeout=_PATIENCE, isolation_level=None)) as database:
                # A power failure may lose or damage rows; those pages are then linted again.
                database.execute("PRAGMA synchronous = OFF")
                database.execute(f"PRAGMA page_size = {_PAGE}")  # has an effect on new files only
                database.execute(begin)
                _prepare(database)
                answer = act(database)
                database.execute("COMMIT")
                return answer
        except sqlite3.Error as error:
            if is_new or getattr(error, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & 0xFF in _BUSY:
                return None
        except (TypeError, ValueError):  # rows of types that doclint does not write
            if is_new:
                return None
        with suppress(OSError):
            self.file.unlink()
        return self._transaction(act, begin=begin, is_new=True)


def _prepare(database: sqlite3.Connection) -> None:
    """Create the tables in a new file. Raise DatabaseError if the file is not one of this version of doclint."""
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (id_,), (version,) = (database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if (id_, version, tables) == (0, 0, 0):
        for statement in (*_TABLES.split(";"), f"PRAGMA application_id = {_ID}", f"PRAGMA user_version = {_VERSION}"):
            database.execute(statement)
    elif (id_, version) != (_ID, _VERSION):
        raise sqlite3.DatabaseError("another program, or another version of doclint, wrote this file")


def _mark_used(database: sqlite3.Connection, cache_keys: Iterable[str]) -> None:
    now = time.time()
    database.executemany("INSERT OR REPLACE INTO usage VALUES (?, ?)", ((key, now) for key in cache_keys))


def _size(database: sqlite3.Connection) -> int:
    """Return how many bytes of the file hold data."""
    pages, free, size = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _delete_unused(database: sqlite3.Connection, in_use: int) -> None:
    """Delete the rows of cache keys that have not been used recently; `in_use` is how many keys this run uses."""
    is_full = _size(database) >= _LARGEST
    most = in_use if is_full else in_use + _OTHER_KEYS
    old = "SELECT cache_key FROM usage ORDER BY used DESC LIMIT -1 OFFSET ?"
    for table in ("result", "part", "answer", "usage"):
        database.execute(f"DELETE FROM {table} WHERE cache_key IN ({old})", (most,))  # noqa: S608 - our own names
    if is_full:  # answers about contents that no longer exist pile up under one cache key
        database.execute("DELETE FROM answer WHERE rowid <= (SELECT avg(rowid) FROM answer)")


def _checksum(key: Key, *parts: bytes) -> int:
    """Return a checksum of a row and its key. It reveals damage, not forgery."""
    found = crc32(os.fsencode("\0".join(key)))
    for part in parts:
        found = crc32(part, found)
    return found


def _encoded(key: Key) -> tuple[str, bytes]:
    # File names need not be valid UTF-8.
    return key[0], os.fsencode(key[1])


def files(folder: Path) -> Iterator[Path]:
    """Yield the files of all stores in a folder, and those that SQLite leaves behind if a run is killed."""
    # `Path.glob` raises an error for some folders in Python 3.11 to 3.13, and for none in 3.14.
    names = next(os.walk(folder), ((), (), ()))[2]
    return (folder / name for name in names if _FILE.fullmatch(name) and (folder / name).is_file())


def _delete_old_files(file: Path) -> None:
    """Delete the stores beside a file that have not been used for long, and the oldest ones while all are too large."""
    with suppress(OSError):
        found = sorted(((path.stat(), path) for path in files(file.parent)), key=lambda one: -one[0].st_mtime)
        size = 0
        for status, path in found:
            size += status.st_size
            if path != file and (size > _LARGEST or status.st_mtime < time.time() - _OLDEST):
                path.unlink(missing_ok=True)
