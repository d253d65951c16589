"""Every setting with its value and the file that set it, as TOML."""

from collections.abc import Container, Iterator
from typing import Any

import tomlkit

from doclint.config import Config
from doclint.registry import Rules
from doclint.settings import Settings


def lines(settings: Settings, known: Rules) -> Iterator[str]:
    """A line for each setting and for each option of a rule. What has no value stands in a comment."""
    table = settings.config.model_dump(mode="json", by_alias=True)
    options = table.pop("rules")
    for key, value in table.items():
        if isinstance(value, dict) and value:
            for name, one in value.items():
                yield _line(settings, one, key, name)
        else:
            yield _line(settings, value, key)
    for id_, rule in known.items():
        for name, default in rule.model_validate(options.get(id_, {})).model_dump(mode="json").items():
            yield _line(settings, default, "rules", id_, name)


def commented(without: Container[str] = ()) -> Iterator[str]:
    """Every setting of the root with its meaning and its default, in comments; of some keys nothing."""
    for name, field in Config.model_fields.items():
        key = field.alias or name
        if key in without:
            continue
        default = field.get_default(call_default_factory=True)
        yield ""
        yield f"# {field.description}"
        yield f"# {assignment(default, key)}" if default is not None else f"# {key} ="


def _line(settings: Settings, value: Any, *key: str) -> str:
    where = settings.where(*key)
    if value is None:
        return f"# {_key(key)} =  # {where}"
    return f"{assignment(value, *key)}  # {where}"


def assignment(value: Any, *key: str) -> str:
    """A key, given by its parts, and its value."""
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
