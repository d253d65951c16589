"""Stamps: everything that decides a verdict beside the page and what it asks of the repository."""

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
from doclint.config.selection import Selection
from doclint.repository.dependencies import digest
from doclint.repository.paths import read_inside

_CODE = frozenset({".py", ".toml", ".scm", ".so", ".pyd"})


@dataclass
class CacheKeys:
    """The stamps of the pages of a run. Two pages that are judged by the same code with the same settings share one."""

    project: Project
    selection: Selection
    is_whole: bool
    _known: dict[int, str] = field(default_factory=dict)

    def of(self, path: str) -> str:
        """The stamp of the page at a path."""
        settings = self.selection.settings_of(dirname(path))
        # Settings live as long as the selection, so that no other ones can get their identity.
        if id(settings) not in self._known:
            self._known[id(settings)] = self._of_settings(settings)
        return self._known[id(settings)]

    @cached_property
    def for_memo(self) -> str:
        """The stamp of what contents say by themselves, whatever is selected."""
        formats = [(one.name, one.docs_root, one.values) for one in self.project.formats]
        everything = [sys.version, self._environment, self._code, self._own_formats, formats]
        return digest(json.dumps(everything).encode())

    def of_run(self, paths: Sequence[str]) -> str:
        """The stamp of all pages of a run, which is the same on another machine that has the same to judge them."""
        pages = [(path, self._said(self.selection.settings_of(dirname(path)))) for path in paths]
        return digest(json.dumps([self._rules, pages], default=str).encode())

    def _of_settings(self, settings: Settings) -> str:
        everything = [sys.version, self._environment, self._rules, self._said(settings)]
        return digest(json.dumps(everything, default=str).encode())

    def _said(self, settings: Settings) -> list[object]:
        return [(layer.folder, layer.table) for layer in settings.layers]

    @cached_property
    def _environment(self) -> list[str]:
        return sorted(_installed())

    @cached_property
    def _rules(self) -> list[object]:
        project, names = self.project, self.selection.names
        config = project.settings.config
        own = [*self._own_formats, *(_content(path, project.root) for path in config.local_rules)]
        flags = [project.is_isolated, project.has_local_rules, self.is_whole]
        return [self._code, own, names, flags]

    @cached_property
    def _code(self) -> str:
        return _code(_packages(self.project))

    @cached_property
    def _own_formats(self) -> list[str | None]:
        return [_content(path, self.project.root) for path in self.project.settings.config.formats]


def _content(path: str, root: Path) -> str | None:
    try:
        data = read_inside(root / path, root)
    except OSError:
        return None
    return None if data is None else digest(data)


def _installed() -> Iterator[str]:
    """The distributions that are installed, as the folders of what is known of them have name and version."""
    for place in sys.path:
        try:
            yield from (info.name for info in Path(place).glob("*.dist-info"))
        except OSError:
            continue


def _packages(project: Project) -> Iterator[Path]:
    """Where the code lies that judges: doclint, and the packages that have rules."""
    for name in sorted({"doclint", *(rule.__module__.partition(".")[0] for rule in project.rules.values())}):
        module = sys.modules.get(name)
        places = getattr(module, "__path__", None) or filter(None, [getattr(module, "__file__", None)])
        # Files of local rules are named from the root.
        yield from map(project.root.joinpath, places)


def _code(places: Iterable[Path]) -> str:
    """The digest of all code in some places: what is installed to be edited changes without a new version."""
    found = blake2b(digest_size=16)
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in _CODE and path.is_file():
                found.update(f"{path.relative_to(place)}\0".encode(errors="surrogateescape"))
                found.update(path.read_bytes())
    return found.hexdigest()
