"""The keys and shapes that people look for under other names than those of the schema."""

from collections.abc import Collection

from doclint.errors.tables import table
from doclint.errors.wording import misspelled_word, nearest


def meant_key(written: str, keys: Collection[str], *, is_known: bool) -> str | None:
    """Return the key, of those that a table can have, that an unknown one most likely means; None if none is likely.

    If the key `is_known`, because tables of other types have it, it is not a slip of another one.

    >>> meant_key("columns", ["header", "row"], is_known=False), meant_key("haeder", ["header", "row"], is_known=False)
    ('row', 'header')
    """
    plain = written.casefold().replace("_", "-")
    if plain in keys:
        return plain
    meant: list[str] = table(__package__, "words")["keys"].get(plain, [])
    for key in meant:
        if key in keys:
            return key
    return misspelled_word(written, keys) if is_known else nearest(written, keys)


def meant_shape(written: str, shapes: Collection[str]) -> str | None:
    """Return the shape that an unknown one most likely means; None if none is likely.

    >>> meant_shape("list", ["entries", "links"]), meant_shape("link", ["entries", "links"])
    ('entries', 'links')
    """
    plain = written.casefold()
    shape = plain if plain in shapes else table(__package__, "words")["shapes"].get(plain)
    return shape if shape in shapes else nearest(written, shapes)
