"""Code lenses: what editors show above lines, such as the pages about a source."""

from lsprotocol import types

from doclint.errors.wording import counted
from doclint.output.terminal import without_controls
from doclint.server.documents import uri_of
from doclint.server.feature import Feature, PageQuestion, SourceQuestion, TomlQuestion
from doclint.server.sources import first_of_each, mentions_of
from doclint.server.toml.mistakes import visible

_MOST = 3  # pages with a lens of their own
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


async def _of_page(asked: PageQuestion) -> list[types.CodeLens]:
    """Return how many of the claims of a page hold, if the editor wants that."""
    counts = await asked.service.claims(asked.document)
    if counts is None or not counts.all:
        return []
    unknown = f", {counts.unknown:,} more cannot be checked" if counts.unknown else ""
    title = f"{counts.holds:,} of {counted(counts.checked, 'checked claim')} hold{unknown}"
    return [types.CodeLens(_TOP, types.Command(title, ""))]


async def _of_source(asked: SourceQuestion) -> list[types.CodeLens]:
    """Return what to show above the first line: the pages about the file."""
    found = first_of_each(await asked.ask(mentions_of) or ())
    shown = [(one, one.page) for one in found[:_MOST]]
    if rest := found[_MOST:]:
        shown.append((rest[0], f"{counted(len(rest), 'more page')} about this file"))
    return [
        types.CodeLens(_TOP, types.Command(title, asked.service.SHOW, arguments=[uri_of(one.file), one.line - 1]))
        for one, title in shown
    ]


async def _of_toml(asked: TomlQuestion) -> list[types.CodeLens]:
    """Return how often each part of a format is on the pages; a click shows the report."""
    found, file = asked.service.matches.found(asked.document.uri), asked.service.file(asked.document)
    if found is None or file is None:
        return []
    places = [(file.places.nearest(part.keys), part) for part in found.parts]
    return [
        types.CodeLens(
            asked.positions.range(visible(file.text, keys[-1].key)),
            types.Command(without_controls(part.text), asked.service.SHOW_MATCH, arguments=[asked.document.uri]),
        )
        for keys, part in places
        if len(keys) > len(part.keys)
    ]


FEATURE = Feature("textDocument/codeLens", page=_of_page, source=_of_source, toml=_of_toml)
