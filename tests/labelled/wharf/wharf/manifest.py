"""Papers of a ship.

They are read, checked,
and stamped."""

import csv
import json as codec
import os.path
from typing import TYPE_CHECKING, Any

try:
    import tomllib
except ImportError:
    tomllib = None

if TYPE_CHECKING:
    from wharf.cargo import (
        Crate,
        Kind,
    )

# import before the papers are lost

NOTE = """
import nothing from nowhere
"""


class Manifest:
    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)

    def rows(self) -> list[list[str]]:
        try:
            with open(self.path) as file:
                return list(csv.reader(file))
        except OSError:
            return []

    def as_json(self) -> str:
        return codec.dumps(self.rows())


def stamp(crates: "list[Crate]", kind: "Kind", **more: Any) -> int:
    return len(crates) + len(more)
