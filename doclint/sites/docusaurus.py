"""Docusaurus 1, 2 and 3.

The facts are those of Docusaurus 1.14: `lib/server/docs.js` (links to Markdown and to assets), `metadataUtils.js` and
`readMetadata.js` (ids and permalinks), and `lib/core/anchors.js`.

For 2 and 3, they are those of Docusaurus 3.10: `markdownLinks.js` and `markdownHeadingIdUtils.js` of
`@docusaurus/utils`, the remark plugins `resolveMarkdownLinks`, `transformLinks`, `transformImage` and `headings` of
`@docusaurus/mdx-loader`, `Link` and `brokenLinks.js` of `@docusaurus/core`, and `collectRedirects.js` of
`@docusaurus/plugin-client-redirects`.
"""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext
from typing import Any

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.html import unescaped
from doclint.markdown.slugs import slug, unique
from doclint.markdown.source import Source
from doclint.repository.configuration import strings
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Includes, Site, first_existing, from_page, without_base
from doclint.sites.support.docusaurus_content import (
    MARKDOWN,
    Collection,
    content_of_site,
    generated_slugs,
    page_at,
    url_of,
    urls_of,
)
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.sites.support.ids import heading_ids, text_with_images
from doclint.sites.support.mdx_imports import included_by, may_add_ids
from doclint.sites.support.pages import files_below
from doclint.sites.support.script_settings import items_of, settings_at, table_of, text_of
from doclint.sites.support.urls import is_redirected, resolved
from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral

_ASSETS = "assets/"


