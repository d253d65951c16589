"""Hugo, which leaves the destinations of links to render hooks, or else to the browser.

The facts are those of Hugo 0.168: its documentation ("Configure Hugo", "URL management", "Page bundles", "Link render
hooks"), its embedded templates, and what it builds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from posixpath import basename, dirname, join, splitext
from typing import Self

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.repository.configuration import strings, text
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.site import NO_INCLUDES, Address, Includes, Site, first_existing, from_page, without_base
from doclint.sites.support.front_matter import front_matter
from doclint.sites.support.hugo_content import INDEX, PAGES, HugoContent, calls, effect, in_url
from doclint.sites.support.hugo_files import (
    SUFFIXES,
    Files,
    files_of,
    has_hook,
    has_pattern,
    languages_of,
    permalinks,
    setting,
)
from doclint.sites.support.ids import IdSettings, goldmark_ids
from doclint.sites.support.pages import files_below, page_text
from doclint.sites.support.templates import ids_of_layouts, may_define
from doclint.sites.support.urls import is_redirected, path_of

_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".ico")
_PARTS = ("content", "layouts", "themes", "archetypes", "static")
_SETTINGS = names("doclint.sites", "hugo-settings")
_GENERATED = expression(
    r"(?:^|/)(?:page/\d+|index\.(?:xml|json)|sitemap\.xml|robots\.txt|404\.html|[^/]+\.webmanifest)\Z", re.IGNORECASE
)
_TAG_CALL = expression(r"\{\{<[^<>\n]*+")
_ARGUMENT = expression(r"[^\s\"'`=#?]++")
_NAMING = ("url", "slug", "aliases")


class Hugo(Site):
    """A site that Hugo builds from the folder of its configuration, or of the folder `config`."""

    id = "hugo"
    name = "Hugo"
    has_certain_ids = True
    shows_all = True  # as most themes for documentation do
    evidence = ("config", *(name + suffix for name in ("config", "hugo") for suffix in SUFFIXES))

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._files: Files = repository.remembered(files_of, folder)
        self._settings = self._files.settings
        self._languages = languages_of(self._settings)
        self._default = text(setting(self._settings, "defaultcontentlanguage"), "en").lower()
        self.base = path_of(text(setting(self._settings, "baseurl"))).strip("/")
        self._content = HugoContent(repository, self._files.content, self._languages)
        self.content = tuple(dict.fromkeys(mount.source for mount in self._files.content))
        self._end = ".html" if setting(self._settings, "uglyurls") is True else "/"
        self._permalinks = permalinks(self._settings)
        self._in_subfolder = setting(self._settings, "defaultcontentlanguageinsubdir") is True
        self._has_outputs = setting(self._settings, "outputformats") is not None
        self._link_hook = setting(self._settings, "markup", "goldmark", "renderhooks", "link")

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site if its settings and folders are those of Hugo: other tools read a `config.toml`, too."""
        site = cls(repository, folder, config)
        name = basename(config or "")
        if splitext(name)[0] == "hugo":
            return site
        if name == "config" and not any(
            one.startswith(("hugo.", "config.")) for one in repository.listing(join(folder, "config/_default")) or ()
        ):
            return None
        keys = {key.lower() for key in site._settings if isinstance(key, str)}
        parts = [part for part in _PARTS if repository.is_folder(join(folder, part))]
        has_mounts = setting(site._settings, "module", "mounts") is not None or "contentdir" in keys
        is_known = not keys.isdisjoint(_SETTINGS) and "base_url" not in keys
        return site if is_known and (has_mounts or "content" in parts or len(parts) > 1) else None

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean.

        Where a render hook of the project decides, which may find pages in any way, these are only files that exist.
        """
        has_hook = not address.is_html and self._has_hook(address)
        url = self._target(address)
        found = first_existing(self.repository, self._readings(address, url, has_hook=has_hook))
        if found is not None:
            return [found]
        if url is None or (has_hook and not self._is_page_of(address)) or self._is_elsewhere(address, url):
            return None
        named = self._named(url)
        nominal = from_page(address) if address.path.endswith(PAGES) else self._nominal(url)
        bundles = (join(splitext(nominal)[0], f"{index}.md") for index in INDEX)  # one that exists has another URL
        return [named] if named else [nominal, *(one for one in bundles if not self.repository.exists(one))]

    def _is_page_of(self, address: Address) -> bool:
        """Whether a link leads to a page of the content, whatever hook a theme that is not there may bring."""
        if self._files.lacks_modules or any(self._hooks) or not self._files.lacks_themes:
            return False
        suffix = splitext(address.path)[1].lower()
        return suffix in (".md", ".markdown") or (not suffix and address.path.startswith("/"))

    def rewrites(self, address: Address) -> bool:
        """Whether a render hook makes a URL of a link, of the project, of Hugo, or of a theme that is not there."""
        may_be_path = address.path.endswith(PAGES) or self._has_hook(address) or self._is_embedded
        return not address.is_html and may_be_path

    def _readings(self, address: Address, url: str | None, *, has_hook: bool) -> Iterator[str]:
        """Yield the files that a link means to the browser, to a hook, and to the host."""
        if url is not None:
            yield from self._at(url, address.page)
        if has_hook or (not address.is_html and self._is_embedded):
            yield from self._content.got(address.path, address.page)
            yield from (file for mount in self._files.assets if (file := mount.file(address.path.strip("/"))))
        yield from_page(address)

    def _target(self, address: Address) -> str | None:
        """Return the URL that a link leads to, without a slash in front; None if the URL of its page is not known."""
        if not address.path.startswith("/"):
            own = self.url(address.page)
            return None if own is None else shortest(join(own, address.path)).strip("/")
        return without_base(shortest(address.path.strip("/")), self.base).strip("/")

    def _at(self, url: str, page: str) -> Iterator[str]:
        """Yield the files that are shown at a URL, by their names, in any language but that of the URL first."""
        language, path = self._content.split(url)
        own = self._content.seen(page)
        languages = [language or self._default, *([own.language] if own and own.language else [])]
        stem = path.removesuffix("index.html").removesuffix(".html").strip("/")
        yield from (file for file in self._content.at(stem, languages) if self._is_shown(file, url))
        for one in dict.fromkeys((url, path)):
            yield from (
                file for mount in (*self._files.static, *self._files.content) if one and (file := mount.file(one))
            )

    def _is_shown(self, file: str, url: str) -> bool:
        """Whether a file that a URL seems to name is there, or in another language: front matter may say otherwise."""
        own = self.url(file) if file.endswith(PAGES) else None
        return own is None or _key(self._content.split(own.lstrip("/"))[1]) == _key(self._content.split(url)[1])

    def _nominal(self, url: str) -> str:
        """Return the path that a page at a URL would have, or the URL below the content if that page has another."""
        language, path = self._content.split(url)
        paths = [path.removesuffix(".html") + ("" if splitext(path)[1] else ".md"), path]
        files = (file for path in paths for file in self._content.files(path, [language or self._default]))
        return next((file for file in files if not self.repository.exists(file)), url)

    def url(self, page: str) -> str | None:
        """Return the URL of a page; None if it depends on permalinks, which the configuration states by section."""
        seen = self._content.seen(page)
        if seen is None:
            return None
        language, path = seen
        matter = front_matter(self.repository, page, _NAMING)
        prefix = f"/{language}" if language and (language != self._default or self._in_subfolder) else ""
        own = matter.get("url")
        if isinstance(own, str) and own.strip("/"):
            return own if own.startswith("/") else f"{prefix}/{own}"
        folder, name = dirname(path), basename(path)
        if name in INDEX:
            return f"{prefix}/{in_url(folder)}/".replace("//", "/")
        if folder.partition("/")[0].lower() in self._permalinks:
            return None
        name = text(matter.get("slug")) or name
        return f"{prefix}/{in_url(join(folder, name))}{self._end}"

    def _is_elsewhere(self, address: Address, url: str) -> bool:
        """Whether a URL may have what the content does not show: lists of terms, feeds, other sites of the host."""
        if self._files.lacks_modules or (self._files.lacks_themes and splitext(url)[1] not in ("", ".html", ".md")):
            return True
        is_based = not address.path.startswith("/") or not self.base
        path = self._content.split(url)[1]
        if not (is_based or address.path.strip("/").startswith(self.base)) or _GENERATED.search(path):
            return True
        if path.partition("/")[0].lower() in self._taxonomies or (self._has_outputs and splitext(path)[1]):
            return True
        patterns = (pattern for patterns in self._permalinks.values() for pattern in patterns)
        if any(has_pattern(in_url(path), pattern) for pattern in patterns):
            return True
        mounts = (*self._files.content, *self._files.static)
        if any(mount.target and mount.file(path) and not self.repository.exists(mount.source) for mount in mounts):
            return True
        is_argument = address.is_html and address.path in self.repository.remembered(_arguments_in, address.page)
        static = (mount.source for mount in self._files.static)
        return is_argument or self._has_adapter(path) or is_redirected(self, f"/{url}", static)

    @cached_property
    def _taxonomies(self) -> frozenset[str]:
        stated = setting(self._settings, "taxonomies")
        found = stated.values() if isinstance(stated, dict) else ("tags", "categories")
        return frozenset(one.lower() for one in found if isinstance(one, str))

    def _has_adapter(self, path: str) -> bool:
        """Whether a content adapter may make a page at a path: `_content.gotmpl` in a folder above it."""
        above = path.split("/")[:-1]
        folders = ["/".join(above[:depth]) for depth in range(min(len(above) + 1, 50))]
        files = (
            join(file, "_content.gotmpl")
            for one in folders
            for mount in self._files.content
            if (file := mount.file(one)) is not None
        )
        return any(map(self.repository.exists, files))

    def _named(self, url: str) -> str | None:
        """Return the page whose front matter gives it a URL, or an alias."""
        key = ("hugo names", self.folder)
        return self.repository.answered(key, lambda: dict(self._names())).get(_key(url))

    def _names(self) -> Iterator[tuple[str, str]]:
        for mount in self._files.content:
            for path in files_below(self.repository, mount.source, PAGES):
                matter = front_matter(self.repository, path, _NAMING)
                if not matter:
                    continue
                url = self.url(path)
                if url is not None:
                    yield _key(url), path
                for alias in strings(setting(matter, "aliases")):
                    base = alias if alias.startswith("/") or url is None else join(url.rstrip("/"), "..", alias)
                    yield _key(shortest(base)), path

    def _has_hook(self, address: Address) -> bool:
        """Whether a render hook decides about a link, or a theme that the repository does not have may bring one."""
        if setting(self._link_hook, "useembedded") == "always":
            return False
        is_whole = not (self._files.lacks_themes or self._files.lacks_modules)
        return not is_whole or self._hooks[address.path.lower().endswith(_IMAGES)]

    @cached_property
    def _hooks(self) -> tuple[bool, bool]:
        """Whether hooks decide about links, and about images, which links can name as well."""
        link, image = (
            self.repository.answered(
                ("hugo hook", self.folder, name), partial(has_hook, self.repository, self._files.layouts, name)
            )
            for name in ("render-link", "render-image")
        )
        return link, link or image

    @cached_property
    def _is_embedded(self) -> bool:
        """Whether the render hook of Hugo itself decides about links where the project has none."""
        stated = setting(self._link_hook, "useembedded")
        if stated in ("always", "fallback") or setting(self._link_hook, "enabledefault") is True:
            return True
        is_single = not any(setting(one, "baseurl") for one in self._languages.values())
        copies = setting(self._settings, "markup", "goldmark", "duplicateresourcefiles") is True
        return stated != "never" and len(self._languages) > 1 and is_single and not copies

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings, terms and attributes, and the names in HTML; None if shortcodes may give more."""
        if setting(self._settings, "markup", "defaultmarkdownhandler") not in (None, "goldmark"):
            return None
        parser = setting(self._settings, "markup", "goldmark", "parser")
        kind = text(setting(parser, "autoidtype")) or text(setting(parser, "autoheadingidtype"), "github")
        rules = IdSettings(
            kind,
            headings=setting(parser, "autoheadingid") is not False,
            terms=setting(parser, "autodefinitiontermid") is True,
            dashes=setting(self._settings, "markup", "goldmark", "extensions", "typographer", "disable") is not True,
        )
        if any(
            effect(self.repository, self._files.layouts, name).has_ids
            for name in {call.name for call in calls(document.source.text)}
        ):
            return None
        return document.names_in_html.union(goldmark_ids(document, rules))

    def includes(self, page: str, text: str) -> Includes:
        """Return the pages whose text shortcodes bring, by their arguments: paths of pages, or from the project."""
        found: list[str] = []
        is_complete = True
        for call in dict.fromkeys(calls(text)):
            if not effect(self.repository, self._files.layouts, call.name).has_pages:
                continue
            paths = (path for argument in call.arguments for path in self._included(page, argument))
            path = next(filter(self.repository.is_file, paths), None)
            found += [path] if path else []
            is_complete = is_complete and path is not None
        return Includes(tuple(found), is_complete) if found or not is_complete else NO_INCLUDES

    def _included(self, page: str, argument: str) -> Iterator[str]:
        yield from self._content.got(argument, page)
        yield shortest(join(self.folder, argument.lstrip("/")))
        yield shortest(join(dirname(page), argument))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a footnote, in a layout, or may be one of the pages that include this one."""
        if fragment.startswith(("fn:", "fnref:")):  # footnotes
            return True
        if fragment in ids_of_layouts(self.repository, *(mount.source for mount in self._files.layouts)):
            return True
        return page == target and page in self.repository.answered(("hugo parts", self.folder), self._parts)

    def _parts(self) -> frozenset[str]:
        """Return the pages that others include, whose fragments may be those of the others."""
        files = {path for mount in self._files.content for path in files_below(self.repository, mount.source, (".md",))}
        return frozenset(part for path in files for part in self.includes(path, page_text(self.repository, path)).paths)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a shortcode gives the destination of a reference, or brings its definition."""
        return may_define(self, page, label, "{{")


def _key(url: str) -> str:
    """Return a URL in the form that all of a page share."""
    return in_url(url).strip("/").removesuffix("index.html").removesuffix(".html").strip("/")


def _arguments_in(repository: Repository, page: str) -> frozenset[str]:
    """Return the arguments of shortcodes that look like tags: `{{<img src="a.png">}}`."""
    return frozenset(one for call in _TAG_CALL.findall(page_text(repository, page)) for one in _ARGUMENT.findall(call))
