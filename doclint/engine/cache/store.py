"""A store: rows of the cache in a file of SQLite, which several runs can read and write at once.

It is no more than a help: where the file cannot be read or written, there is nothing in it, and where it is broken or
somebody else's, it is begun anew.
"""

import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self, TypeAlias, TypeVar
from zlib import crc32

_ID = 0x646F636C  # what tells our files from others of SQLite
_TABLES = """
    CREATE TABLE verdict (
        stamp TEXT, path BLOB, found BLOB, notes BLOB, asked BLOB, seal INTEGER, PRIMARY KEY (stamp, path)
    );
    CREATE TABLE part (stamp TEXT, digest TEXT, asked BLOB, PRIMARY KEY (stamp, digest));
    CREATE TABLE fact (stamp TEXT, key TEXT, content BLOB, seal INTEGER, PRIMARY KEY (stamp, key));
    CREATE TABLE stamp (stamp TEXT PRIMARY KEY, used REAL);
"""
_VERSION = 4  # of the tables
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
_FILE = re.compile(r"doclint-[0-9a-f]{32}\.sqlite(-journal|-wal|-shm)?")
_PAGE = 2**14  # bytes of the file that are read at once; most rows have fewer
_STAMPS = 8  # that are kept beside those of a run: configurations that take turns
_LARGEST = 512 * 2**20  # bytes of all files in a folder, and of a file with several configurations
_OLDEST = 30 * 24 * 3600  # seconds that a file is kept unused

_Answer = TypeVar("_Answer")
Key: TypeAlias = tuple[str, str]
"""The stamp of a page, and its path; the stamp of those who ask the same questions, and the digest of these; or the
stamp of what finds facts out, and the key of one.
"""


class Row(NamedTuple):
    """What is kept of a page: the parts of a sealed verdict, and a checksum of them and of the key."""

    found: bytes
    notes: bytes
    dependencies: bytes
    seal: int

    @classmethod
    def of(cls, key: Key, found: bytes, notes: bytes, dependencies: bytes) -> Self:
        """A row with its checksum."""
        return cls(found, notes, dependencies, _seal(key, found, notes, dependencies))

    def is_intact(self, key: Key) -> bool:
        """Whether nothing has befallen it."""
        try:
            return self.seal == _seal(key, *self[:3])
        except TypeError:  # what is no bytes
            return False


class Content(NamedTuple):
    """What is kept under some stamps: rows, questions that several pages ask, and what is new of facts."""

    rows: dict[Key, Row]
    parts: dict[Key, bytes]
    memo: Mapping[Key, bytes] = {}


