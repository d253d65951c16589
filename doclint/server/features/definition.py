"""Definitions: where what is under the cursor is written."""

from lsprotocol import types

from doclint.server.documents import location
from doclint.server.feature import Feature, PageQuestion, TomlQuestion
from doclint.server.source_places import FoundPlace, place_at, related_places
from doclint.server.toml.definition import definitions_at


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
