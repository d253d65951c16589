"""The settings that a site exports from a configuration in JavaScript or TypeScript."""

from typing import Any

from doclint.repository.repository import Repository
from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral, exported


def settings_at(repository: Repository, path: str | None) -> ObjectLiteral:
    """Return the settings that a file exports; with an open table for what cannot be read, if there is a file."""
    data = repository.page(path) if path else None
    value = exported(data, path) if path and data is not None else UNKNOWN
    if isinstance(value, ObjectLiteral):
        return value
    table = ObjectLiteral()
    table.is_open = path is not None
    return table


def text_of(table: ObjectLiteral, *keys: str, default: str) -> str | None:
    """Return the text at some keys of a table: the default if there is none, and None if it cannot be known."""
    value = table.at(*keys)
    if value is UNKNOWN:
        return None
    return value if isinstance(value, str) else default


def table_of(value: Any) -> ObjectLiteral:
    """Return a value if it is a table; an open one for what is unknown, and else an empty one."""
    if isinstance(value, ObjectLiteral):
        return value
    table = ObjectLiteral()
    table.is_open = value is UNKNOWN
    return table


def items_of(value: Any) -> list[Any]:
    """Return the items of a list; `UNKNOWN` alone for what is unknown, and nothing for anything else."""
    return value if isinstance(value, list) else [UNKNOWN] if value is UNKNOWN else []
