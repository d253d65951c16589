"""What can be written where the cursor is in a file."""

import json
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.toml_places import Range
from doclint.errors.validation import Node, Path
from doclint.server.toml.explanation import of_key
from doclint.server.toml.file import FileSpot, TomlFile, spot_at
from doclint.server.toml.holes import FORMS, open_hole
from doclint.server.toml.names import Named, names_of_keys, names_of_values, paths_for
from doclint.server.toml.schema import SchemaKey

_BARE_KEY = expression(r"[A-Za-z0-9_-]+")
_HOLE_END = expression(r"[a-z0-9._-]*+(?P<brace>\})?")
_EQUALS = expression(r"[ \t]*+=")
_MOST_HEADERS = 50  # of one table: those of all rules would hide the others
CARET = "\0"
"""Where the cursor is to be in what is inserted."""


class Suggestion(Struct, frozen=True):
    """Something that can be written in the place of a span of the text. `insert` may have a caret."""

    label: str
    insert: str
    span: Range
    kind: Literal["key", "table", "value", "hole", "path"]
    detail: str = ""
    documentation: str = ""


def suggestions(file: TomlFile, offset: int) -> list[Suggestion]:
    """Return what can be written at an offset, the most likely first; what is written there already does not count."""
    spot = spot_at(file, offset)
    if spot is None:
        return []
    if spot.role == "key":
        return [*_keys(file, spot), *_headers(file, spot)]
    if spot.role == "header":
        return list(_parts_of_header(file, spot))
    return list(_values(file, spot, offset))


def _keys(file: TomlFile, spot: FileSpot) -> Iterator[Suggestion]:
    """Yield the keys that the table has not yet."""
    nodes = file.nodes(spot.path)
    there = {name for name in file.names(*spot.path) if name != spot.name}
    is_renamed = _EQUALS.match(file.text, spot.span[1]) is not None
    known = file.schema.keys(nodes)
    for key in sorted(known.values(), key=_rank):
        if key.name not in there:
            value = "" if is_renamed else f" = {_beginning(file, key.node)}"
            yield Suggestion(
                key.name,
                f"{_written_key(key.name)}{value}",
                spot.span,
                "key",
                file.schema.words(key.node),
                of_key(key, spot.path, file),
            )
    for named in names_of_keys(file, spot.path):
        if named.name not in there:
            value = "" if is_renamed else f' = "{CARET}"'
            yield Suggestion(named.name, f"{_written_key(named.name)}{value}", spot.span, "key", *named[1:])


def _rank(key: SchemaKey) -> tuple[bool, bool]:
    """Return what orders keys: what a table needs first, its shape above all."""
    return key.name != "shape", not key.is_required


def _beginning(file: TomlFile, node: Node) -> str:
    """Return how a value of a key begins and ends, with a caret between."""
    kinds = file.schema.kinds(node)
    types = {one for kind in kinds for one in _types(kind)}
    if "string" in types:
        return f'"{CARET}"'
    if "array" in types:
        return f"[{{ {CARET} }}]" if file.schema.can_be_tables(node) else f"[{CARET}]"
    return f"{{ {CARET} }}" if "object" in types else CARET


def _types(node: Node) -> Iterable[str]:
    found = node.get("type", ())
    return [found] if isinstance(found, str) else found


def _headers(file: TomlFile, spot: FileSpot) -> Iterator[Suggestion]:
    """Yield the headers of tables that can be below the one around the cursor, or below those around that."""
    line = file.text.rfind("\n", 0, spot.span[0]) + 1
    if file.text[line : spot.span[0]].strip():
        return
    for depth in range(len(spot.path), -1, -1):
        around = spot.path[:depth]
        if depth < len(spot.path) and isinstance(spot.path[depth], int):
            continue
        there = set(file.names(*around))
        known = file.schema.keys(file.nodes(around)).values()
        for key in known if len(known) <= _MOST_HEADERS else ():
            for header in _headers_of(file, (*around, key.name), key, is_there=key.name in there):
                yield Suggestion(header, f"{header}\n", spot.span, "table", documentation=of_key(key, around, file))


def _headers_of(file: TomlFile, path: Path, key: SchemaKey, *, is_there: bool) -> Iterator[str]:
    name = ".".join(_written_key(part) for part in (*file.base, *path) if isinstance(part, str))
    if file.schema.can_be_tables(key.node):
        yield f"[[{name}]]"
    elif file.schema.can_be_table(key.node) and not is_there:
        yield f"[{name}]"


