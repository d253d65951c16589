"""References: the pages that say something of a source, or of a symbol that it declares."""

from lsprotocol import types

from doclint.server.documents import location
from doclint.server.feature import Feature, SourceQuestion
from doclint.server.sources import first_of_each, mentions_of


async def _of_source(asked: SourceQuestion) -> list[types.Location]:
    """Return where pages say something of the symbol that a line declares, or else of the file."""
    offset = asked.offset
    found = await asked.ask(mentions_of) or []
    here = [one for one in found if one.is_about(asked.positions.source.position(offset).line)]
    smallest = min((one.last - one.first for one in here), default=0)
    inner = [one for one in here if one.last - one.first == smallest]
    return [location(one.file, one.line) for one in inner or first_of_each(found)]


FEATURE = Feature("textDocument/references", source=_of_source)
