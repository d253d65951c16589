"""The lines of `doclint config`: every setting with its value and the file that sets it, as TOML."""

from collections.abc import Iterator
from typing import Any

import tomlkit

from doclint.config.files import Settings
from doclint.config.selection import with_options
from doclint.errors.settings_table import settings_of
from doclint.rule.registry import Rules


def lines(settings: Settings, known: Rules) -> Iterator[str]:
    """Yield a line for each setting and each option of a rule. A setting without a value is a comment."""
    table = settings.config.table
    for key, value in table.items():
        if key == "rules":
            continue
        if isinstance(value, dict) and value:
            for name, one in value.items():
                yield _line(settings, one, key, name)
        else:
            yield _line(settings, value, key)
    for id_, rule in known.items():
        with_values = with_options(known, id_, settings)
        for option in settings_of(rule.options()):
            yield _line(settings, getattr(with_values, option.name), "rules", id_, option.key)


def _line(settings: Settings, value: Any, *key: str) -> str:
    where = settings.where(*key)
    if value is None:
        return f"# {_key(key)} is not set"
    return f"{assignment(value, *key)}  # {where}"


def assignment(value: Any, *key: str) -> str:
    """Return the TOML assignment of a value to a key, which is given by its parts."""
    return f"{_key(key)} = {_value(value)}"


def _key(key: tuple[str, ...]) -> str:
    return ".".join(tomlkit.key(part).as_string() for part in key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({name: one for name, one in value.items() if one is not None})
        return table.as_string()
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(tomlkit.item(value).as_string())
