"""Cache keys: digests of everything that a result depends on besides the page and its recorded dependencies."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from posixpath import dirname, splitext

from msgspec import Struct

from doclint.config.files import Settings
from doclint.config.project import Project
from doclint.engine.plan import Plan
from doclint.repository.dependencies import digest
from doclint.repository.memo import NO_SEEN_FILES, SeenFiles, state_of
from doclint.repository.paths import read_settings

_CODE = frozenset({".py", ".toml", ".so", ".pyd"})


class CacheKeys(Struct, dict=True):
    """The cache keys of the pages of a plan. Pages with the same settings share one.

    Code that `seen_files` knows in its state is not read again.
    """

    plan: Plan
    seen_files: SeenFiles = NO_SEEN_FILES
    _by_settings: dict[int, str] = {}

    def of(self, path: str) -> str:
        """Return the cache key of the page at a path."""
        settings = self.plan.selection.settings_of(dirname(path))
        # The selection keeps its settings alive, so an identity is never used again for others.
        if id(settings) not in self._by_settings:
            everything = [sys.version, self._environment, self._rules, self.plan.is_whole, _tables(settings)]
            self._by_settings[id(settings)] = digest(json.dumps(everything, default=str).encode())
        return self._by_settings[id(settings)]

    @cached_property
    def for_memo(self) -> str:
        """The cache key of the memo, which does not depend on the selected rules."""
        known = self.plan.formats
        formats = [
            *((one.name, one.docs_root, one.values) for one in known.loaded),
            *known.names,
            known.docs_folders,
            known.values,
        ]
        everything = [sys.version, self._environment, self._code, self._own_formats, formats]
        return digest(json.dumps(everything).encode())

    @cached_property
    def of_counts(self) -> str:
        """The cache key of the counts of a run over all pages, whichever pages the plan has."""
        settings = _tables(self.plan.selection.settings_of(""))
        return digest(json.dumps([self._rules, settings], default=str).encode())

    def of_run(self, paths: Sequence[str]) -> str:
        """Return the cache key of a run over all pages at some paths.

        It is the same on every machine that has the same code, rules and settings.
        """
        pages = [(path, _tables(self.plan.selection.settings_of(dirname(path)))) for path in paths]
        return digest(json.dumps([self._rules, self.plan.is_whole, pages], default=str).encode())

    @cached_property
    def _environment(self) -> list[str]:
        """The names of the metadata folders of all installed distributions, which contain name and version."""
        names: list[str] = []
        for place in sys.path:
            with suppress(OSError):
                names += (info.name for info in Path(place).glob("*.dist-info"))
        return sorted(names)

    @cached_property
    def _rules(self) -> list[object]:
        project, names = self.plan.project, self.plan.selection.names
        config = project.settings.config
        own = [*self._own_formats, *(_content(path, project.root) for path in config.local_rules)]
        has_rules = project.has_local_rules or not config.local_rules
        flags = [project.is_isolated, has_rules, self.plan.has_claims, self.plan.finds_all]
        return [self._code, own, names, flags]

    @cached_property
    def _code(self) -> str:
        return digest("".join(_code(place, self.seen_files) for place in _packages(self.plan.project)).encode())

    @cached_property
    def _own_formats(self) -> list[str | None]:
        return [_content(path, self.plan.root) for path in self.plan.project.settings.config.formats]


def _tables(settings: Settings) -> list[object]:
    """Return all settings that results depend on."""
    tables = [(layer.folder, {**layer.table}) for layer in settings.all_layers]
    for _, table in tables:
        table.pop("brake", None)
    return [one for one in tables if one[1]]


def _content(path: str, root: Path) -> str | None:
    try:
        data = read_settings(root / path, root)
    except OSError:
        return None
    return None if data is None else digest(data)


def _packages(project: Project) -> Iterator[Path]:
    """Yield the folders and files of the code that checks pages: those of doclint and of the packages with rules."""
    for name in sorted({"doclint", *(head.module.partition(".")[0] for head in project.rules.heads.values())}):
        module = sys.modules.get(name)
        places = getattr(module, "__path__", None) or filter(None, [getattr(module, "__file__", None)])
        # The paths of local rules are relative to the root.
        yield from map(project.root.joinpath, places)


def _code(place: Path, seen_files: SeenFiles) -> str:
    """Return the digest of all code in a package, because an editable installation changes without a new version."""
    files = _files(place)
    states = [state_of(file) for file in files.values()] if seen_files.is_kept else [None]
    state = None if None in states else digest(json.dumps([*files, *states]).encode())
    known = None if state is None else seen_files.digest(str(place), state)
    if known is not None:
        return known
    found = blake2b(digest_size=16)
    for name, file in files.items():
        if Path(file).is_file():
            found.update(f"{name}\0".encode(errors="surrogateescape"))
            found.update(Path(file).read_bytes())
    if state is not None:
        seen_files.add(str(place), state, found.hexdigest())
    return found.hexdigest()


def _files(place: Path) -> dict[str, str]:
    """Return the paths of all files with code in a package, by their posix paths from there, sorted."""
    if not place.is_dir():
        return {"": str(place)}
    found: dict[str, str] = {}
    for folder, _, names in os.walk(place):
        prefix = Path(folder).relative_to(place).as_posix()
        found.update((f"{prefix}/{name}", f"{folder}/{name}") for name in names if splitext(name)[1] in _CODE)
    return dict(sorted(found.items()))
