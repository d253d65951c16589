"""What the key, the value or the hole under the cursor means, as Markdown."""

from typing import NamedTuple

from doclint.errors.mistakes import Path
from doclint.errors.toml_places import Range
from doclint.formats.holes import NEEDS, PLACES, TABLE, names_for
from doclint.formats.patterns.template import HOLE, HOLE_NAME
from doclint.rule import registry
from doclint.server.markup import code
from doclint.server.toml.explanation import of_key, of_rule
from doclint.server.toml.file import TomlFile
from doclint.server.toml.holes import FORMS, place_of
from doclint.server.toml.names import names_of_values
from doclint.server.toml.spot import FileSpot, spot_at


class Explained(NamedTuple):
    """An explanation in Markdown, and the span of what it explains."""

    text: str
    span: Range


def explanation_at(file: TomlFile, offset: int) -> Explained | None:
    """Return what is at an offset, explained; None if nothing is known of it."""
    spot = spot_at(file, offset)
    if spot is None:
        return None
    if spot.role == "value":
        return _of_value(file, spot, offset)
    text = _of_key(file, spot.path, spot.name)
    return Explained(text, spot.span) if text else None


def _of_key(file: TomlFile, path: Path, name: str) -> str:
    """Return what a key of the table at a path means; for the options of a rule, the rule comes first."""
    key = file.schema.keys(file.nodes(path)).get(name)
    if file.kind == "config" and name in registry.rules():
        return of_rule(name, file.written("rule-pages"))
    return of_key(key, path, file) if key else ""


def _of_value(file: TomlFile, spot: FileSpot, offset: int) -> Explained | None:
    nodes = file.nodes(spot.path)
    if any(node.get("format") in FORMS for node in nodes):
        return _of_hole(file, spot, offset)
    text = _of_name(file, spot) or _of_shape(file, spot) or _of_key_of_value(file, spot.path)
    return Explained(text, spot.span) if text else None


def _of_name(file: TomlFile, spot: FileSpot) -> str:
    """Return what a name stands for: that of a rule, a family, a format, a message ..."""
    named = next((one for one in names_of_values(file, spot.path) if one.name == spot.name), None)
    if named is None:
        return ""
    lead = f"{code(named.name)}: {named.detail}" if named.detail else code(named.name)
    return of_rule(named.name, file.written("rule-pages")) or "\n\n".join(filter(None, [lead, named.documentation]))


def _of_shape(file: TomlFile, spot: FileSpot) -> str:
    """Return what an element of a shape is."""
    if spot.path[-1:] != ("shape",):
        return ""
    tables = (node for node in file.nodes(spot.path[:-1]) if "shape" in node.get("properties", ()))
    table = next((one for one in tables if one["properties"]["shape"].get("const") == spot.name), None)
    return f"`{spot.name}`: {table['description']}" if table else ""


def _of_key_of_value(file: TomlFile, path: Path) -> str:
    """Return what the key means whose value, or an item of whose value, is at a path."""
    last = max((index for index, part in enumerate(path) if isinstance(part, str)), default=None)
    return _of_key(file, path[:last], str(path[last])) if last is not None else ""


def _of_hole(file: TomlFile, spot: FileSpot, offset: int) -> Explained | None:
    start, end = spot.span
    for match in HOLE.finditer(file.text, start, end):
        name = HOLE_NAME.match(match[0])
        if match.start() <= offset <= match.end() and name:
            return Explained(_of_hole_named(file, spot.path, name[1]), match.span())
    text = _of_key_of_value(file, spot.path)
    return Explained(text, spot.span) if text else None


def _of_hole_named(file: TomlFile, path: Path, name: str) -> str:
    kinds = dict.fromkeys(file.written("kind", index, "name") for index in file.indexes("kind"))
    hole = next((one for one in TABLE if name in names_for(one, kinds)), None)
    if hole is None:
        return f"{code(f'{{{name}}}')}: a hole of this format, without a meaning of its own."
    place = place_of(file, path)
    if place not in hole.where:
        where = ", ".join(PLACES[one] for one in hole.where)
        return f"`{{{name}}}` has no meaning here. In {where}: {hole.meaning}"
    need = hole.where[place]
    about = f"It has this meaning {NEEDS[need]}." if need else ""
    return "\n\n".join(filter(None, [f"`{{{name}}}`: {hole.meaning}", about, f"Example: `` {hole.example} ``"]))
