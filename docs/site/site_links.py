"""The links of pages: to the site, where it has what they lead to, and to the repository."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import NamedTuple

from site_page import SitePage

from doclint.markdown.document import Document
from doclint.markdown.source import Source, Span
from doclint.page.links import destination_span, links_and_definitions
from doclint.page.page import Page


class Placed:
    """Where things are: pages and other files on the site, the rest in the repository at a folder and at an address.

    `names` are the pages of what code spans name, such as rules.
    """

    def __init__(
        self, folder: Path, address: str, pages: Iterable[SitePage], files: Iterable[str], names: Mapping[str, str]
    ) -> None:
        self.names = names
        self._files = {f"docs/{path}" for path in files}
        self._folder = folder
        self._address = address
        self._pages: dict[str, list[SitePage]] = {}
        for page in pages:
            self._pages.setdefault(page.origin, []).append(page)

    def destination(self, page: SitePage, path: str, fragment: str) -> str:
        """Return where a link on a page leads. Raises ValueError if that exists neither on the site nor here."""
        target = normpath(join(dirname(page.origin), path)) if path else page.origin
        suffix = f"#{fragment}" if fragment else ""
        if target in self._pages:
            return self.to(page, _with_fragment(self._pages[target], fragment).path) + suffix
        if target in self._files:
            return self.to(page, target.removeprefix("docs/")) + suffix
        if not (self._folder / target).exists():
            raise ValueError(f"{page.origin}: the link {path} leads to {target}, which does not exist")
        kind = "tree" if (self._folder / target).is_dir() else "blob"
        return f"{self._address}/{kind}/main/{target}{suffix}"

    @staticmethod
    def to(page: SitePage, path: str) -> str:
        """Return the relative link from a page to a path on the site."""
        return relpath(path, dirname(page.path) or ".")


class _Edit(NamedTuple):
    span: Span
    text: str


def linked(page: SitePage, placed: Placed) -> str:
    """Return the text of a page with the links of the site, and with links on the names that it mentions."""
    parsed = Page(page.origin, Source.from_text(page.text))
    edits = [*_moved(page, parsed, placed), *_mentions(page, parsed.document, placed)]
    text = page.text
    for span, new in sorted(edits, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text


def _with_fragment(pages: list[SitePage], fragment: str) -> SitePage:
    """Return the page that has the heading of a fragment, of those with parts of one file."""
    if len(pages) == 1 or not fragment:
        return pages[0]
    return next(page for page in pages if fragment in Document(Source.from_text(page.text)).anchors)


def _moved(page: SitePage, parsed: Page, placed: Placed) -> Iterator[_Edit]:
    for link in links_and_definitions(parsed):
        if ":" in link.destination or (not link.path and page.path != page.origin and page.origin.startswith("docs/")):
            continue
        span = destination_span(parsed, link)
        if span is None:
            raise ValueError(f"{page.origin}: write the destination {link.destination} literally")
        yield _Edit(span, placed.destination(page, link.path, link.fragment))


def _mentions(page: SitePage, document: Document, placed: Placed) -> Iterator[_Edit]:
    """Yield links around code spans that are names, except in other links and in headings."""
    taken = [node.span for node in (*document.links, *document.headings)]
    for span in document.code_spans:
        path = placed.names.get(span.text)
        if path is None or path == page.path or any(one.start <= span.start < one.end for one in taken):
            continue
        shown = page.text[span.start : span.end]
        yield _Edit(span.span, f"[{shown}]({placed.to(page, path)})")
