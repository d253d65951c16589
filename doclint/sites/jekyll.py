"""Jekyll, also as GitHub Pages runs it: Liquid first, then kramdown, and links from the URL of the page.

The facts are those of Jekyll 4.3, of the plug-ins that GitHub Pages enables by default (`github-pages` 232:
jekyll-relative-links 0.7, jekyll-optional-front-matter 0.3, jekyll-readme-index 0.3), and of jekyll-redirect-from 0.16.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property, partial
from posixpath import basename, dirname, join, splitext
from typing import Self
from urllib.parse import unquote

from doclint.markdown.document import Document
from doclint.repository.repository import Repository
from doclint.sites.configuration import configuration, page_text, strings, text
from doclint.sites.front_matter import front_matter
from doclint.sites.jekyll_urls import NAMING, Urls
from doclint.sites.kramdown import ids_in
from doclint.sites.pages import files_below
from doclint.sites.site import NO_INCLUDES, Address, Includes, Site, first_existing, from_page, is_below, shortest
from doclint.sites.templates import labels_of

_MARKDOWN = (".md", ".markdown", ".mkdown", ".mkdn", ".mkd")
_SOURCES = (*_MARKDOWN, ".html", ".htm", ".adoc", ".asciidoc", ".org", ".textile", ".rst")
_OF_CODE = {".css": (".scss", ".sass"), ".js": (".coffee",)}  # what Jekyll makes of other files
# Settings and files of other tools that read a `_config.yml`: Hexo, Jupyter Book.
_OF_OTHERS = frozenset(
    "source_dir public_dir new_post_name skip_render post_asset_folder index_generator launch_buttons sphinx execute "
    "parse".split()
)
_EXCLUDED = ("Gemfile", "gemfiles", "node_modules", "vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby")
# Pages that jekyll-optional-front-matter does not add (`FILENAME_BLACKLIST`).
_FOR_GITHUB = frozenset(
    "README LICENSE LICENCE COPYING CODE_OF_CONDUCT CONTRIBUTING ISSUE_TEMPLATE PULL_REQUEST_TEMPLATE".split()
)
_OPTIONAL = "jekyll-optional-front-matter"
_GENERATED = re.compile(r"(?:^|/)(?:feed\.xml|atom\.xml|sitemap\.xml|robots\.txt|redirects\.json|404\.html|page\d+)\Z")
_GENERATES = re.compile(r"Generator|Hooks|PageWithoutAFile")
_TAG = re.compile(r"\{%-?\s*+(?P<name>\w++)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%)){0,500})%\}")
_RAW = re.compile(
    r"\{%-?\s*raw\s*-?%\}(?:[^{]|\{(?!%-?\s*endraw))*+|\{%-?\s*comment\s*-?%\}(?:[^{]|\{(?!%-?\s*endc))*+"
)
_FILE = re.compile(r"\s*+(?P<file>[\w./()+~#@-]++)")
# Tags of Liquid and Jekyll, and of plug-ins of GitHub Pages, that bring no text with ids.
_PLAIN_TAGS = frozenset(
    "assign break capture case comment continue cycle decrement else elsif endcapture endcase endcomment endfor "
    "endhighlight endif endraw endtablerow endunless for highlight if increment link post_url raw tablerow unless when "
    "feed_meta gist seo octicon avatar github_edit_link".split()
)
_INCLUDING = ("include", "include_cached", "include_relative")
_OUTPUT_ALONE = re.compile(r"^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$", re.MULTILINE)


class Jekyll(Site):
    """A site that Jekyll builds from the folder of `_config.yml`, of the pages that it processes."""

    id = "jekyll"
    name = "Jekyll"
    evidence = ("_config.yml", "_config.yaml", "_config.toml")

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        found = configuration(repository, config) if config else {}
        self._is_known = found is not None
        self._settings = found or {}
        source = self._settings.get("source")
        self._source = shortest(join(folder, source)) if isinstance(source, str) else folder
        self._base = text(self._settings.get("baseurl")).strip("/")
        self._urls = Urls(self._settings)
        self.content = (self._source,)

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        site = cls(repository, folder, config)
        names = repository.listing(folder) or {}
        is_of_others = "_toc.yml" in names or "scaffolds" in names or not _OF_OTHERS.isdisjoint(site._settings)
        return None if is_of_others else site

    def content_of(self, page: str) -> str | None:
        """Return the source folder for a page that Jekyll processes; others are only copied, and read on the host."""
        return self._source if is_below(page, self._source) and self._is_processed(page) else None

    def _is_processed(self, page: str) -> bool:
        path = self._from_source(page)
        if self._is_excluded(path):
            return False
        data = self.repository.page(page)
        if data is None or data.startswith(b"---"):
            return True
        return self._has_optional_front_matter and splitext(basename(path))[0].upper() not in _FOR_GITHUB

    def _from_source(self, path: str) -> str:
        return path[len(self._source) :].lstrip("/") if self._source else path

    def _is_excluded(self, path: str) -> bool:
        """Whether Jekyll leaves out a file: by its settings, or because a folder above it is special."""
        if any(_is_match(path, pattern) for pattern in strings(self._settings.get("include"))):
            return False
        parts = path.split("/")
        is_special = any(part.startswith((".", "#", "~")) for part in parts) or parts[-1].startswith("_")
        if is_special or (path.startswith("_") and not self._is_fragment(path) and not self._urls.collection_of(path)):
            return True
        return any(_is_match(path, pattern) for pattern in (*_EXCLUDED, *strings(self._settings.get("exclude"))))

    def _is_fragment(self, path: str) -> bool:
        """Whether a file is only part of pages: an include or a layout."""
        return path.startswith((f"{self._setting('includes_dir', '_includes')}/", "_layouts/"))

    def _setting(self, name: str, default: str) -> str:
        found = self._settings.get(name)
        return found.strip("/") if isinstance(found, str) else default

    @cached_property
    def _has_optional_front_matter(self) -> bool:
        """Whether Jekyll also processes pages without front matter: GitHub Pages does, which needs no `Gemfile`."""
        option = self._settings.get("optional_front_matter")
        if isinstance(option, dict) and option.get("enabled") is False:
            return False
        if _OPTIONAL in self._plugins:
            return True
        gemfiles = [path for path in (join(self.folder, "Gemfile"), "Gemfile") if self.repository.is_file(path)]
        texts = [page_text(self.repository, path) for path in gemfiles[:1]]
        return not texts or any(_OPTIONAL in one or "github-pages" in one for one in texts)

    @property
    def _plugins(self) -> list[str]:
        return [*strings(self._settings.get("plugins")), *strings(self._settings.get("gems"))]

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean: to the browser, to jekyll-relative-links, and to the host."""
        urls = list(self._targets(address))
        readings = [path for url in urls for path in self._at(url)] + [from_page(address)]
        if address.path.startswith("/"):
            readings.append(shortest(join(self._source, address.path.lstrip("/"))))
        found = first_existing(self.repository, readings)
        if found is not None:
            return [found]
        if not urls or self._is_elsewhere(address, urls[0]):
            return None
        named = next(filter(None, map(self._names.get, map(_key, urls))), None)
        path = join(self._source, urls[0])
        stem = path.removesuffix(".html")
        if named:
            return [named]
        pages = (f"{stem}.md", join(stem, "index.md"))  # one that exists has another URL
        return [path, *readings, *(page for page in pages if not self.repository.exists(page))]

    def _targets(self, address: Address) -> Iterator[str]:
        """Yield the URLs that a link can lead to, without a slash in front; none if that of its page is not known."""
        if not address.path.startswith("/"):
            own = self.url(address.page)
            if own is not None:
                yield shortest(join(dirname(f"{own}x"), address.path)).strip("/")
            return
        url = self._without_base(address.path)
        yield url
        if not self._base and "/" in url:  # GitHub Pages has the site of a project in a folder with its name
            yield url.partition("/")[2]

    def _without_base(self, path: str) -> str:
        url = shortest(path.strip("/"))
        is_based = self._base and is_below(url, self._base)
        return url[len(self._base) :].strip("/") if is_based else url

    def _at(self, url: str) -> Iterator[str]:
        """Yield the files that Jekyll shows at a URL by their names, if their permalinks do not say otherwise."""
        path = join(self._source, url)
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
        path = self._from_source(page)
        if self._is_fragment(path) or not self._is_known:
            return None
        return self._urls.of(path, front_matter(self.repository, page, NAMING))

    @property
    def _names(self) -> Mapping[str, str]:
        """The pages by the URLs that their front matter and their collections give them, and by redirects."""
        return self.repository.remembered(("jekyll names", self._source), lambda: dict(self._find_names()))

    def _find_names(self) -> Iterator[tuple[str, str]]:
        for path in files_below(self.repository, self._source, _SOURCES):
            if not self._is_processed(path):
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
        if address.path.startswith("/") and self._base and not is_below(address.path.strip("/"), self._base):
            return True
        first = url.partition("/")[0]
        has_theme = "theme" in self._settings or "remote_theme" in self._settings
        if (has_theme and first == "assets") or any(is_below(url, one) for one in self._kept):
            return True
        return "jekyll-archives" in self._plugins and splitext(url)[1] in ("", ".html")

    @property
    def _kept(self) -> list[str]:
        return [one.strip("/") for one in strings(self._settings.get("keep_files")) if one.strip("/")]

    @property
    def _generates(self) -> bool:
        """Whether the site has plug-ins of its own that make pages, or change what pages have."""
        folders = strings(self._settings.get("plugins_dir")) or ["_plugins"]
        places = dict.fromkeys(join(place, folder) for place in (self._source, self.folder) for folder in folders)
        key = ("jekyll plug-ins", self.folder)
        return self.repository.remembered(key, lambda: any(map(self._has_generator, places)))

    def _has_generator(self, folder: str) -> bool:
        paths = [path for _, path in zip(range(100), files_below(self.repository, folder, (".rb",)), strict=False)]
        return any(_GENERATES.search(page_text(self.repository, path)) for path in paths)

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings and attributes, and the names in HTML; None if others decide about ids."""
        markdown = text(self._settings.get("markdown"), "kramdown").lower()
        options = self._settings.get("kramdown")
        is_transliterated = isinstance(options, dict) and options.get("transliterated_header_ids") is True
        if markdown != "kramdown" or is_transliterated or not self._is_known or self._generates:
            return None
        names = document.names_in_html
        has_liquid = any("{{" in one or "{%" in one for one in names)
        has_liquid = has_liquid or any("{{" in heading.text or "{%" in heading.text for heading in document.headings)
        if has_liquid or _OUTPUT_ALONE.search(document.source.text):
            return None
        on_host = frozenset() if document.front_matter else document.anchors  # it is meant to be read there as well
        return names.union(ids_in(document, options), on_host)

    def includes(self, page: str, text: str) -> Includes:
        """Return the files that Liquid includes; what tags of plug-ins bring is not known."""
        if "{%" not in text:
            return NO_INCLUDES
        found: list[str] = []
        for tag in _TAG.finditer(_RAW.sub("", text)):
            if tag["name"] in _PLAIN_TAGS:
                continue
            file = _FILE.match(tag["rest"]) if tag["name"] in _INCLUDING else None
            place = dirname(page) if tag["name"] == "include_relative" else self._includes_folder
            path = shortest(join(place, file["file"])) if file and "{{" not in tag["rest"] else None
            if path is None or not self.repository.is_file(path):
                return Includes(tuple(found), is_complete=False)
            found.append(path)
        return Includes(tuple(found))

    @property
    def _includes_folder(self) -> str:
        return join(self._source, self._setting("includes_dir", "_includes"))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        return fragment.startswith(("fn:", "fnref:"))  # footnotes

    def resolves(self, page: str, label: str) -> bool:
        """Whether Liquid gives the destination of a reference, or includes its definition."""
        labels = self.repository.remembered(("jekyll labels", page), partial(labels_of, self, page, "{"))
        return labels is None or " ".join(label.split()).casefold() in labels


def _is_match(path: str, pattern: str) -> bool:
    """Whether a setting names a file or a folder above it (`EntryFilter#glob_include?`)."""
    pattern = pattern.strip("/")
    return bool(pattern) and (
        path.startswith(pattern)
        or fnmatchcase(path, pattern)
        or any(fnmatchcase(part, pattern) for part in path.split("/"))
    )


def _key(url: str) -> str:
    """Return a URL in the form that all URLs of a page share: GitHub Pages shows `/a.html` at `/a` as well."""
    path = unquote(url).strip("/").removesuffix(".html").removesuffix(".htm")
    return "" if path == "index" else path.removesuffix("/index")
