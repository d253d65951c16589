"""A store: rows of the cache in a file of SQLite, which several runs can read and write at once.

It is no more than a help: where the file cannot be read or written, there is nothing in it, and where it is broken or
somebody else's, it is begun anew.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self, TypeAlias, TypeVar

from doclint.questions import digest

_ID = 0x646F636C  # what tells our files from others of SQLite
_TABLES = """
    CREATE TABLE IF NOT EXISTS verdict (
        stamp TEXT, path BLOB, found BLOB, notes BLOB, asked BLOB, seal TEXT, PRIMARY KEY (stamp, path)
    );
    CREATE TABLE IF NOT EXISTS part (digest TEXT PRIMARY KEY, asked BLOB);
    CREATE TABLE IF NOT EXISTS stamp (stamp TEXT PRIMARY KEY, used REAL);
"""
_VERSION = 1  # of the tables
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
_STAMPS = 8  # that are kept: configurations that take turns
_LARGEST = 512 * 2**20  # bytes of all files in a folder
_OLDEST = 30 * 24 * 3600  # seconds that a file is kept unused

_Answer = TypeVar("_Answer")
Key: TypeAlias = tuple[str, str]
"""The stamp and the path of a page."""


class Row(NamedTuple):
    """What is kept of a page: the parts of a sealed verdict, and a digest of them."""

    found: bytes
    notes: bytes
    asked: bytes
    seal: str

    @classmethod
    def of(cls, found: bytes, notes: bytes, asked: bytes) -> Self:
        """A row with its digest."""
        return cls(found, notes, asked, digest(b"\n".join([found, notes, asked])))

    @property
    def is_intact(self) -> bool:
        """Whether nothing has befallen it."""
        return all(isinstance(part, bytes) for part in self[:3]) and self == Row.of(*self[:3])


@dataclass(frozen=True)
class Store:
    """A file of rows by their keys, and of questions that rows have in common, by their digests."""

    file: Path

    def rows(self, stamps: Iterable[str]) -> tuple[dict[Key, Row], dict[str, bytes]]:
        """The rows of some stamps, and all questions in common."""

        def read(database: sqlite3.Connection) -> tuple[dict[Key, Row], dict[str, bytes]]:
            query = "SELECT path, found, notes, asked, seal FROM verdict WHERE stamp = ?"
            rows = {
                (stamp, os.fsdecode(path)): Row(*row)
                for stamp in stamps
                for path, *row in database.execute(query, (stamp,))
            }
            return rows, dict(database.execute("SELECT digest, asked FROM part"))

        found = self._tried(read) if self.file.exists() else None
        return found or ({}, {})

    def write(
        self, rows: Mapping[Key, Row], parts: Mapping[str, bytes], gone: Iterable[Key], unused: Iterable[str]
    ) -> None:
        """Add rows and questions in common, and take others away, with all of stamps that were not used for long."""

        def add(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM verdict WHERE stamp = ? AND path = ?", map(_encoded, gone))
            added = ((*_encoded(key), *row) for key, row in rows.items())
            database.executemany("INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?)", added)
            database.executemany("DELETE FROM part WHERE digest = ?", ((one,) for one in unused))
            database.executemany("INSERT OR IGNORE INTO part VALUES (?, ?)", parts.items())
            used = {stamp: time.time() for stamp, _ in rows}
            database.executemany("INSERT OR REPLACE INTO stamp VALUES (?, ?)", used.items())
            old = "SELECT stamp FROM stamp ORDER BY used DESC LIMIT -1 OFFSET ?"
            for table in ("verdict", "stamp"):
                database.execute(f"DELETE FROM {table} WHERE stamp IN ({old})", (_STAMPS,))  # noqa: S608 - our own names

        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._tried(add)
        _make_room(self.file)

    def _tried(self, act: Callable[[sqlite3.Connection], _Answer], *, is_new: bool = False) -> _Answer | None:
        """What comes of an act on the file; None if there is nothing to be done at present."""
        try:
            with closing(sqlite3.connect(self.file, timeout=_PATIENCE)) as database, database:
                _begin(database)
                return act(database)
        except sqlite3.Error as error:
            if is_new or getattr(error, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & 0xFF in _BUSY:
                return None
        with suppress(OSError):
            self.file.unlink()
        return self._tried(act, is_new=True)


def _begin(database: sqlite3.Connection) -> None:
    """Make the tables of a new file. Raises DatabaseError for a file that is not ours."""
    (id_,), (version,) = (database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if (id_, version) == (0, 0):
        database.executescript(f"BEGIN; {_TABLES} PRAGMA application_id={_ID}; PRAGMA user_version={_VERSION}; COMMIT;")
    elif (id_, version) != (_ID, _VERSION):
        raise sqlite3.DatabaseError("this is the file of another program, or of another version")


def _encoded(key: Key) -> tuple[str, bytes]:
    # Names of files need not be UTF-8.
    return key[0], os.fsencode(key[1])


def files(folder: Path) -> Iterator[Path]:
    """The files of all stores in a folder, with those that SQLite leaves behind where a run is killed."""
    return folder.glob("doclint-*.sqlite*")


def _make_room(file: Path) -> None:
    """Delete what was not used for long, and the oldest files beside this one as long as there is too much."""
    with suppress(OSError):
        found = sorted(((path.stat(), path) for path in files(file.parent)), key=lambda one: -one[0].st_mtime)
        size = 0
        for status, path in found:
            size += status.st_size
            if path != file and (size > _LARGEST or status.st_mtime < time.time() - _OLDEST):
                path.unlink(missing_ok=True)
