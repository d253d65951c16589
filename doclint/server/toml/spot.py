"""What is under the cursor in a file."""

from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.errors.toml import MOST_PARTS
from doclint.errors.toml_places import CursorRole, Range, TomlPlaces
from doclint.errors.validation import Path
from doclint.server.toml.file import TomlFile

_DEEPEST = 2 * MOST_PARTS  # keys and indexes; no setting is as deep
_WORD = expression(r"[\w-]*+")
_NAME = expression(r"[\w./*-]*+")
_REST = {'"': expression(r'[^"\\\n]*+'), "'": expression(r"[^'\n]*+")}


class FileSpot(NamedTuple):
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
    path = file.below_base(cursor.path)
    if path is None or cursor.role == "none" or len(path) > _DEEPEST:
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