@dataclass(frozen=True)
class Store:
    """A file of rows and of questions that they have in common, by their keys."""

    file: Path

    def content(self, cache_keys: Collection[str]) -> Content:
        """What is kept under some stamps, which are in use then."""

        def read(database: sqlite3.Connection) -> tuple[Content, bool]:
            found = Content({}, {})
            for stamp in cache_keys:
                rows = database.execute("SELECT path, found, notes, asked, seal FROM verdict WHERE stamp = ?", (stamp,))
                found.rows.update(((stamp, os.fsdecode(path)), Row(*row)) for path, *row in rows)
                parts = database.execute("SELECT digest, asked FROM part WHERE stamp = ?", (stamp,))
                found.parts.update(((stamp, digest), dependencies) for digest, dependencies in parts)
            last = database.execute("SELECT stamp FROM stamp ORDER BY used DESC LIMIT ?", (len(cache_keys),))
            return found, {stamp for (stamp,) in last} == set(cache_keys)

        if not os.path.exists(self.file):  # noqa: PTH110 - whatever is in the way, there is no such file
            return Content({}, {})
        with suppress(OSError):
            os.utime(self.file)
        found, are_last = self._tried(read) or (Content({}, {}), True)
        if found.rows and not are_last:
            self._tried(lambda database: _use(database, cache_keys), begin="BEGIN IMMEDIATE")
        return found

    def fact(self, key: Key) -> bytes | None:
        """What is kept as a fact; None if there is no such thing, or nothing to be read at present."""
        place = f"{self.file.absolute().as_uri()}?mode=ro"
        with suppress(sqlite3.Error), closing(sqlite3.connect(place, timeout=_PATIENCE, uri=True)) as database:
            for content, seal in database.execute("SELECT content, seal FROM fact WHERE stamp = ? AND key = ?", key):
                if isinstance(content, bytes) and seal == _seal(key, content):
                    return content
        return None

    def write(self, cache_keys: Collection[str], new: Content, gone: Iterable[Key], unused: Iterable[Key]) -> None:
        """Add rows and questions under some stamps, and take others away, with all of stamps that were not used for
        long.
        """

        def add(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM verdict WHERE stamp = ? AND path = ?", map(_encoded, gone))
            rows = ((*_encoded(key), *row) for key, row in new.rows.items())
            database.executemany("INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?)", rows)
            database.executemany("DELETE FROM part WHERE stamp = ? AND digest = ?", unused)
            parts = ((*key, dependencies) for key, dependencies in new.parts.items())
            database.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?)", parts)
            memo = ((*key, content, _seal(key, content)) for key, content in new.memo.items())
            database.executemany("INSERT OR REPLACE INTO fact VALUES (?, ?, ?, ?)", memo)
            _use(database, cache_keys)
            _forget(database, len(cache_keys))

        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._tried(add, begin="BEGIN IMMEDIATE")
        _make_room(self.file)

    def _tried(
        self, act: Callable[[sqlite3.Connection], _Answer], *, begin: str = "BEGIN", is_new: bool = False
    ) -> _Answer | None:
        """What comes of an act on the file, all of it or nothing; None if there is nothing to be done at present."""
        try:
            with closing(sqlite3.connect(self.file, timeout=_PATIENCE, isolation_level=None)) as database:
                # Where the power fails, rows may be lost or broken, and are judged anew.
                database.execute("PRAGMA synchronous = OFF")
                database.execute(f"PRAGMA page_size = {_PAGE}")  # of a new file
                database.execute(begin)
                _prepare(database)
                answer = act(database)
                database.execute("COMMIT")
                return answer
        except sqlite3.Error as error:
            if is_new or getattr(error, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & 0xFF in _BUSY:
                return None
        except (TypeError, ValueError):  # rows that nobody of ours has written
            if is_new:
                return None
        with suppress(OSError):
            self.file.unlink()
        return self._tried(act, begin=begin, is_new=True)


def _prepare(database: sqlite3.Connection) -> None:
    """Make the tables of a new file. Raises DatabaseError for a file that is not ours."""
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (id_,), (version,) = (database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if (id_, version, tables) == (0, 0, 0):
        for statement in (*_TABLES.split(";"), f"PRAGMA application_id = {_ID}", f"PRAGMA user_version = {_VERSION}"):
            database.execute(statement)
    elif (id_, version) != (_ID, _VERSION):
        raise sqlite3.DatabaseError("this is the file of another program, or of another version")


def _use(database: sqlite3.Connection, cache_keys: Iterable[str]) -> None:
    """Some stamps are those that were used last."""
    now = time.time()
    database.executemany("INSERT OR REPLACE INTO stamp VALUES (?, ?)", ((stamp, now) for stamp in cache_keys))


def _size(database: sqlite3.Connection) -> int:
    """The bytes of a file that hold something."""
    pages, free, size = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _forget(database: sqlite3.Connection, in_use: int) -> None:
    """Take away what belongs to no stamp that was used lately. So many are in use now."""
    is_full = _size(database) >= _LARGEST
    most = in_use if is_full else in_use + _STAMPS
    old = "SELECT stamp FROM stamp ORDER BY used DESC LIMIT -1 OFFSET ?"
    for table in ("verdict", "part", "fact", "stamp"):
        database.execute(f"DELETE FROM {table} WHERE stamp IN ({old})", (most,))  # noqa: S608 - our own names
    if is_full:  # contents that are gone leave facts behind
        database.execute("DELETE FROM fact WHERE rowid <= (SELECT avg(rowid) FROM fact)")


def _seal(key: Key, *parts: bytes) -> int:
    """A checksum of what is kept under a key, and of that: to tell what is broken, not what is forged."""
    found = crc32(os.fsencode("\0".join(key)))
    for part in parts:
        found = crc32(part, found)
    return found


def _encoded(key: Key) -> tuple[str, bytes]:
    # Names of files need not be UTF-8.
    return key[0], os.fsencode(key[1])


def files(folder: Path) -> Iterator[Path]:
    """The files of all stores in a folder, with those that SQLite leaves behind where a run is killed."""
    return (path for path in folder.glob("doclint-*") if _FILE.fullmatch(path.name) and path.is_file())


def _make_room(file: Path) -> None:
    """Delete what was not used for long, and the oldest files beside this one as long as there is too much."""
    with suppress(OSError):
        found = sorted(((path.stat(), path) for path in files(file.parent)), key=lambda one: -one[0].st_mtime)
        size = 0
        for status, path in found:
            size += status.st_size
            if path != file and (size > _LARGEST or status.st_mtime < time.time() - _OLDEST):
                path.unlink(missing_ok=True)
