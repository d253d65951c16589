"""Definitions: where the text under the cursor, or the name there in a TOML file, is defined."""

from __future__ import annotations

from pathlib import Path as FilePath

from msgspec import Struct

from doclint.errors.toml_places import Range
from doclint.errors.validation import Path
from doclint.formats.loading import BUILTIN, file_of_builtin
from doclint.formats.patterns.template import HOLE_NAME
from doclint.formats.schema.sharing import SHARED_BY
from doclint.repository.paths import may_read
from doclint.server import protocol as types
from doclint.server.documents import location
from doclint.server.feature import Feature, PageQuestion, TomlQuestion
from doclint.server.source_places import FoundPlace, place_at, related_places
from doclint.server.toml.file import FileSpot, TomlFile, spot_at


async def _of_page(asked: PageQuestion) -> list[types.Location]:
    """Return the place in a source or on another page that the text at an offset is about.

    If it is about none, these are the lines from which the findings there follow.
    """
    offset = asked.offset
    place = await asked.ask(place_at, offset)
    if place is not None:
        return [_location(place)]
    here = await asked.service.findings(asked.document, offset, offset)
    return list(map(_location, await asked.ask(related_places, here) or ())) if here else []


def _location(found: FoundPlace) -> types.Location:
    return location(found.file, found.place.first, found.place.last if found.excerpt else 0)


async def _of_toml(asked: TomlQuestion) -> list[types.Location]:
    """Return where the part or the file is that is named at an offset."""
    found = await asked.service.ask(asked.document, definitions_at, asked.offset) or ()
    here = asked.document.uri
    return [location(one.file) if one.file else types.Location(here, asked.positions.range(one.span)) for one in found]


FEATURE = Feature("textDocument/definition", page=_of_page, toml=_of_toml)


class DefinedPlace(Struct, frozen=True):
    """A span of the same file, or another file."""

    span: Range = (0, 0)
    file: FilePath | None = None


def definitions_at(file: TomlFile, offset: int) -> list[DefinedPlace]:
    """Return where what is at an offset is written: shared parts, kinds, sets and claims of a format, and files."""
    spot = spot_at(file, offset)
    if spot is None or spot.role != "value":
        return []
    return _files(file, spot) if file.kind == "config" else _parts(file, spot, offset)


def _files(file: TomlFile, spot: FileSpot) -> list[DefinedPlace]:
    """Return the files that a value names, below the root."""
    if file.root is None or file.path is None:
        return []
    match [part for part in spot.path if isinstance(part, str)]:
        case ["formats" | "local-rules" | "baseline"]:
            place = file.root / spot.name
        case ["extend"]:
            place = file.path.parent / spot.name
        case ["ignore-formats"] if spot.name in BUILTIN:
            return [DefinedPlace(file=file_of_builtin(spot.name))]
        case _:
            return []
    return [DefinedPlace(file=place)] if place.is_file() and may_read(place, file.root, None) else []


def _parts(file: TomlFile, spot: FileSpot, offset: int) -> list[DefinedPlace]:
    name = spot.name
    keys = [part for part in spot.path if isinstance(part, str)]
    paths: list[Path] = []
    match keys:
        case [*_, "of-kinds"]:
            paths = _kinds(file, name)
        case [*_, "of"] if file.written(*spot.path[:-1], "shape") == "claims":
            paths = [("claims", name)]
        case [*_, "repeats"]:
            of, _, claim = name.partition(".")
            paths = [("claims", of, claim)]
        case [*_, "family"] if keys[0] != "language":
            paths = [
                ("language", one) for one in file.names("language") if file.written("language", one, "family") == name
            ]
        case [*_, last] if last in SHARED_BY:
            paths = [("shared", SHARED_BY[last], name)]
        case _:
            hole = next((one for one in HOLE_NAME.finditer(file.text, *spot.span) if one.end() >= offset), None)
            whose, _, kind = hole[1].partition(".") if hole and hole.start() <= offset else ("", "", "")
            paths = _kinds(file, kind) if whose in ("page", "parent") else []
    places = filter(None, map(file.place, paths))
    return [DefinedPlace(place.key) for place in places]


def _kinds(file: TomlFile, name: str) -> list[Path]:
    return [("kind", index, "name") for index in file.indexes("kind") if file.written("kind", index, "name") == name]
