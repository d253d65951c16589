"""Jekyll, also as GitHub Pages runs it: Liquid first, then kramdown, and links from the URL of the page.

The facts are those of Jekyll 4.3, of the plug-ins that GitHub Pages enables by default (`github-pages` 232:
jekyll-relative-links 0.7, jekyll-optional-front-matter 0.3, jekyll-readme-index 0.3), and of jekyll-redirect-from 0.16.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Self
from urllib.parse import unquote

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.repository.configuration import configuration, strings, text
from doclint.repository.paths import is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Includes, Site, first_existing, from_page, without_base
from doclint.sites.support.front_matter import front_matter
from doclint.sites.support.ids import kramdown_ids
from doclint.sites.support.jekyll_pages import NAMING, JekyllSource, Urls, has_output_alone, inclusions, is_filled
from doclint.sites.support.pages import files_below, page_text
from doclint.sites.support.templates import ids_of_layouts, may_define

_MARKDOWN = (".md", ".markdown", ".mkdown", ".mkdn", ".mkd")
_SOURCES = (*_MARKDOWN, ".html", ".htm", ".adoc", ".asciidoc", ".org", ".textile", ".rst")
_OF_CODE = {".css": (".scss", ".sass"), ".js": (".coffee",)}  # what Jekyll makes of other files
_OF_OTHERS = names("doclint.sites", "settings-of-others")
_GENERATED = expression(r"(?:^|/)(?:feed\.xml|atom\.xml|sitemap\.xml|robots\.txt|redirects\.json|404\.html|page\d+)\Z")
_GENERATES = expression(r"Generator|Hooks|PageWithoutAFile")
_MOST_PLUGINS = 100


class Jekyll(Site):
    """A site that Jekyll builds from the folder of `_config.yml`, of the pages that it processes."""

    id = "jekyll"
    name = "Jekyll"
    has_certain_ids = True
    dialect = "kramdown"
    evidence = ("_config.yml", "_config.yaml", "_config.toml")

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        found = configuration(repository, config) if config else {}
        self._is_known = found is not None
        self._settings = found or {}
        self.base = text(self._settings.get("baseurl")).strip("/")
        self._urls = Urls(self._settings)
        self._source = JekyllSource(repository, folder, self._settings, self._urls)
        self.content = (self._source.folder,)

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site; None if Hexo or Jupyter Book reads the configuration."""
        site = cls(repository, folder, config)
        names = repository.listing(folder) or {}
        is_of_others = "_toc.yml" in names or "scaffolds" in names or not _OF_OTHERS.isdisjoint(site._settings)
        return None if is_of_others else site

    def content_of(self, page: str) -> str | None:
        """Return the source folder for a page that Jekyll processes; others are only copied, and read on the host."""
        return self._source.folder if self._source.has(page) else None

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean: to the browser, to jekyll-relative-links, and to the host."""
        urls = list(self._targets(address))
        readings = [path for url in urls for path in self._at(url)] + [from_page(address)]
        if address.path.startswith("/"):
            readings.append(shortest(join(self._source.folder, address.path.lstrip("/"))))
        found = first_existing(self.repository, readings)
        if found is not None:
            return [found]
        if not urls or self._is_elsewhere(address, urls[0]):
            return None
        named = next(filter(None, map(self._names.get, map(_key, urls))), None)
        path = join(self._source.folder, urls[0])
        stem = path.removesuffix(".html")
        if named:
            return [named]
        pages = (f"{stem}.md", join(stem, "index.md"))  # one that exists has another URL
        return [path, *readings, *(page for page in pages if not self.repository.exists(page))]

    def rewrites(self, address: Address) -> bool:
        """Whether jekyll-relative-links makes a URL of a link, as on GitHub Pages."""
        return not address.is_html and self._source.has_plugin("jekyll-relative-links", "relative_links")

    def _targets(self, address: Address) -> Iterator[str]:
        """Yield the URLs that a link can lead to, without a slash in front; none if that of its page is not known."""
        if not address.path.startswith("/"):
            own = self.url(address.page)
            if own is not None:
                yield shortest(join(dirname(f"{own}x"), address.path)).strip("/")
            return
        url = without_base(shortest(address.path.strip("/")), self.base).strip("/")
        yield url
        if not self.base and "/" in url:  # GitHub Pages has the site of a project in a folder with its name
            yield url.partition("/")[2]

    def _at(self, url: str) -> Iterator[str]:
        """Yield the files that Jekyll shows at a URL by their names, if their permalinks do not say otherwise."""
        path = join(self._source.folder, url)
        yield path
        stem, suffix = splitext(path)
        if suffix in _OF_CODE:
            yield from (stem + one for one in _OF_CODE[suffix])
        stem = stem if suffix in (".html", ".htm") else path
        stem = stem.removesuffix("/index") if stem != "index" else ""
        for one in (stem, join(stem, "index"), join(stem, "README")):
            for file in (one + source for source in _SOURCES if one):
                if self.repository.is_file(file) and self._is_shown(file, url):
                    yield file

    def _is_shown(self, file: str, url: str) -> bool:
        own = self.url(file)
        return own is None or _key(own) == _key(url) or basename(splitext(file)[0]) == "README"

    def url(self, page: str) -> str | None:
        """Return the URL of a page; None if it is an include, or if its permalink has what is not known."""
        if self._source.is_part(page) or not self._is_known:
            return None
        return self._urls.of(self._source.inner(page), front_matter(self.repository, page, NAMING))

    @property
    def _names(self) -> Mapping[str, str]:
        """The pages by the URLs that their front matter and their collections give them, and by redirects."""
        return self.repository.answered(("jekyll names", self._source.folder), lambda: dict(self._find_names()))

    def _find_names(self) -> Iterator[tuple[str, str]]:
        for path in files_below(self.repository, self._source.folder, _SOURCES):
            if not self._source.has(path):
                continue
            url = self.url(path)
            if url is not None:
                yield _key(url), path
            for one in strings(front_matter(self.repository, path, NAMING).get("redirect_from")):
                yield _key(one), path

    def _is_elsewhere(self, address: Address, url: str) -> bool:
        """Whether a URL may have what the source does not show: feeds, assets of a theme, other sites of the host."""
        if not self._is_known or _GENERATED.search(url) or self._generates:
            return True
        if address.path.startswith("/") and self.base and not is_below(address.path.strip("/"), self.base):
            return True
        first = url.partition("/")[0]
        has_theme = "theme" in self._settings or "remote_theme" in self._settings
        kept = (one.strip("/") for one in strings(self._settings.get("keep_files")))
        if (has_theme and first == "assets") or any(one and is_below(url, one) for one in kept):
            return True
        return "jekyll-archives" in self._source.plugins and splitext(url)[1] in ("", ".html")

    @property
    def _generates(self) -> bool:
        """Whether the site has plug-ins of its own that make pages, or change what pages have."""
        folders = strings(self._settings.get("plugins_dir")) or ["_plugins"]
        places = dict.fromkeys(
            join(place, folder) for place in (self._source.folder, self.folder) for folder in folders
        )
        key = ("jekyll plug-ins", self.folder)
        return self.repository.answered(key, lambda: any(map(self._has_generator, places)))

    def _has_generator(self, folder: str) -> bool:
        paths = islice(files_below(self.repository, folder, (".rb",)), _MOST_PLUGINS)
        return any(_GENERATES.search(page_text(self.repository, path)) for path in paths)

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings and attributes, and the names in HTML; None if others decide about ids."""
        markdown = text(self._settings.get("markdown"), "kramdown").lower()
        options = self._settings.get("kramdown")
        is_transliterated = isinstance(options, dict) and options.get("transliterated_header_ids") is True
        if markdown != "kramdown" or is_transliterated or not self._is_known or self._generates:
            return None
        names = document.names_in_html
        if any(map(is_filled, (*names, *(heading.text for heading in document.headings)))):
            return None
        if has_output_alone(document.source.text):
            return None
        on_host = frozenset() if document.front_matter else document.anchors  # it is meant to be read there as well
        return names.union(kramdown_ids(document, options), on_host)

    def includes(self, page: str, text: str) -> Includes:
        """Return the files that Liquid includes; what tags of plug-ins bring is not known."""
        found: list[str] = []
        for one in inclusions(text):
            place = dirname(page) if one.is_relative else self._source.includes_folder
            path = None if one.file is None else shortest(join(place, one.file))
            if path is None or not self.repository.is_file(path):
                return Includes(tuple(found), is_complete=False)
            found.append(path)
        return Includes(tuple(found))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a footnote or in a layout."""
        folders = join(self._source.folder, "_layouts"), self._source.includes_folder
        return fragment.startswith(("fn:", "fnref:")) or fragment in ids_of_layouts(self.repository, *folders)

    def resolves(self, page: str, label: str) -> bool:
        """Whether Liquid gives the destination of a reference, or includes its definition."""
        return may_define(self, page, label, "{")


def _key(url: str) -> str:
    """Return a URL in the form that all URLs of a page share: GitHub Pages shows `/a.html` at `/a` as well."""
    path = unquote(url).strip("/").removesuffix(".html").removesuffix(".htm")
    return "" if path == "index" else path.removesuffix("/index")
