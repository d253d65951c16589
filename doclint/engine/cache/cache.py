"""The cache: results of earlier runs. A result is valid while its cache key and its dependencies are unchanged.

The cache is outside the repository, so that a repository cannot bring its own. Its content is read as data only, and
what cannot be decoded is ignored.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from doclint.engine.brake import AssumptionCounts
from doclint.engine.cache.key import CacheKeys
from doclint.engine.cache.store import Key, ResultRow, Rows, Store, files
from doclint.engine.page_result import EncodedResult, decode_stored
from doclint.engine.plan import Plan
from doclint.markdown.source import printable
from doclint.repository.dependencies import Dependencies, digest
from doclint.repository.memo import MemoStore, SeenFiles
from doclint.repository.repository import Repository

_ALL_PAGES = ""
"""The path under which the result of rules about all pages together is stored."""
_FATAL = EncodedResult(b"", b"", b"")
"""The result of a page that ended the process that linted it."""
_BATCH = 5_000
"""How many new results are kept in memory before they are written."""


def default_folder() -> Path | None:
    """Return the folder of the cache: DOCLINT_CACHE_DIR, or else the cache folder of the user.

    Return None if the user has no home.
    """
    from platformdirs import user_cache_path

    named = os.environ.get("DOCLINT_CACHE_DIR")
    folder = Path(named) if named else user_cache_path("doclint", appauthor=False)
    return folder if named or folder.is_absolute() else None


def clean(folder: Path) -> int:
    """Delete the cache, and return its size in bytes. Raises OSError if a file cannot be deleted."""
    size = 0
    for path in files(folder):
        size += path.stat().st_size
        path.unlink(missing_ok=True)
    return size


def last_counts(folder: Path, plan: Plan) -> list[AssumptionCounts]:
    """Return the counts of the last run over all pages with the rules and settings of a plan; none if there is none."""
    store = store_of(folder, plan)
    encoded = store.fact(_counts_key(CacheKeys(plan, SeenFiles(store.seen_files()))))
    with suppress(ValueError):
        return json.decode(encoded or b"[]", type=list[AssumptionCounts])
    return []


def _counts_key(keys: CacheKeys) -> Key:
    return keys.for_memo, f"counts {keys.of_counts}"


def store_of(folder: Path, plan: Plan) -> Store:
    """Return the store of the results of a plan in the folder of a cache."""
    return Store(folder / f"doclint-{digest(os.fsencode(plan.root))}.sqlite")


class Cache:
    """The results of earlier runs over the pages of a plan, and the new results of this run.

    `add` writes the new results from time to time, so that they do not pile up in memory, and `save` writes the rest.
    `cache_keys` are those of the plan. Once `valid` is exhausted, `suspects` has the paths of pages that ended a
    process in an earlier run. Unless `trusts_times`, a file may have changed although its size and its times are the
    same.
    """

    def __init__(self, folder: Path, plan: Plan, *, trusts_times: bool = True) -> None:
        self._store = store_of(folder, plan)
        self._paths = plan.part
        self.seen_files = SeenFiles(self._store.seen_files() if trusts_times else {})
        self.cache_keys = CacheKeys(plan, self.seen_files)
        self._new: dict[Key, EncodedResult] = {}
        self._new_parts: set[str] = set()
        self._seen_paths: set[str] = set()
        self._parts: dict[str, bool] = {}
        self.suspects: set[str] = set()

    @property
    def memo_store(self) -> MemoStore:
        """The store of the memo, in the same file as the results."""
        return MemoStore(self._store, self.cache_keys.for_memo)

    def valid(self, repository: Repository) -> Iterator[tuple[str, EncodedResult]]:
        """Yield the path and the result of each page whose stored result is still valid."""
        for path in self._paths:
            encoded = self._take(path, repository)
            if encoded is not None:
                yield path, encoded

    def together(self, notes_digest: bytes, repository: Repository) -> EncodedResult | None:
        """Return the result of rules about all pages together; None if it is not valid for these notes."""
        encoded = self._take(_ALL_PAGES, repository)
        return encoded if encoded and encoded.notes == notes_digest else None

    def add(self, path: str, encoded: EncodedResult) -> None:
        """Add the result of a page. Until the next one is added, `drop` can discard it."""
        if len(self._new) >= _BATCH:
            self.save(is_whole=False, is_last=False)
        self._new[self._keys[path]] = encoded

    def drop(self, path: str, *, is_fatal: bool = False) -> None:
        """Discard the new result of a page. With `is_fatal`, record that the page ended a process."""
        self._new.pop(self._keys[path], None)
        if is_fatal:
            self._new[self._keys[path]] = _FATAL

    def add_together(self, notes_digest: bytes, encoded: EncodedResult) -> None:
        """Add the result of rules about all pages together, which is valid for the notes with this digest."""
        self.add(_ALL_PAGES, replace(encoded, notes=notes_digest))

    def drop_together(self) -> None:
        """Discard the new result of rules about all pages together."""
        self.drop(_ALL_PAGES)

    def save(self, *, is_whole: bool, is_last: bool = True) -> None:
        """Write the new results. If the run was over all pages, delete the results of pages that no longer exist.

        More results may follow unless `is_last`.
        """
        new, self._new = self._new, {}
        seen_files = self.seen_files.taken()
        for one in new.values():
            seen_files.update(one.seen_files)
        self._seen_paths.update(seen_files)
        # `_take` removes each row that it looks at, so the rows that are left belong to no page of this run.
        gone = list(self._stored.results) if is_whole else []
        if new or gone or seen_files:
            memo_key = self.cache_keys.for_memo
            rows = Rows(
                {key: ResultRow.of(key, one.found, one.notes, one.dependencies) for key, one in new.items()},
                {(key, name): part for (key, _), one in new.items() for name, part in one.parts.items()},
                {(memo_key, name): answer for one in new.values() for name, answer in one.memo.items()},
                seen_files,
            )
            self._new_parts.update(name for _, name in rows.parts)
            in_use = self._parts.keys() | self._new_parts
            unused = [key for key in self._stored.parts if key[1] not in in_use] if is_whole else ()
            unseen = self.seen_files.unused(self._seen_paths) if is_whole else ()
            self._store.write(self._all_cache_keys, rows, gone, unused, unseen, is_last=is_last)

    def keep_counts(self, counts: Sequence[AssumptionCounts]) -> None:
        """Write the counts of this run, which was over all pages, if the last ones were others."""
        key, encoded = _counts_key(self.cache_keys), json.encode(list(counts))
        known = self._store.fact(key)
        if known != encoded if counts else known:
            self._store.write(self._all_cache_keys, Rows({}, {}, {key: encoded}), (), ())

    @cached_property
    def _keys(self) -> dict[str, Key]:
        return {path: (self.cache_keys.of(path), path) for path in (*self._paths, _ALL_PAGES)}

    @cached_property
    def _names(self) -> frozenset[str]:
        """Where findings about all pages together can be: on the pages, or on none."""
        return frozenset({"", *map(printable, self._paths)})

    @cached_property
    def _all_cache_keys(self) -> list[str]:
        return sorted({self.cache_keys.for_memo, *(key for key, _ in self._keys.values())})

    @cached_property
    def _stored(self) -> Rows:
        return self._store.rows(self._all_cache_keys)

    def _take(self, path: str, repository: Repository) -> EncodedResult | None:
        """Remove a page's row from the stored ones, and return its result if that is still valid."""
        key = self._keys[path]
        row = self._stored.results.pop(key, None)
        if row is None or not row.is_intact(key):
            return None
        if row.found == _FATAL.found:
            self.suspects.add(path)
            return None
        if not self._are_unchanged(row.dependencies, key[0], repository):
            return None
        try:
            found = decode_stored(row.found, {printable(path)} if path else self._names)
        except ValueError:
            return None
        return EncodedResult(row.found, row.notes, row.dependencies, decoded=found)

    def _are_unchanged(self, encoded: bytes, cache_key: str, repository: Repository) -> bool:
        """Whether encoded dependencies, and the parts that they refer to, are still the same in the repository."""
        try:
            dependencies, parts = Dependencies.decode(encoded)
            return repository.agrees(dependencies) and all(
                self._is_part_unchanged(part, cache_key, repository) for part in parts
            )
        except (ValueError, TypeError, AttributeError, RecursionError):
            return False

    def _is_part_unchanged(self, name: str, cache_key: str, repository: Repository) -> bool:
        if name not in self._parts:
            self._parts[name] = False  # for a part that refers to itself; doclint writes none
            part = self._stored.parts.get((cache_key, name))
            self._parts[name] = (
                part is not None and digest(part) == name and self._are_unchanged(part, cache_key, repository)
            )
        return self._parts[name]
