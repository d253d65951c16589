"""A project: a root, its settings, and the formats of its pages."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath
from typing import Self

from doclint import config
from doclint.config import Config, Settings
from doclint.errors import UsageError
from doclint.formats.schema import Format
from doclint.repository import absolute
from doclint.rule import Rule


@dataclass(frozen=True)
class Project:
    """Everything that is decided before the first page is read."""

    root: Path
    settings: Settings
    formats: tuple[Format, ...]

    @classmethod
    def find(cls, paths: Sequence[Path] = (), *, root: Path | None = None, isolated: bool = False) -> Self:
        """The project that some paths belong to, or the one at a root. Isolated, it has the default settings.

        Raises ConfigError, FormatError and UsageError.
        """
        try:
            place = root.resolve() if root else _root_of(paths)
        except OSError as error:
            raise UsageError(f"There is no root to be found: {error.strerror}") from error
        settings = Settings(Config()) if isolated else config.load(place)
        return cls(place, settings, config.load_formats(settings, place))

    @property
    def files(self) -> frozenset[str]:
        """The files that decide how pages are judged, as posix paths from the root; not all of them need be there."""
        where = Path(self.settings.where)
        own = [where.relative_to(self.root).as_posix()] if where.is_relative_to(self.root) else []
        return frozenset({"doclint.toml", *own, *map(normpath, self.settings.config.formats)})

    def rules(self, select: Sequence[str] | None = None, ignore: Sequence[str] = ()) -> list[Rule]:
        """The rules to run, with their options. Raises ConfigError and UsageError."""
        return config.make_rules(self.settings, select, ignore)


def _root_of(paths: Sequence[Path]) -> Path:
    """The root of the folder that holds all paths.

    That is its repository or configuration, else the working directory if that is above, else the folder above the one
    in which the pages of a format lie, else the folder itself.
    """
    if not paths:
        here = Path.cwd()
        return config.find_root(here) or here
    common = Path(os.path.commonpath([absolute(path) for path in paths]))
    folder = common if common.is_dir() else common.parent
    found = config.find_root(folder)
    if found is not None:
        return found
    here = Path.cwd()
    return here if folder.is_relative_to(here) else _above_docs_root(folder)


def _above_docs_root(folder: Path) -> Path:
    from doclint.formats import builtins

    roots = {format_.docs_root for format_ in builtins()}
    above = [place.parent for place in (folder, *folder.parents) if place.name in roots]
    return above[-1] if above else folder
