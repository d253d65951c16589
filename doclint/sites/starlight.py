"""Astro Starlight.

The facts are those of Starlight 0.36 (`loaders.ts`, `utils/routing/index.ts`, `utils/slugs.ts`) and Astro 5:
`getContentEntryIdAndSlug` in `content/utils.ts`, and `rehype-collect-headings.ts` of `@astrojs/markdown-remark`.
Neither changes links: a browser resolves them, against the URL of the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, dirname, join, splitext

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.slugs import slug, unique
from doclint.repository.paths import below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Includes, Site, first_existing, from_page, with_base, without_base
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.sites.support.ids import heading_ids
from doclint.sites.support.mdx_imports import included_by, may_add_ids
from doclint.sites.support.pages import LOCALE, files_below
from doclint.sites.support.script_settings import items_of, settings_at, table_of, text_of
from doclint.sites.support.urls import is_redirected, resolved
from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral

_PAGES = (".md", ".mdx", ".mdoc", ".markdown")
_ROUTES = (".astro", ".md", ".mdx", ".html", ".ts", ".js")
_MOST_PAGES = 5_000  # whose front matter is read
_MADE = frozenset({"404", "sitemap-index.xml", "sitemap-0.xml", "robots.txt", "rss.xml", "pagefind"})
_ADDS_BASE = expression(rb"(?i)remark|rehype|markdown")  # plug-ins for Markdown, which may change links
_TOP = "_top"  # the title that Starlight adds


class Starlight(Site):
    """A site that Astro builds with the integration Starlight, from `src/content/docs`."""

    id = "starlight"
    name = "Starlight"
    has_certain_ids = True
    shows_all = True
    evidence = tuple(f"astro.config.{suffix}" for suffix in ("mjs", "js", "ts", "mts", "cjs", "cts"))
    mark = b"starlight("  # what else Astro builds is not known

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._settings = settings_at(repository, config)
        source = shortest(join(folder, text_of(self._settings, "srcDir", default="src") or "src"))
        self._routes = join(source, "pages")
        self._root = join(source, "content/docs")
        self.base = text_of(self._settings, "base", default="/") or "/"
        self.content = (self._root,)
        self._starlight = self._options()
        # A call may add to its options, but Starlight does not: only options that cannot be read are unknown.
        locales = table_of(self._starlight.get("locales") if self._starlight else UNKNOWN)
        self._has_open_locales = locales.is_open
        self._locales = tuple(name for name in locales if name != "root")
        self._defaults = tuple(self._default_languages())
        redirects = table_of(self._settings.at("redirects"))
        self._has_open_redirects = redirects.is_open or any("[" in one for one in redirects)
        self._redirects = {one.rstrip("/") or "/": two for one, two in redirects.items()}

    def _options(self) -> ObjectLiteral:
        """Return the settings of the integration: of all, it has a title."""
        given = items_of(self._settings.at("integrations"))
        return next((one for one in given if isinstance(one, ObjectLiteral) and "title" in one), table_of(UNKNOWN))

    def _default_languages(self) -> Iterator[str]:
        """Yield the folders that may have the pages of the default language; the root is the empty path."""
        default = self._starlight.get("defaultLocale", "root" if self._starlight else UNKNOWN)
        if default in self._locales or (isinstance(default, str) and default != "root" and self._has_open_locales):
            yield default
        elif default is UNKNOWN:
            yield from filter(self._is_language, self.repository.folders(self._root))
        if default not in self._locales:
            yield ""

    def _is_language(self, folder: str) -> bool:
        """Whether a folder has the pages of a language, as far as the settings can be read."""
        return folder in self._locales or (self._has_open_locales and LOCALE.match(folder) is not None)

    def url(self, page: str) -> str | None:
        """Return the URL of a page without the base of the site, with a slash at its end."""
        path = below(page, self._root)
        if path is None or basename(page).startswith("_"):
            return None
        own = texts_in_front_matter(self.repository, page, ("slug",)).get("slug")
        stem = "/".join(map(slug, splitext(path)[0].split("/"))) if own is None else own.strip("/")
        stem = stem if basename(stem) != "index" else dirname(stem)
        return f"/{stem}/" if stem else "/"

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean: beside the page, public ones, or those whose pages have its URL.

        None is returned for the alias of a folder, and where a plugin may make pages.
        """
        path = address.path
        if path.startswith(("@", "~")):
            return None
        urls = [*self._urls(address)]
        files = [from_page(address), *(self._public(url) for url in urls)]
        if splitext(path)[1] and (found := first_existing(self.repository, files)) is not None:
            return [found]
        found = next(filter(None, map(self._page_at, urls)), None)
        if found is not None:
            return [found]
        if not urls or any(map(self._is_unknown, urls)):
            return None
        return [self._expected(address, urls[0]), *filter(self.repository.is_file, files[:1])]

    def _urls(self, address: Address) -> Iterator[str]:
        """Yield the URLs that a link may have, without the base of the site."""
        if address.path.startswith("/"):
            yield without_base(address.path, self.base)
            return
        own = self.url(address.page)
        if own is not None:
            yield resolved(own, address.path)
            if own != "/" and self._settings.at("trailingSlash") != "always":
                # Most servers add the slash, but not all do.
                yield resolved(own.rstrip("/"), address.path)

    def rewrites(self, address: Address) -> bool:
        """Whether a plugin for Markdown may make URLs of paths, as Astro and Starlight do not."""
        return address.path.endswith(_PAGES) and not address.is_html and self._has_markdown_plugins()

    def root_link(self, url: str, link: str) -> str:
        """Return the link with the base, which a plugin for Markdown may add to links without it."""
        has_base = without_base(link, self.base) != link or not self._has_markdown_plugins()
        return with_base(url, self.base) if has_base else url

    def with_lost_base(self, link: str) -> str | None:
        """Return the link with the base, which neither Astro nor Starlight adds; None where a plug-in or a host may."""
        data = self.repository.page(self.config) if self.config else None
        is_added = data is None or _ADDS_BASE.search(data) or self._has_plugins() or self._settings.is_open
        if is_added or link == "/" or self.base.strip("/") in ("", link.split("/")[1]):
            return None
        return None if is_redirected(self, link, (dirname(self._public("x")),)) else with_base(link, self.base)

    def _public(self, url: str) -> str:
        name = text_of(self._settings, "publicDir", default="public") or "public"
        return shortest(join(self.folder, name, url.lstrip("/")))

    def _page_at(self, url: str) -> str | None:
        """Return the file whose page has a URL, also through a redirect or in the default language."""
        target = self._redirects.get(url.rstrip("/") or "/")
        target = target.get("destination") if isinstance(target, ObjectLiteral) else target
        if isinstance(target, str):
            url = without_base(target.partition("#")[0], self.base)
        stem = url.strip("/").removesuffix("index.html").removesuffix(".html").rstrip("/")
        for name in dict.fromkeys((stem, *self._in_default_language(stem))):
            near = (join(self._root, one) + suffix for one in (name, join(name, "index")) for suffix in _PAGES)
            there = filter(self.repository.is_file, near if name else ())
            found = next((path for path in there if self.url(path) == f"/{name}/"), None)
            found = found or (self._pages or {}).get(f"/{name}/" if name else "/")
            if found is not None:
                return found
        routes = (join(self._routes, one) + suffix for one in (stem, join(stem, "index")) for suffix in _ROUTES)
        return next(filter(self.repository.is_file, routes), None)

    def _in_default_language(self, stem: str) -> Iterator[str]:
        """Yield a URL in the default language: Starlight shows its page where there is no translation."""
        first, _, rest = stem.partition("/")
        if self._is_language(first):
            yield from ("/".join(filter(None, (default, rest))) for default in self._defaults)
        elif first not in self._defaults and self._has_markdown_plugins():  # one may put the language in front of links
            yield from (f"{default}/{stem}".strip("/") for default in self._defaults)

    @property
    def _pages(self) -> Mapping[str, str] | None:
        """The files of all pages by URL; None if there are too many."""
        return self.repository.answered(("starlight", self._root), self._read_pages)

    def _read_pages(self) -> Mapping[str, str] | None:
        paths = sorted(islice(files_below(self.repository, self._root, _PAGES), _MOST_PAGES + 1))
        if len(paths) > _MOST_PAGES:
            return None
        return {url: path for path in paths if (url := self.url(path)) is not None}

    def _is_unknown(self, url: str) -> bool:
        """Whether a plugin, a route with parameters, or a redirect may make the page at a URL."""
        first, _, rest = url.strip("/").partition("/")
        if first in _MADE or self._pages is None or (url.rstrip("/") or "/") in self._redirects:
            return True
        if self._has_open_redirects or is_redirected(self, url, (dirname(self._public("x")),)):
            return True
        is_own = bool(rest) and self.repository.is_folder(join(self._root, first))
        return not is_own and (self.repository.remembered(_have_parameters, self._routes) or self._has_plugins())

    def _has_plugins(self) -> bool:
        """Whether a plugin of Starlight may add pages."""
        return not self._starlight or self._starlight.get("plugins") not in (None, [])

    def _expected(self, address: Address, url: str) -> str:
        """Return the path that the file of a link most likely has."""
        path = from_page(address)
        if address.path.endswith(_PAGES) or (splitext(path)[1] and not address.path.startswith("/")):
            return path
        if splitext(url)[1]:
            return self._public(url)
        stem = join(self._root, url.strip("/") or "index")
        # A file of that name has another URL.
        return next((name for name in (f"{stem}.md", stem) if not self.repository.exists(name)), f"{stem}/index.md")

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of a page; None if a component on it may add some."""
        if may_add_ids(self.repository, self.folder, page, document):
            return None
        slugs = unique(slug(heading.text) for heading in document.headings)
        ids = {_TOP, *document.names_in_html, *slugs, *(one.removesuffix("-") for one in slugs)}
        if self._has_markdown_plugins():  # one may read ids in braces
            ids.update(heading_ids(document, slug, unique))
        return frozenset(ids)

    def _has_markdown_plugins(self) -> bool:
        markdown = table_of(self._settings.get("markdown"))
        return any(markdown.get(key) not in (None, []) for key in ("remarkPlugins", "rehypePlugins"))

    def includes(self, page: str, text: str) -> Includes:
        return included_by(self.folder, page, text)


def _have_parameters(repository: Repository, routes: str) -> bool:
    return any("[" in path for path in files_below(repository, routes, _ROUTES))
