"""Tables of settings, as pydantic validates them, and messages for users about tables that it rejects."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from doclint.errors.suggestions import did_you_mean

_Node: TypeAlias = dict[str, Any]
_TABLES = frozenset({"model_type", "dict_type"})  # the errors for a value that is not a table
_QUOTED = re.compile(r"'([^']*)'")


def kebab(name: str) -> str:
    """Return the name of a setting in a file, given the name of its field.

    >>> kebab("file_bytes")
    'file-bytes'
    """
    return name.replace("_", "-")


class SettingsTable(BaseModel):
    """The base of the tables of a configuration. Keys are in kebab-case; programs can write names of fields, too."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        defer_build=True,
        alias_generator=kebab,
        validate_by_name=True,
        validate_by_alias=True,
    )


def explain(error: ValidationError, model: type[BaseModel], prefix: str = "") -> str:
    """Describe the first error: the key (behind `prefix` and a dot), the value, and the nearest valid name."""
    # A misspelled key is also reported as missing, which explains less.
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    path = first["loc"]
    key = ".".join(filter(None, (prefix, *(_shortened(str(part)) for part in path))))
    context = first.get("ctx", {})
    match first["type"]:
        case "extra_forbidden":
            return f"there is no setting `{key}`{did_you_mean(str(path[-1]), _keys_beside(path, model))}"
        case "missing":
            return f"`{key}` is missing"
        case "union_tag_invalid":
            near = did_you_mean(context["tag"], _QUOTED.findall(context["expected_tags"]))
            return f"`{key}` has the unknown shape `{_shortened(context['tag'])}`{near}"
        case "literal_error":
            near = did_you_mean(str(first["input"]), _QUOTED.findall(context["expected"]))
            return f"`{key}` is {_short(first['input'])}, not {context['expected']}{near}"
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] in _TABLES:
        message = "it should be a table"
    elif not key:
        return message
    return f"`{key}` is {_short(first['input'])}: {message[:1].lower()}{message[1:]}"


def _short(value: object) -> str:
    return _shortened(repr(value))


def _shortened(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"


def _keys_beside(path: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    """Return the keys that a table at a path can have, according to the JSON schema of the model."""
    schema = model.model_json_schema()
    tables = list(_alternatives(schema, schema))
    for part in path[:-1]:
        # A part that is not a key is the name that pydantic gives to an alternative.
        below = [child for table in tables for child in _step(schema, table, part)]
        tables = below or [table for table in tables if part in _shapes(table)] or tables
    return sorted({key for table in tables for key in table.get("properties", ())})


def _shapes(table: _Node) -> tuple[Any, ...]:
    return (table.get("properties", {}).get("shape", {}).get("const"),)


def _step(schema: _Node, table: _Node, part: str | int) -> Iterator[_Node]:
    found = table.get("items") if isinstance(part, int) else table.get("properties", {}).get(part)
    found = found or (table.get("additionalProperties") if isinstance(part, str) and "shape" not in table else None)
    if isinstance(found, dict):
        yield from _alternatives(schema, found)


def _alternatives(schema: _Node, node: _Node) -> Iterator[_Node]:
    """Yield a node of a JSON schema and all alternatives below it, with references resolved."""
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    for option in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
        yield from _alternatives(schema, option)
    yield node
