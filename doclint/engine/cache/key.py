"""Cache keys: digests of everything that a result depends on besides the page and its recorded dependencies."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from posixpath import dirname

from doclint.config.files import Settings
from doclint.config.project import Project
from doclint.engine.plan import Plan
from doclint.repository.dependencies import digest
from doclint.repository.paths import read_settings

_CODE = frozenset({".py", ".toml", ".scm", ".so", ".pyd"})


@dataclass
class CacheKeys:
    """The cache keys of the pages of a plan. Pages with the same settings share one."""

    plan: Plan
    _by_settings: dict[int, str] = field(default_factory=dict)

    def of(self, path: str) -> str:
        """Return the cache key of the page at a path."""
        settings = self.plan.selection.settings_of(dirname(path))
        # The selection keeps its settings alive, so an identity is never used again for others.
        if id(settings) not in self._by_settings:
            self._by_settings[id(settings)] = self._of_settings(settings)
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

    def of_run(self, paths: Sequence[str]) -> str:
        """Return the cache key of a run over all pages at some paths.

        It is the same on every machine that has the same code, rules and settings.
        """
        pages = [(path, _tables(self.plan.selection.settings_of(dirname(path)))) for path in paths]
        return digest(json.dumps([self._rules, pages], default=str).encode())

    def _of_settings(self, settings: Settings) -> str:
        everything = [sys.version, self._environment, self._rules, _tables(settings)]
        return digest(json.dumps(everything, default=str).encode())

    @cached_property
    def _environment(self) -> list[str]:
        return sorted(_installed())

    @cached_property
    def _rules(self) -> list[object]:
        project, names = self.plan.project, self.plan.selection.names
        config = project.settings.config
        own = [*self._own_formats, *(_content(path, project.root) for path in config.local_rules)]
        flags = [project.is_isolated, project.has_local_rules, self.plan.is_whole]
        return [self._code, own, names, flags]

    @cached_property
    def _code(self) -> str:
        return _code(_packages(self.plan.project))

    @cached_property
    def _own_formats(self) -> list[str | None]:
        return [_content(path, self.plan.root) for path in self.plan.project.settings.config.formats]


def _tables(settings: Settings) -> list[object]:
    return [(layer.folder, layer.table) for layer in settings.all_layers]


def _content(path: str, root: Path) -> str | None:
    try:
        data = read_settings(root / path, root)
    except OSError:
        return None
    return None if data is None else digest(data)


def _installed() -> Iterator[str]:
    """Yield the names of the metadata folders of all installed distributions, which contain name and version."""
    for place in sys.path:
        try:
            yield from (info.name for info in Path(place).glob("*.dist-info"))
        except OSError:
            continue


def _packages(project: Project) -> Iterator[Path]:
    """Yield the folders and files of the code that checks pages: those of doclint and of the packages with rules."""
    for name in sorted({"doclint", *(rule.__module__.partition(".")[0] for rule in project.rules.values())}):
        module = sys.modules.get(name)
        places = getattr(module, "__path__", None) or filter(None, [getattr(module, "__file__", None)])
        # The paths of local rules are relative to the root.
        yield from map(project.root.joinpath, places)


def _code(places: Iterable[Path]) -> str:
    """Return the digest of all code in some places, because an editable installation changes without a new version."""
    found = blake2b(digest_size=16)
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in _CODE and path.is_file():
                found.update(f"{path.relative_to(place)}\0".encode(errors="surrogateescape"))
                found.update(path.read_bytes())
    return found.hexdigest()
