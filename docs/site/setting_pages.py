"""A page for each setting of `doclint.toml`, and the list of all."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mentions import mentions
from rendering import rendered
from site_page import SitePage

from doclint.cli.commands import cli
from doclint.config.schema import Config, FolderConfig, keys
from doclint.config.show import assignment
from doclint.errors.models import model_of

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "array": "list",
    "object": "table",
}
_ABOUT_OTHERS = {"api.md", "format-reference.md", "formats.md", "changelog.md"}  # the same words mean something else


class Setting(NamedTuple):
    """A setting as its page has it."""

    name: str
    meaning: str
    is_of_folder: bool
    value: str
    default: str
    examples: list[str]
    options: list[str]
    keys: dict[str, str]
    mentions: list[tuple[str, str]]


def names() -> dict[str, str]:
    """Return the page of each setting, by its name, without names of a single word: they mean other things as well."""
    return {name: f"settings/{name}.md" for name in map(".".join, _keys()) if not name.isalpha()}


def pages(manuals: Sequence[SitePage]) -> Iterator[SitePage]:
    """Yield the pages; they lead to the manuals that mention the setting."""
    settings = list(_settings([page for page in manuals if page.path not in _ABOUT_OTHERS]))
    for setting in settings:
        yield SitePage.made(f"settings/{setting.name}.md", rendered("setting.md.j2", setting=setting))
    yield SitePage.made("settings/index.md", rendered("settings.md.j2", settings=settings))


def _keys() -> list[tuple[str, ...]]:
    return [key for key, _ in keys()]


def _settings(manuals: Sequence[SitePage]) -> Iterator[Setting]:
    schema = model_of(Config).model_json_schema()
    in_folders = set(FolderConfig.__struct_encode_fields__)
    options = {option for one in cli.commands["check"].params for option in one.opts}
    for key, setting in keys():
        name = ".".join(key)
        of_key = _of_key(schema, key)
        yield Setting(
            name=name,
            meaning=setting.description,
            is_of_folder=key[0] in in_folders,
            value=_value(schema, of_key),
            default="" if setting.default is None else assignment(setting.default, *key).partition(" = ")[2],
            examples=[assignment(one, *key) for one in setting.meta.examples or ()],
            options=sorted({f"--{name}"} & options),
            keys=_table(schema, of_key),
            mentions=mentions(manuals, rf"{re.escape(name)}(?: = .*)?"),
        )


def _of_key(schema: dict[str, Any], key: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = schema
    for part in key:
        found = _resolved(schema, found)["properties"][part]
    return found


def _resolved(schema: dict[str, Any], of_key: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in of_key:
        resolved: dict[str, Any] = schema["$defs"][of_key["$ref"].rpartition("/")[2]]
        return resolved
    return of_key


def _value(schema: dict[str, Any], of_key: dict[str, Any]) -> str:
    """Return what a value is, in words, from its JSON schema."""
    of_key = _resolved(schema, of_key)
    if "anyOf" in of_key:
        return " or ".join(_value(schema, one) for one in of_key["anyOf"] if one.get("type") != "null")
    if "enum" in of_key:
        return ", ".join(f"`{value}`" for value in of_key["enum"])
    bounds = [
        f"{word} {of_key[key]:,}" for key, word in (("minimum", "at least"), ("maximum", "at most")) if key in of_key
    ]
    inner = of_key.get("items") or of_key.get("additionalProperties")
    words = _TYPES[of_key["type"]]
    if isinstance(inner, dict) and inner:
        words += f" {'of' if words == 'list' else 'whose values are'} {_plural(_value(schema, inner))}"
    return ", ".join([words, *bounds])


def _plural(value: str) -> str:
    word, blank, others = value.partition(" ")
    return f"{word}s{blank}{others}" if word.isalpha() else value


def _table(schema: dict[str, Any], of_key: dict[str, Any]) -> dict[str, str]:
    """Return what the keys of each entry of a list of tables mean."""
    properties = _resolved(schema, of_key.get("items", {})).get("properties", {})
    return {name: one.get("description", "") for name, one in properties.items()}