class DocusaurusV1(Site):
    """A site of Docusaurus 1, whose documents lie beside the folder of its settings. Headings have the ids of GitHub.

    The URL of a document has its id and may end in `.html`. doclint says nothing about URLs that no document has.
    """

    id = "docusaurus-v1"
    name = "Docusaurus 1"
    dialect = "unknown"
    evidence = ("siteConfig.js",)
    mark = b"headerLinks"  # Docusaurus requires links for a header

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._settings = settings_at(repository, config)
        path = text_of(self._settings, "customDocsPath", default="docs") or "docs"
        self._docs = shortest(join(dirname(folder), path))
        self.content = (self._docs, join(folder, "versioned_docs"), join(folder, "blog"))

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean by its path, or the document with its URL; None if none has that."""
        files = [*self._files(address)]
        if splitext(address.path)[1] not in ("", ".html"):
            return files
        found = first_existing(self.repository, files)
        if found is not None and self.repository.is_file(found):
            return [found]
        id_ = basename(address.path.rstrip("/")).removesuffix(".html")
        page = self._pages_near(address.page).get(id_)
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


_SITE = "@site/"
_REDIRECTS = expression(r"(?:^|[/-])client-redirects\Z")
# Pages that plugins make, by the kind of content: what their URLs begin with below its route.
_MADE = {
    "docs": ("tags", "category"),
    "blog": ("", "tags", "page", "archive", "authors", "rss.xml", "atom.xml", "feed.json"),
}
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif")  # no plugin makes them
_MADE_AT_ROOT = ("search", "sitemap.xml", "manifest.json", "404", "404.html", "__docusaurus")
# A comment that gives an id to a heading, in MDX or in HTML.
_ID_IN_COMMENT = expression(r"(?:\{/\*|<!--)[ \t]*+#(?P<id>[^\s*]++)")
_LONGEST_COMMENT = 200  # characters
# Code that Docusaurus renders, so that other tools that read the page leave it alone.
_RENDERED = expression(r"(?m)^(?P<fence>`{3,})mdx-code-block[ \t]*+\n(?P<mdx>[\s\S]*?)^(?P=fence)[ \t]*$")
_MOST_LANGUAGES = 200
_MOST_FOLDERS = 50  # of static files


class Docusaurus(Site):
    """A site that Docusaurus builds. Languages are those that the folder `i18n` has, beside those of the settings."""

    id = "docusaurus"
    name = "Docusaurus"
    has_certain_ids = True
    shows_all = True
    evidence = tuple(f"docusaurus.config.{suffix}" for suffix in ("ts", "mts", "cts", "js", "mjs", "cjs"))

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._settings = settings_at(repository, config)
        if config is None:
            self._settings["presets"] = ["classic"]
        self.base = text_of(self._settings, "baseUrl", default="/") or "/"
        self._languages = repository.folders(join(folder, "i18n"))[:_MOST_LANGUAGES]
        self._contents = {
            locale: content_of_site(self._settings, folder, locale, repository) for locale in ("", *self._languages)
        }
        collections = (collection for content in self._contents.values() for collection in content.collections)
        self.content = tuple(dict.fromkeys(folder for collection in collections for folder in collection.folders))
        self._redirects: dict[str, Any] = dict(_redirects(self._settings))
        self._has_unknown_redirects = UNKNOWN in self._redirects.values()

    def _locale(self, page: str) -> str:
        place = join(self.folder, "i18n")
        locale = page[len(place) + 1 :].partition("/")[0] if is_below(page, place) else ""
        return locale if locale in self._contents else ""

    def _collection(self, page: str) -> Collection | None:
        """Return the collection that a page is in: the one with the innermost folder."""
        own = self._contents[self._locale(page)].collections
        found = [(len(folder), one) for one in own for folder in one.folders if is_below(page, folder)]
        return max(found, key=lambda one: one[0])[1] if found else None

    def url(self, page: str) -> str | None:
        """Return the URL of a page without the base URL of the site and without its language."""
        collection = self._collection(page)
        found = url_of(collection, page, self.repository) if collection else None
        slash = self._settings.at("trailingSlash")
        if found is None or found == "/" or slash is None or slash is UNKNOWN:
            return found
        return found.rstrip("/") + ("/" if slash else "")

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean: by their paths, in the folder of static files, or by their URLs."""
        path, own = address.path, self._collection(address.page)
        if path.startswith(_SITE):
            return [shortest(join(self.folder, path.removeprefix(_SITE)))]
        if path.endswith(MARKDOWN):
            files = [*self._by_path(address, own)]
            return files if first_existing(self.repository, files) or not self._may_be_made(files[0], own) else None
        urls = [*self._urls(address)]
        return self._by_url(urls, address) if urls else None

    def _by_url(self, urls: Sequence[str], address: Address) -> Sequence[str] | None:
        """Return the file that a link leads to, which can have one of some URLs."""
        files = [*self._assets(address, urls)] if splitext(address.path)[1] else []
        found = first_existing(self.repository, files) or self._page_at(urls, address.page)
        if found is None:
            found = first_existing(self.repository, self._static_pages(urls))
        if found is not None:
            return [found]
        if self._is_unknown(urls[0], address.page):
            return None
        host = from_page(address)
        return [self._expected(urls[0], address.page), *([host] if self.repository.is_file(host) else [])]

    def _by_path(self, address: Address, own: Collection | None) -> Iterator[str]:
        """Yield the files that a link with the extension of Markdown leads to; those of the host come last."""
        path, folders = address.path, own.folders if own else ()
        if not path.startswith("/"):
            yield from_page(address)
            # A page that is not translated is that of the default language.
            for folder in folders[:1] if len(folders) > 1 and is_below(address.page, folders[0]) else ():
                yield shortest(join(folders[1], dirname(below(address.page, folder) or ""), path))
        if not path.startswith(("./", "../")):
            for folder in (*folders, self.folder):
                yield shortest(join(folder, path.lstrip("/")))
        if path.startswith("/"):
            yield from_page(address)

    def _assets(self, address: Address, urls: Sequence[str]) -> Iterator[str]:
        statics, other = [path for url in urls for path in self._statics(url)], from_page(address)
        yield from (*statics, other) if address.path.startswith("/") else (other, *statics)

    def _statics(self, url: str) -> Iterator[str]:
        """Yield the paths that a URL has in the folders of static files."""
        given = strings(items_of(self._settings.at("staticDirectories")))[:_MOST_FOLDERS]
        for folder in given or ["static"]:
            yield shortest(join(self.folder, folder, url.lstrip("/")))

    def _static_pages(self, urls: Sequence[str]) -> Iterator[str]:
        """Yield the pages in HTML, among the static files, that URLs without a suffix lead to."""
        for place in (place for url in urls for place in self._statics(url)):
            yield f"{place}.html"
            yield join(place, "index.html")

    def _urls(self, address: Address) -> Iterator[str]:
        """Yield the URLs that a link may have: without the base URL and the language, which Docusaurus adds."""
        path = address.path
        if path.startswith("/"):
            url = without_base(path, self.base)
            first, _, rest = url.lstrip("/").partition("/")
            locales = {*self._languages, *strings(items_of(self._settings.at("i18n", "locales")))}
            yield f"/{rest}" if first in locales else url
            return
        own = self.url(address.page)
        if own is not None:
            yield resolved(own, path)
            if self._settings.at("trailingSlash") is not False and not own.endswith("/"):
                # Many hosts add a slash to the URL of each page.
                yield resolved(f"{own}/", path)

    def _page_at(self, urls: Sequence[str], page: str) -> str | None:
        collections = self._contents[self._locale(page)].collections
        found = (page_at(one, url, self.repository) for url in map(self._redirected, urls) for one in collections)
        return next((path for path in found if path is not None), None)

    def _redirected(self, url: str) -> str:
        target = self._redirects.get(url.rstrip("/") or "/", url)
        extension = splitext(url)[1]
        if extension and self._redirects.get(extension):
            return url.removesuffix(extension)
        return target if isinstance(target, str) else url

    def _is_unknown(self, url: str, page: str) -> bool:
        """Whether a URL that no file has may be that of a page that Docusaurus or a plugin makes."""
        if splitext(url)[1] in _IMAGES:
            return not any(map(self.repository.is_folder, self._statics("/")))
        content, own = self._contents[self._locale(page)], self._collection(page)
        if (own and own.is_rewritten) or self._may_be_made_at_root(url):
            return True
        near = [(rest, one) for one in content.collections if (rest := below(url, one.route or "/")) is not None]
        if any(self._may_be_made_in(one, rest) for rest, one in near):
            return True
        return not content.is_complete and not any(self._has_folder(one, rest) for rest, one in near)

    def _may_be_made_at_root(self, url: str) -> bool:
        """Whether a page is one that Docusaurus makes, or if the settings or the host redirect it elsewhere."""
        if (url.rstrip("/") or "/") in self._redirects or self._has_unknown_redirects:
            return True
        is_made = url.strip("/").split("/")[0] in _MADE_AT_ROOT
        return is_made or is_redirected(self, url, map(dirname, self._statics("x")))

    def _may_be_made_in(self, collection: Collection, rest: str) -> bool:
        """Whether a page with the rest of a URL below the route of a collection may be made without a file."""
        if collection.route is None or urls_of(self.repository, collection) is None:
            return True
        if rest.partition("/")[0] in _MADE.get(collection.kind, ()):
            return True
        if collection.kind != "docs":
            return False
        is_elsewhere = not any(map(self.repository.is_folder, collection.folders))  # a version, as a build finds it
        return is_elsewhere or rest in generated_slugs(self.repository, collection)

    def _has_folder(self, collection: Collection, rest: str) -> bool:
        """Whether the pages around a URL come from a folder of the repository, so that no plugin makes them."""
        first, _, more = rest.partition("/")
        if collection.kind == "pages":
            return False
        if not more:
            return collection.route not in ("", "/")
        return any(self.repository.is_folder(join(folder, first)) for folder in collection.folders)

    def _may_be_made(self, path: str, own: Collection | None) -> bool:
        """Whether a plugin may write a file in Markdown, because the folder that it would be in is not there.

        If a build changes the documents, the folder may be there, but have no page other than its index.
        """
        if own is None or (self._contents[""].is_complete and not own.is_rewritten):
            return False
        rest = next((below(path, one) for one in own.folders if is_below(path, one)), None)
        names = [*(self.repository.listing(dirname(path)) or ())]
        if own.is_rewritten:
            names = [name for name in names if name.endswith(MARKDOWN) and splitext(name)[0] != "index"]
        return rest is not None and "/" in rest and not names

    def _expected(self, url: str, page: str) -> str:
        """Return the path that the file of a URL most likely has: among documents, static files, or in the site."""
        collections = [one for one in self._contents[self._locale(page)].collections if one.route is not None]
        near = [one for one in collections if below(url, one.route or "") is not None]
        own = max(near, key=lambda one: (len(one.route or ""), one.kind == "docs"), default=None)
        if splitext(url)[1] or own is None or own.kind != "docs":
            return next(self._statics(url)) if splitext(url)[1] else shortest(join(self.folder, url.strip("/")))
        path = shortest(join(own.folders[-1], below(url, own.route or "") or "index"))
        # A file of that name has another URL.
        return next((name for name in (f"{path}.md", path) if not self.repository.exists(name)), f"{path}/index.md")

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of a page; None if a component on it may add some."""
        rendered = _rendered(document.source.text)
        if rendered != document.source.text:
            document = Document(Source.from_text(rendered), document.masks, document.depth, is_mdx=document.is_mdx)
        if may_add_ids(self.repository, self.folder, page, document):
            return None
        ids = {*heading_ids(document, slug, unique, text_with_images), *document.names_in_html}
        text = document.source.text
        ends = (text[max(heading.start, heading.end - _LONGEST_COMMENT) : heading.end] for heading in document.headings)
        ids.update(match["id"] for end in ends for match in _ID_IN_COMMENT.finditer(end))
        # Before MDX 2, an escaped entity was an entity.
        ids.update(slug(unescaped(heading.text)) for heading in document.headings if "&" in heading.text)
        return frozenset(ids)

    def includes(self, page: str, text: str) -> Includes:
        return included_by(self.folder, page, _rendered(text))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment may be one of the pages that import the page with the link, which is none of its own."""
        return page == target and basename(page).startswith("_")


def _rendered(text: str) -> str:
    """Return the text of a page with the code that Docusaurus renders as part of the page."""
    return _RENDERED.sub(r"\n\g<mdx>", text) if "mdx-code-block" in text else text


def _redirects(settings: ObjectLiteral) -> Iterator[tuple[str, Any]]:
    """Yield the URLs that the settings redirect, and where to, and the extensions that they drop from all URLs."""
    for item in items_of(settings.at("plugins")):
        if not (isinstance(item, list) and len(item) > 1 and isinstance(item[0], str) and _REDIRECTS.search(item[0])):
            continue
        options = table_of(item[1])
        if options.at("createRedirects") is not None or options.at("redirects") is UNKNOWN:
            yield "", UNKNOWN
        yield from ((f".{one}", True) for one in items_of(options.at("fromExtensions")) if isinstance(one, str))
        for redirect in items_of(options.at("redirects")):
            sources = table_of(redirect).at("from")
            target = text_of(table_of(redirect), "to", default="") or ""
            for source in sources if isinstance(sources, list) else [sources]:
                if isinstance(source, str):
                    yield source.rstrip("/") or "/", target.partition("#")[0].partition("?")[0]
                elif source is UNKNOWN:
                    yield "", UNKNOWN
