"""Docusaurus 1.

The facts are those of Docusaurus 1.14: `lib/server/docs.js` (links to Markdown and to assets), `metadataUtils.js` and
`readMetadata.js` (ids and permalinks), and `lib/core/anchors.js`.
"""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext
from typing import Self

from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Site, first_existing, from_page
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.sites.support.pages import files_below
from doclint.sites.support.script_settings import settings_at, text_of

_ASSETS = "assets/"


class DocusaurusV1(Site):
    """A site of Docusaurus 1, whose documents lie beside the folder of its settings. Headings have the ids of GitHub.

    The URL of a document has its id and may end in `.html`. doclint says nothing about URLs that no document has.
    """

    id = "docusaurus-v1"
    name = "Docusaurus 1"
    dialect = "unknown"
    evidence = ("siteConfig.js",)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._settings = settings_at(repository, config)
        path = text_of(self._settings, "customDocsPath", default="docs") or "docs"
        self._docs = shortest(join(dirname(folder), path))
        self.content = (self._docs, join(folder, "versioned_docs"), join(folder, "blog"))

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site if the file has links for a header, which Docusaurus requires."""
        data = repository.page(config) if config else None
        return cls(repository, folder, config) if data and b"headerLinks" in data else None

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean by its path, or the document with its URL; None if none has that."""
        files = [*self._files(address)]
        if splitext(address.path)[1] not in ("", ".html"):
            return files
        found = first_existing(self.repository, files)
        if found is not None and self.repository.is_file(found):
            return [found]
        page = self._pages_near(address.page).get(self._id(address.path))
        return page and [page]

    def _files(self, address: Address) -> Iterator[str]:
        """Yield the paths that a link may mean: from the page, among the documents, their assets, or static files."""
        path = address.path
        yield from_page(address)
        name = below(path, text_of(self._settings, "baseUrl", default="/") or "/")
        for url in (path.lstrip("/"), *([name] if name else [])):
            yield shortest(join(self._docs, url))
            yield shortest(join(self.folder, "static", url))
            yield shortest(join(self.folder, url))
        if _ASSETS in path:
            yield shortest(join(self._docs, _ASSETS, path.partition(_ASSETS)[2]))

    def _id(self, url: str) -> str:
        return basename(url.rstrip("/")).removesuffix(".html")

    def _pages_near(self, page: str) -> Mapping[str, str]:
        """Return the documents by the last part of their ids: those of the version that a page is in."""
        versions = join(self.folder, "versioned_docs")
        version = (below(page, versions) or "").partition("/")[0]
        folder = join(versions, version) if is_below(page, versions) else self._docs
        return self.repository.answered(("docusaurus 1", folder), lambda: dict(self._documents(folder)))

    def _documents(self, folder: str) -> Iterator[tuple[str, str]]:
        for path in sorted(files_below(self.repository, folder, (".md",))):
            stem = splitext(basename(path))[0]
            own = texts_in_front_matter(self.repository, path, ("id", "original_id"))
            yield own.get("original_id") or own.get("id", stem), path
