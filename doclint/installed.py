"""Entry points: what installed packages name so that others find it.

The standard library knows every way to be installed, and takes a twentieth of a short run to load. It is asked where
anything is installed in another way than most are: in folders, with the metadata of each package beside it.
"""

import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

_METADATA = (".dist-info", ".egg-info")
_SEPARATORS = re.compile(r"[-_.]+")


class EntryPoint(NamedTuple):
    """A name, and the module that it stands for, `package.module`, or something in that, `package.module:name`."""

    name: str
    value: str

    def load(self) -> Any:
        """What it stands for. Raises what loading that raises."""
        place = "".join(self.value.partition("[")[0].split())
        return resolve_name(place if ":" in place else f"{place}:")


def entry_points(group: str) -> list[EntryPoint]:
    """Those of a group, of all packages that are installed."""
    if _is_usual():
        return [point for folder in _metadata() for point in _points(folder, group)]
    from importlib import metadata

    return [EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group)]


def _is_usual() -> bool:
    """Whether all that is installed lies in folders."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    return finders == [PathFinder] and not any(place.endswith(".egg") or Path(place).is_file() for place in sys.path)


def _metadata() -> Iterator[Path]:
    """The folders of metadata, one for each package: of several the first, as that is the one that is imported."""
    known = set()
    for place in map(Path, sys.path):
        for name in _names(place):
            package = _SEPARATORS.sub("_", name.rpartition(".")[0].partition("-")[0].lower())
            if package not in known:
                known.add(package)
                yield place / name


def _names(place: Path) -> list[str]:
    try:
        with os.scandir(place) as entries:
            return [entry.name for entry in entries if entry.name.endswith(_METADATA)]
    except OSError:
        return []


def _points(folder: Path, group: str) -> Iterator[EntryPoint]:
    """The entry points of a package, by the folder of its metadata."""
    try:
        text = (folder / "entry_points.txt").read_text(encoding="utf-8")
    except OSError:
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == group and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip())
