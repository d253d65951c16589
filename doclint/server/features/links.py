"""Links of a page to files of its repository, which editors open."""

from __future__ import annotations

from pathlib import Path

from doclint.markdown.source import Span
from doclint.page.links import target_of
from doclint.server import protocol as types
from doclint.server.documents import uri_of
from doclint.server.feature import Feature, PageQuestion
from doclint.server.open_page import OpenPage
from doclint.server.source_places import links_of, span_of


async def _of_page(asked: PageQuestion) -> list[types.DocumentLink]:
    found = await asked.ask(linked_files) or ()
    return [types.DocumentLink(asked.positions.range(span), target=uri_of(file)) for span, file in found]


def linked_files(open_page: OpenPage) -> list[tuple[Span, Path]]:
    """Return where a page has links to files of its repository, and these files."""
    page, files, found = open_page.page, open_page.repository, []
    for link in links_of(page) if files else ():
        target = target_of(page, link.destination, is_html=link.is_html)
        if target and files and not target.path.startswith("../") and files.is_file(target.path):
            found.append((span_of(page, link), open_page.file(target.path)))
    return found


FEATURE = Feature("textDocument/documentLink", page=_of_page)
