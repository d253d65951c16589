"""Plugins: the packages in a group of entry points."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class OwnPackage(Struct, frozen=True):
    """The package of doclint itself in a group, like an entry point."""

    name: str
    value: str

    def load(self) -> ModuleType:
        """Return the package."""
        return import_module(self.value)


def entry_points(*, group: str, own: str) -> "Sequence[EntryPoint | OwnPackage]":
    """Return the entry points of a group, sorted; doclint has the package `own` in it.

    `importlib.metadata` takes long to load, so it is asked only if there may be packages of others.
    """
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    lines = {line for folder in sys.path for line in _lines(folder, group)}
    if finders == [PathFinder] and lines == {f"doclint={own}".encode()}:
        return [OwnPackage("doclint", own)]
    from importlib import metadata

    return sorted(metadata.entry_points(group=group), key=lambda point: (point.name, point.value))


def _lines(folder: str, group: str) -> Iterator[bytes]:
    """Yield what the distributions in a folder have in a group, without spaces; an empty line if it is an archive."""
    try:
        with os.scandir(folder or ".") as entries:
            files = [Path(entry, "entry_points.txt") for entry in entries if entry.name.lower().endswith("-info")]
    except FileNotFoundError:
        return
    except OSError:
        yield b""
        return
    for file in files:
        section = b""
        with suppress(OSError):
            for line in (b"".join(line.split()) for line in file.read_bytes().splitlines()):
                if line.startswith(b"["):
                    section = line
                elif line and section == f"[{group}]".encode():
                    yield line
