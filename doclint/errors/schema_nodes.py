"""The nodes of a JSON schema, and the way from one to those below it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]
"""A node of a JSON schema."""


def step(schema: Node, table: Node, part: str | int) -> Iterator[Node]:
    """Yield what a schema has for a key or an index of a table or an array, with all alternatives."""
    found = [table.get("items") if isinstance(part, int) else table.get("properties", {}).get(part)]
    if not found[0] and isinstance(part, str) and "shape" not in table:
        found = [table.get("additionalProperties"), *table.get("patternProperties", {}).values()]
    for one in found:
        if isinstance(one, dict):
            yield from alternatives(schema, one)


def alternatives(schema: Node, node: Node) -> Iterator[Node]:
    """Yield a node of a JSON schema and all alternatives below it, with references resolved."""
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    for option in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
        yield from alternatives(schema, option)
    yield node