def _parts_of_header(file: TomlFile, spot: FileSpot) -> Iterator[Suggestion]:
    for key in file.schema.keys(file.nodes(spot.path)).values():
        is_fitting = file.schema.can_be_tables(key.node) if spot.in_array else file.schema.can_be_table(key.node)
        if is_fitting:
            explained = of_key(key, spot.path, file)
            yield Suggestion(key.name, _written_key(key.name), spot.span, "table", documentation=explained)


def _written_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _values(file: TomlFile, spot: FileSpot, offset: int) -> Iterator[Suggestion]:
    nodes = file.nodes(spot.path)
    in_array = bool(spot.path) and isinstance(spot.path[-1], int)
    # A list whose only item may be written without it has the values of the item.
    is_text = any("string" in _types(node) for node in nodes)
    items = [node for one in nodes if "items" in one for node in file.schema.kinds(one["items"])]
    every = nodes if in_array else [*nodes, *items]
    if spot.quote:
        yield from _holes(file, spot, every, offset)
    is_wrapped = not in_array and not is_text and bool(items)
    if not spot.quote:
        yield from _elements(file, spot, every, is_wrapped=is_wrapped)
    there = set(file.texts(*spot.path[:-1])) - {spot.name} if in_array else ()
    for named in [*_of_schema(every), *(names_of_values(file, spot.path) if nodes else ())]:
        if named.name not in there:
            yield Suggestion(
                named.name,
                _quoted(named.name, spot.quote, is_wrapped=is_wrapped),
                spot.span,
                "value",
                named.detail,
                named.documentation,
            )
    for path in paths_for(file, spot.path, spot.written.strip("\"'")):
        yield Suggestion(path, _quoted(path, spot.quote, is_wrapped=is_wrapped), spot.span, "path")
    if not spot.quote and any("boolean" in _types(node) for node in nodes):
        yield from (Suggestion(word, word, spot.span, "value") for word in ("true", "false"))


def _of_schema(nodes: Iterable[Node]) -> Iterator[Named]:
    """Yield the texts that the schema has for a value."""
    several = [value for node in nodes for value in [*node.get("enum", ()), *node.get("examples", ())]]
    several += [node["const"] for node in nodes if "const" in node]
    yield from map(Named, dict.fromkeys(value for value in several if value and isinstance(value, str)))


def _quoted(value: str, quote: str, *, is_wrapped: bool) -> str:
    """Return a text in quotes, by default double ones."""
    text = f"{quote}{value}{quote}" if quote and quote != '"' else json.dumps(value, ensure_ascii=False)
    return f"[{text}]" if is_wrapped and not quote else text


def _elements(file: TomlFile, spot: FileSpot, nodes: list[Node], *, is_wrapped: bool) -> Iterator[Suggestion]:
    """Yield inline tables with the keys that they need, such as an element of each shape."""
    for node in nodes:
        keys = file.schema.keys([node])
        required = sorted((key for key in keys.values() if key.is_required), key=_rank)
        if not required:
            continue
        shape = keys["shape"].node.get("const") if "shape" in keys else None
        caret = CARET
        pairs = []
        for key in required:
            is_shape = shape is not None and key.name == "shape"
            value = json.dumps(shape) if is_shape else _beginning(file, key.node).replace(CARET, caret)
            caret = caret if is_shape else ""
            pairs.append(f"{_written_key(key.name)} = {value}")
        text = f"{{ {', '.join(pairs)} }}"
        label = f"{{ {pairs[0].replace(CARET, '')} }}"
        insert = f"[{text}]" if is_wrapped else text
        yield Suggestion(label, insert, spot.span, "table", documentation=str(node.get("description", "")))


def _holes(file: TomlFile, spot: FileSpot, nodes: Iterable[Node], offset: int) -> Iterator[Suggestion]:
    """Yield what can be in the hole that the cursor is in."""
    form = next((node["format"] for node in nodes if node.get("format") in FORMS), None)
    hole = open_hole(file, spot.path, form, spot.written) if form else None
    if hole is None:
        return
    end = _HOLE_END.match(file.text, offset)
    assert end is not None, "it may be empty"
    span = spot.span[0] + len(spot.quote) + hole.start, end.end()
    for named in hole.names:
        yield Suggestion(named.name, f"{named.name}}}", span, "hole", named.detail, named.documentation)
