"""The cache: verdicts of earlier runs, which hold as long as nothing is different that they were made of.

It lies outside of what is checked, so that no repository can bring its own. What is in it is read as data, and what
makes no sense is passed over.
"""

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from doclint.engine.cache.key import CacheKeys
from doclint.engine.cache.store import Content, Key, Row, Store, files
from doclint.engine.result import EncodedResult
from doclint.repository.dependencies import Dependencies, digest
from doclint.repository.memo import MemoStore
from doclint.repository.repository import Repository

_ALL = ""
"""In place of a path: what was found on all pages together."""
_FATAL = EncodedResult(b"", b"", b"")


def default_folder() -> Path | None:
    """Where the cache lies if nothing else is said; None for a user who has no home."""
    from platformdirs import user_cache_path

    named = os.environ.get("DOCLINT_CACHE_DIR")
    folder = Path(named) if named else user_cache_path("doclint", appauthor=False)
    return folder if named or folder.is_absolute() else None


def clean(folder: Path) -> int:
    """Delete the cache; how many bytes it had. Raises OSError."""
    size = 0
    for path in files(folder):
        size += path.stat().st_size
        path.unlink(missing_ok=True)
    return size


class Cache:
    """The verdicts of earlier runs over the pages of a root, and those of this run, which `save` adds.

    Once it was asked what is known, `suspects` are the pages that ended a process.
    """

    def __init__(self, folder: Path, root: Path, cache_keys: CacheKeys, paths: Sequence[str]) -> None:
        self._store = Store(folder / f"doclint-{digest(os.fsencode(root))}.sqlite")
        self._cache_keys = cache_keys
        self._paths = paths
        self._new: dict[Key, EncodedResult] = {}
        self._parts: dict[str, bool] = {}
        self.suspects: set[str] = set()

    @property
    def memo_store(self) -> MemoStore:
        """Where facts are kept."""
        return MemoStore(self._store, self._cache_keys.for_memo)

    def valid(self, repository: Repository) -> Iterator[tuple[str, EncodedResult]]:
        """The pages whose verdict still holds, each with it."""
        for path in self._paths:
            encoded = self._holding(path, repository)
            if encoded is not None:
                yield path, encoded

    def together(self, noted: bytes, repository: Repository) -> EncodedResult | None:
        """What was found on all pages together, if it still holds; `noted` is the digest of what is noted of them."""
        encoded = self._holding(_ALL, repository)
        return encoded if encoded and encoded.notes == noted else None

    def add(self, path: str, encoded: EncodedResult) -> None:
        """Keep the verdict on a page."""
        self._new[self._keys[path]] = encoded

    def drop(self, path: str, *, is_fatal: bool = False) -> None:
        """Do not keep the verdict on a page; if there is none because it `is_fatal`, know that the next time."""
        self._new.pop(self._keys[path], None)
        if is_fatal:
            self._new[self._keys[path]] = _FATAL

    def add_together(self, noted: bytes, encoded: EncodedResult) -> None:
        """Keep what was found on all pages together."""
        self.add(_ALL, encoded._replace(notes=noted))

    def drop_together(self) -> None:
        """Do not keep what was found on all pages together."""
        self.drop(_ALL)

    def save(self, *, is_whole: bool) -> None:
        """Write down what is new; if these are all pages that there are, forget all others."""
        rows, parts, _ = self._stored
        # Rows are taken out as they are asked for: whoever has all pages leaves those of pages that are gone.
        gone = list(rows) if is_whole else []
        if self._new or gone:
            new = Content(
                {key: Row.of(key, one.found, one.notes, one.dependencies) for key, one in self._new.items()},
                {(stamp, name): part for (stamp, _), one in self._new.items() for name, part in one.parts.items()},
                {
                    (self.memo_store.cache_key, key): fact
                    for one in self._new.values()
                    for key, fact in one.memo.items()
                },
            )
            in_use = {*self._parts, *(name for _, name in new.parts)}
            unused = [key for key in parts if key[1] not in in_use] if is_whole else ()
            self._store.write(self._all_stamps, new, gone, unused)

    @cached_property
    def _keys(self) -> dict[str, Key]:
        return {path: (self._cache_keys.of(path), path) for path in (*self._paths, _ALL)}

    @cached_property
    def _all_stamps(self) -> list[str]:
        return sorted({self.memo_store.cache_key, *(stamp for stamp, _ in self._keys.values())})

    @cached_property
    def _stored(self) -> Content:
        return self._store.content(self._all_stamps)

    def _holding(self, path: str, repository: Repository) -> EncodedResult | None:
        key = self._keys[path]
        row = self._stored.rows.pop(key, None)
        if row is None or not row.is_intact(key):
            return None
        if row.found == _FATAL.found:
            self.suspects.add(path)
            return None
        if not self._holds(row.dependencies, key[0], repository):
            return None
        return EncodedResult(row.found, row.notes, row.dependencies)

    def _holds(self, encoded: bytes, stamp: str, repository: Repository) -> bool:
        """Whether some questions have the same answers now, and those that they have in common with others."""
        try:
            dependencies, parts = Dependencies.decode(encoded)
            return repository.agrees(dependencies) and all(self._part_holds(part, stamp, repository) for part in parts)
        except (ValueError, TypeError, AttributeError, RecursionError):
            return False

    def _part_holds(self, name: str, stamp: str, repository: Repository) -> bool:
        if name not in self._parts:
            self._parts[name] = False  # what asks for itself was not written by us
            part = self._stored.parts.get((stamp, name))
            self._parts[name] = part is not None and digest(part) == name and self._holds(part, stamp, repository)
        return self._parts[name]
