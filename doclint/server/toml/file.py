"""An open file in TOML that doclint reads (a configuration, or the description of a format), and what is at a place."""

from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from msgspec import Struct

from doclint.config.files import FILES
from doclint.errors import toml
from doclint.errors.expressions import expression
from doclint.errors.toml import MOST_PARTS
from doclint.errors.toml_places import CursorRole, Range, TomlPlace, TomlPlaces
from doclint.errors.validation import Node, Path
from doclint.server.toml.schema import FileKind, FileSchema, schema_of

PYPROJECT = FILES[1]
LONGEST = 500_000
"""The most characters of a file in which doclint helps while it is written."""


class TomlFile(Struct, frozen=True, dict=True):
    """A file as the editor has it.

    `path` is None for a file that was never saved, and `root` without a repository. Settings in a `pyproject.toml` are
    below the keys of `base`.
    """

    text: str
    kind: FileKind
    path: FilePath | None = None
    root: FilePath | None = None

    @property
    def base(self) -> Path:
        """The keys in front of the settings."""
        return ("tool", "doclint") if self.path is not None and self.path.name == PYPROJECT else ()

    @cached_property
    def places(self) -> TomlPlaces:
        """Where things are in the text."""
        return TomlPlaces(self.text)

    @cached_property
    def top(self) -> TomlPlace | None:
        """The place of the settings; None if there are none."""
        return self.places.find(self.base)

    @property
    def schema(self) -> FileSchema:
        return schema_of(self.kind)

    @cached_property
    def data(self) -> dict[str, Any] | None:
        """What the file holds, without the keys in front of the settings; None while it is not TOML."""
        try:
            table: Any = toml.parse(self.text)
        except ValueError:
            return None
        for key in self.base:
            table = table.get(key) if isinstance(table, dict) else None
        return table if isinstance(table, dict) else {}

    def nodes(self, path: Path) -> list[Node]:
        """Return what the schema has at a path, which begins at the settings."""
        return self.schema.nodes(path, self.text, self.top)

    def place(self, path: Path) -> TomlPlace | None:
        """Return the place of a key, given its path from the settings."""
        return self.places.find((*self.base, *path))

    def names(self, *path: str | int) -> list[str]:
        """Return the keys of a table, as far as it is written."""
        place = self.place(path)
        return [key for key in place.below if isinstance(key, str)] if place else []

    def indexes(self, *path: str | int) -> list[int]:
        """Return the indexes of an array, from 0 on."""
        place = self.place(path)
        return [part for part in place.below if isinstance(part, int)] if place else []

    def written(self, *path: str | int) -> str:
        """Return the text that is the value at a path, without its quotes and with its escapes; empty without one."""
        place = self.place(path)
        text = self.text[slice(*place.value)] if place and place.value else ""
        return text.strip("\"'") if text[:1] in ("'", '"') else ""

    def texts(self, *path: str | int) -> list[str]:
        """Return the texts at a path: one, or those of an array."""
        place = self.place(path)
        if place is None:
            return []
        return [self.written(*path), *(self.written(*path, part) for part in place.below if isinstance(part, int))]


_DEEPEST = 2 * MOST_PARTS  # keys and indexes; no setting is as deep
_WORD = expression(r"[\w-]*+")
_NAME = expression(r"[\w./*-]*+")
_REST = {'"': expression(r'[^"\\\n]*+'), "'": expression(r"[^'\n]*+")}


class FileSpot(Struct, frozen=True):
    """A key, a part of a header or a value, as `TomlCursor` has it, with a path from the settings.

    `written` is what of it is in front of the cursor, `name` all of it; `span` is where that is, with its quotes.
    """

    role: CursorRole
    path: Path
    written: str
    name: str
    span: Range
    quote: str
    in_array: bool


def spot_at(file: TomlFile, offset: int) -> FileSpot | None:
    """Return what is at an offset of a file; None if that is nothing, or no setting of doclint."""
    cursor = TomlPlaces(file.text[:offset]).cursor
    path, is_below = cursor.path[len(file.base) :], cursor.path[: len(file.base)] == file.base
    if not is_below or cursor.role == "none" or len(path) > _DEEPEST:
        return None
    pattern = _REST.get(cursor.quote[:1]) or (_WORD if cursor.role in ("key", "header") else _NAME)
    match = pattern.match(file.text, offset)
    assert match is not None, "it may be empty"
    end = match.end()
    if cursor.quote and file.text.startswith(cursor.quote, end):
        end += len(cursor.quote)
    elif cursor.quote:
        # Without its quote, the text may have what follows it: only the name counts that the cursor is in.
        match = _NAME.match(file.text, offset)
        assert match is not None, "it may be empty"
        end = match.end()
    name = cursor.written.strip("\"'") + match[0].strip("\"'")
    return FileSpot(cursor.role, path, cursor.written, name, (cursor.start, end), cursor.quote, cursor.in_array)
