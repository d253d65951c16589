"""The outline of a page: its headings."""

from __future__ import annotations

from doclint.markdown.source import Span
from doclint.output.terminal import without_controls
from doclint.server import protocol as types
from doclint.server.feature import Feature, PageQuestion
from doclint.server.open_page import OpenPage


async def _of_page(asked: PageQuestion) -> list[types.DocumentSymbol]:
    """Return the headings as an outline, each with those of its section below it."""
    positions = asked.positions
    end = positions.position(len(positions.source.text))
    top: list[types.DocumentSymbol] = []
    around: list[tuple[int, types.DocumentSymbol, list[types.DocumentSymbol]]] = []
    for text, level, span in await asked.ask(_headings) or ():
        own = positions.range(span)
        while around and around[-1][0] >= level:
            _, before, _ = around.pop()
            before.range.end = max(own.start, before.selection_range.end)
        name = without_controls(text) or "#" * level
        below: list[types.DocumentSymbol] = []
        symbol = types.DocumentSymbol(name, types.SymbolKind.String, types.Range(own.start, end), own, children=below)
        (around[-1][2] if around else top).append(symbol)
        around.append((level, symbol, below))
    return top


def _headings(page: OpenPage) -> list[tuple[str, int, Span]]:
    return [(one.text, one.level, one.span) for one in page.page.document.headings]


FEATURE = Feature("textDocument/documentSymbol", page=_of_page)
