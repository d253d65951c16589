"""What a file can have at a path of keys, by the JSON schema of the file."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from doclint.errors.toml_places import TomlPlace
from doclint.errors.validation import Node, Path, alternatives, step
from doclint.errors.wording import plural
from doclint.formats.schema.models import PATTERN, SOURCE_TEMPLATE, TEMPLATE
from doclint.output import schemas

FileKind: TypeAlias = Literal["config", "format"]
"""What a file is: a configuration, or the description of a format."""

_SIMPLE = {"string": "text", "integer": "whole number", "number": "number"}
_FORMS = {PATTERN: "pattern", TEMPLATE: "template", SOURCE_TEMPLATE: "source template", "date": "date"}
_UNTAGGED = ("group", "one-of")  # the keys of elements without a shape
_MANY = 6  # values that the words for a type name


class SchemaKey(Struct, frozen=True):
    """A key that a table can have: what the schema says about it, and the titles of the tables that have it."""

    name: str
    node: Node
    is_required: bool
    owners: tuple[str, ...]

    @property
    def description(self) -> str:
        return str(self.node.get("description", ""))

    @property
    def default(self) -> str | None:
        """The default as JSON, which is also TOML for all defaults but tables; None without one."""
        value = self.node.get("default")
        return None if value is None or isinstance(value, dict) else json.dumps(value, ensure_ascii=False)


class FileSchema:
    """The schema of a file: what can be at a path, given what the file has around it."""

    def __init__(self, schema: Node) -> None:
        self._schema = schema

    def nodes(self, path: Path, text: str, place: TomlPlace | None) -> list[Node]:
        """Return what can be at a path, given the text of a file and the place of its top."""
        found = list(alternatives(self._schema, self._schema))
        for part in path:
            found = list(self._below(_fitting(found, text, place), part))
            place = place.below.get(part) if place else None
        return _fitting(found, text, place)

    def keys(self, nodes: list[Node]) -> dict[str, SchemaKey]:
        """Return the keys that a table can have which is one of some nodes, by name."""
        found: dict[str, SchemaKey] = {}
        for table in nodes:
            for name, node in table.get("properties", {}).items():
                known = found.get(name)
                owners = (*(known.owners if known else ()), _title(table))
                is_required = name in table.get("required", ()) and (known is None or known.is_required)
                found[name] = SchemaKey(name, known.node if known else node, is_required, owners)
        return found

    def kinds(self, node: Node) -> list[Node]:
        """Return a node with all of its alternatives."""
        return list(alternatives(self._schema, node))

    def can_be_table(self, node: Node) -> bool:
        """Whether the value of a key can be a table."""
        return any("properties" in one or isinstance(one.get("additionalProperties"), dict) for one in self.kinds(node))

    def can_be_tables(self, node: Node) -> bool:
        """Whether the value of a key can be an array of tables."""
        arrays = (one["items"] for one in self.kinds(node) if isinstance(one.get("items"), dict))
        return any(self.can_be_table(items) for items in arrays)

    def words(self, node: Node, *, are_several: bool = False) -> str:
        """Return what a value is, or values are, in words."""
        several = dict.fromkeys(words for one in self.kinds(node) for words in self._words(one, are_several))
        items = [one["items"] for one in self.kinds(node) if isinstance(one.get("items"), dict)]
        lists = [f"list of {self.words(one, are_several=True)}" for one in items]
        if len(several) > 1 and len(lists) == 1 and not are_several:
            # A list of what a single value can be, too.
            (single, *_) = several
            return f"{single}, or a list of these" if self.words(items[0]) == single else " or ".join(several)
        return " or ".join(several)

    def _below(self, nodes: list[Node], part: str | int) -> Iterator[Node]:
        found = [below for node in nodes for below in step(self._schema, node, part)]
        if not found and isinstance(part, str):
            # A header with one pair of brackets in the place of two.
            found = [
                below
                for node in nodes
                for item in step(self._schema, node, 0)
                for below in step(self._schema, item, part)
            ]
        yield from found

    def _words(self, node: Node, are_several: bool) -> Iterator[str]:  # noqa: FBT001
        number = plural if are_several else str
        types = node.get("type", ())
        if "enum" in node or "const" in node:
            yield _listed(node["enum"] if "enum" in node else [node["const"]])
            return
        for one in [types] if isinstance(types, str) else types:
            if one == "array" and isinstance(node.get("items"), dict):
                yield f"{number('list')} of {self.words(node['items'], are_several=True)}"
            elif one == "object":
                yield number("table")
            elif one == "boolean":
                yield "`true` or `false`"
            elif one in _SIMPLE:
                yield number(_FORMS.get(node.get("format", ""), _SIMPLE[one]))


@cache
def schema_of(kind: FileKind) -> FileSchema:
    """Return the schema of a kind of file."""
    return FileSchema(schemas.config() if kind == "config" else schemas.format_schema())


def _title(table: Mapping[str, Any]) -> str:
    shape = table.get("properties", {}).get("shape", {}).get("const")
    return str(shape or table.get("title", ""))


def _listed(values: list[Any]) -> str:
    named = [json.dumps(value) for value in values if value != ""]
    more = f" and {len(named) - _MANY} more" if len(named) > _MANY else ""
    return f"{'one of ' if len(named) > 1 else ''}{', '.join(named[:_MANY])}{more}"


def _fitting(nodes: list[Node], text: str, place: TomlPlace | None) -> list[Node]:
    """Return the nodes that a table can be, if it is an element, by its shape or by the key that it has for one."""
    if place is None or not any("shape" in node.get("properties", ()) for node in nodes):
        return nodes
    tag = next((key for key in _UNTAGGED if key in place.below), None)
    if tag:
        return [node for node in nodes if tag in node.get("properties", ())]
    shape = place.below.get("shape")
    written = text[slice(*shape.value)].strip("\"'") if shape and shape.value else ""
    fitting = [node for node in nodes if node.get("properties", {}).get("shape", {}).get("const") == written]
    return fitting or nodes
