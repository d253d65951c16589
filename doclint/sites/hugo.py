"""Hugo, which leaves the destinations of links to render hooks, or else to the browser.

The facts are those of Hugo 0.168: its documentation ("Configure Hugo", "URL management", "Page bundles", "Link render
hooks"), its embedded templates, and what it builds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from posixpath import basename, dirname, join, splitext
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from doclint.markdown.document import Document
from doclint.repository.repository import Repository
from doclint.sites.configuration import page_text, strings, text, value
from doclint.sites.front_matter import front_matter
from doclint.sites.goldmark import IdSettings, ids_in
from doclint.sites.hugo_files import SUFFIXES, Files, Mount, files_of, has_hook, has_pattern, languages_of, permalinks
from doclint.sites.pages import files_below
from doclint.sites.shortcodes import calls, effect
from doclint.sites.site import NO_INCLUDES, Address, Includes, Site, first_existing, from_page, shortest
from doclint.sites.templates import labels_of

_PAGES = (".md", ".markdown", ".mdown", ".html", ".htm", ".adoc", ".asciidoc", ".ad", ".org", ".rst", ".pdc", ".pandoc")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".ico")
_INDEX = ("_index", "index")
_PARTS = ("content", "layouts", "themes", "archetypes", "static")
# Settings of which Hugo's `config.*` has at least one, in lower case; Zola has `base_url`.
_SETTINGS = frozenset(
    "baseurl languagecode contentdir defaultcontentlanguage markup module taxonomies permalinks publishdir themesdir "
    "disablekinds enablerobotstxt".split()
)
_GENERATED = re.compile(
    r"(?:^|/)(?:page/\d+|index\.(?:xml|json)|sitemap\.xml|robots\.txt|404\.html|[^/]+\.webmanifest)\Z", re.IGNORECASE
)
_MOST_PREFIXES = 1_000
_DROPPED = re.compile(r"[^\w./~+@%#-]+")
_HYPHENS = re.compile(r"[\s-]+")
_NAMING = ("url", "slug", "aliases")
_REDIRECTS = re.compile(r"^[ \t]*(?:from[ \t]*=[ \t]*[\"'])?(/[^\s\"']*)", re.MULTILINE)


class ContentFolder(NamedTuple):
    """The names in a folder of content as they are in URLs, with the paths that they lead to."""

    folders: dict[str, str]
    pages: dict[str, list[str]]
    files: dict[str, str]


class Hugo(Site):
    """A site that Hugo builds from the folder of its configuration, or of the folder `config`."""

    id = "hugo"
    name = "Hugo"
    evidence = ("config", *(name + suffix for name in ("config", "hugo") for suffix in SUFFIXES))

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self._files: Files = repository.remembered(("hugo", folder), partial(files_of, repository, folder))
        self._settings = self._files.settings
        self._languages = languages_of(self._settings)
        self._default = text(value(self._settings, "defaultcontentlanguage"), "en").lower()
        self._base = _folder_of(value(self._settings, "baseurl"))
        self.content = tuple(dict.fromkeys(mount.source for mount in self._files.content))

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
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
        has_mounts = value(site._settings, "module", "mounts") is not None or "contentdir" in keys
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
        nominal = from_page(address) if address.path.endswith(_PAGES) else self._nominal(url)
        bundles = (join(splitext(nominal)[0], f"{index}.md") for index in _INDEX)  # one that exists has another URL
        return [named] if named else [nominal, *(one for one in bundles if not self.repository.exists(one))]

    def _is_page_of(self, address: Address) -> bool:
        """Whether a link leads to a page of the content, whatever hook a theme that is not there may bring."""
        if self._files.lacks_modules or any(self._hooks) or not self._files.lacks_themes:
            return False
        suffix = splitext(address.path)[1].lower()
        return suffix in (".md", ".markdown") or (not suffix and address.path.startswith("/"))

    def _readings(self, address: Address, url: str | None, *, has_hook: bool) -> Iterator[str]:
        """Yield the files that a link means to the browser, to a hook, and to the host."""
        if url is not None:
            yield from self._at(url, address.page)
        if has_hook or (not address.is_html and self._is_embedded):
            yield from self._got(address.path, address.page)
            yield from (file for mount in self._files.assets if (file := mount.file(address.path.strip("/"))))
        yield from_page(address)

    def _target(self, address: Address) -> str | None:
        """Return the URL that a link leads to, without a slash in front; None if the URL of its page is not known."""
        if not address.path.startswith("/"):
            own = self.url(address.page)
            return None if own is None else shortest(join(own, address.path)).strip("/")
        url = shortest(address.path.strip("/"))
        is_based = self._base and (url == self._base or url.startswith(f"{self._base}/"))
        return url[len(self._base) :].strip("/") if is_based else url

    def _at(self, url: str, page: str) -> Iterator[str]:
        """Yield the files that are shown at a URL, by their names, in any language but that of the URL first."""
        language, path = self._split(url)
        languages = [language or self._default, *(one for one, _ in self._seen(page) if one)]
        path = path.removesuffix("index.html").removesuffix(".html").strip("/")
        for mount in self._ordered(self._files.content, languages):
            yield from (file for file in self._below(mount, path, languages) if self._is_shown(file, url))
        for one in dict.fromkeys((url, self._split(url)[1])):
            yield from (
                file for mount in (*self._files.static, *self._files.content) if one and (file := mount.file(one))
            )

    def _is_shown(self, file: str, url: str) -> bool:
        """Whether a file that a URL seems to name is there, or in another language: front matter may say otherwise."""
        own = self.url(file) if file.endswith(_PAGES) else None
        return own is None or _key(self._split(own.lstrip("/"))[1]) == _key(self._split(url)[1])

    def _got(self, name: str, page: str) -> Iterator[str]:
        """Yield the pages that Hugo's method `GetPage` finds from a page: below its folder, and then from the root.

        For a bundle, that is also the folder above.
        """
        language, path = next(iter(self._seen(page)), (None, ""))
        folders = [dirname(path), dirname(dirname(path)) if basename(path) == "index" else path, ""]
        stem = name.removesuffix(".md").removesuffix(".html").strip("/")
        languages = [language] if language else []
        mounts = self._ordered(self._files.content, languages)
        for one in dict.fromkeys(shortest(join(folder, stem)) for folder in folders):
            for mount in mounts:
                yield from self._below(mount, one, languages)

    @staticmethod
    def _ordered(mounts: Sequence[Mount], languages: Sequence[str]) -> list[Mount]:
        return sorted(mounts, key=lambda mount: mount.language is not None and mount.language not in languages)

    def _below(self, mount: Mount, path: str, languages: Sequence[str]) -> Iterator[str]:
        """Yield the page, the folder and the file at a path below a mount, whose names URLs have in another form."""
        rest = mount.rest(path)
        if rest is None:
            return
        place = mount.source
        *above, last = rest.split("/")
        for part in above:
            inner = self._folder(place).folders.get(_in_url(part))
            if inner is None:
                return
            place = inner
        here = self._folder(place)
        yield from _by_language(here.pages.get(_in_url(last), ()), languages) if last else ()
        folder = here.folders.get(_in_url(last)) if last else place
        if folder:
            pages = self._folder(folder).pages
            yield from (one for index in _INDEX for one in _by_language(pages.get(index, ()), languages))
            yield folder
        if last in here.files:
            yield here.files[last]

    def _folder(self, path: str) -> ContentFolder:
        return self.repository.remembered(("hugo folder", path), lambda: self._listed(path))

    def _listed(self, path: str) -> ContentFolder:
        found = ContentFolder({}, {}, {})
        for name, is_folder in sorted((self.repository.listing(path) or {}).items()):
            file = f"{path}/{name}".lstrip("/")
            if is_folder:
                found.folders.setdefault(_in_url(name), file)
                continue
            found.files[name] = file
            stem, suffix = splitext(name)
            if suffix.lower() in _PAGES:
                found.pages.setdefault(_in_url(stem), []).append(file)
                without, language = splitext(stem)
                if language[1:].lower() in self._languages:
                    found.pages.setdefault(_in_url(without), []).append(file)
        return found

    def _nominal(self, url: str) -> str:
        """Return the path that a page at a URL would have, or the URL below the content if that page has another."""
        language, path = self._split(url)
        paths = [path.removesuffix(".html") + ("" if splitext(path)[1] else ".md"), path]
        mounts = self._ordered(self._files.content, [language or self._default])
        files = [file for path in paths for mount in mounts if (file := mount.file(path))]
        return next((file for file in files if not self.repository.exists(file)), url)

    def _split(self, url: str) -> tuple[str | None, str]:
        """Return the language that a URL begins with, if it does, and the rest."""
        first, _, rest = url.partition("/")
        return (first.lower(), rest) if first.lower() in self._languages else (None, url)

    def _seen(self, page: str) -> Iterator[tuple[str | None, str]]:
        """Yield the language of a page and where Hugo sees it: its path below `content`, without suffixes."""
        for mount in sorted(self._files.content, key=lambda mount: -len(mount.source)):
            seen = mount.seen(page)
            if seen is not None:
                stem = splitext(seen)[0]
                without, language = splitext(stem)
                if language[1:].lower() in self._languages:
                    yield language[1:].lower(), without
                else:
                    yield mount.language, stem
                return

    def url(self, page: str) -> str | None:
        """Return the URL of a page; None if it depends on permalinks, which the configuration states by section."""
        language, path = next(iter(self._seen(page)), (None, None))
        if path is None:
            return None
        matter = front_matter(self.repository, page, _NAMING)
        prefix = f"/{language}" if language and (language != self._default or self._in_subfolder) else ""
        own = matter.get("url")
        if isinstance(own, str) and own.strip("/"):
            return own if own.startswith("/") else f"{prefix}/{own}"
        folder, name = dirname(path), basename(path)
        if name in _INDEX:
            return f"{prefix}/{_in_url(folder)}/".replace("//", "/")
        if folder.partition("/")[0].lower() in self._permalinks:
            return None
        name = text(matter.get("slug")) or name
        end = ".html" if value(self._settings, "uglyurls") is True else "/"
        return f"{prefix}/{_in_url(join(folder, name))}{end}"

    @cached_property
    def _permalinks(self) -> dict[str, list[str]]:
        return permalinks(self._settings)

    @property
    def _in_subfolder(self) -> bool:
        return value(self._settings, "defaultcontentlanguageinsubdir") is True

    def _is_elsewhere(self, address: Address, url: str) -> bool:
        """Whether a URL may have what the content does not show: lists of terms, feeds, other sites of the host."""
        if self._files.lacks_modules or (self._files.lacks_themes and splitext(url)[1] not in ("", ".html", ".md")):
            return True
        is_based = not address.path.startswith("/") or not self._base
        path = self._split(url)[1]
        if not (is_based or address.path.strip("/").startswith(self._base)) or _GENERATED.search(path):
            return True
        if path.partition("/")[0].lower() in self._taxonomies or (self._outputs and splitext(path)[1]):
            return True
        patterns = (pattern for patterns in self._permalinks.values() for pattern in patterns)
        if any(has_pattern(_in_url(path), pattern) for pattern in patterns):
            return True
        mounts = (*self._files.content, *self._files.static)
        if any(mount.target and mount.file(path) and not self.repository.exists(mount.source) for mount in mounts):
            return True
        is_argument = address.is_html and _is_argument(page_text(self.repository, address.page), address.path)
        return is_argument or self._has_adapter(path) or self._is_redirected(f"/{url}")

    @cached_property
    def _taxonomies(self) -> frozenset[str]:
        stated = value(self._settings, "taxonomies")
        found = stated.values() if isinstance(stated, dict) else ("tags", "categories")
        return frozenset(one.lower() for one in found if isinstance(one, str))

    @property
    def _outputs(self) -> bool:
        return value(self._settings, "outputformats") is not None

    def _has_adapter(self, path: str) -> bool:
        """Whether a content adapter may make a page at a path: `_content.gotmpl` in a folder above it."""
        above = path.split("/")[:-1]
        folders = ["/".join(above[:depth]) for depth in range(len(above) + 1)][:50]
        files = (
            join(file, "_content.gotmpl")
            for one in folders
            for mount in self._files.content
            if (file := mount.file(one)) is not None
        )
        return any(map(self.repository.exists, files))

    def _is_redirected(self, url: str) -> bool:
        """Whether Netlify's rules, or those of hosts with the same syntax, redirect a URL."""
        rules, prefixes = self.repository.remembered(("hugo redirects", self.folder), self._redirects)
        return url.strip("/") in rules or url.startswith(prefixes)

    def _redirects(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the URLs that rules redirect, and what those begin with that other rules redirect."""
        rules = list(self._rules())
        prefixes = {rule.partition("*")[0].partition(":")[0] for rule in rules if "*" in rule or ":" in rule}
        return frozenset(rule.strip("/") for rule in rules), tuple(sorted(prefixes)[:_MOST_PREFIXES])

    def _rules(self) -> Iterator[str]:
        places = [self.folder, "", *(mount.source for mount in self._files.static)]
        for path in dict.fromkeys(join(place, name) for place in places for name in ("_redirects", "netlify.toml")):
            if self.repository.is_file(path):
                yield from _REDIRECTS.findall(page_text(self.repository, path))

    def _named(self, url: str) -> str | None:
        """Return the page whose front matter gives it a URL, or an alias."""
        key = ("hugo names", self.folder)
        return self.repository.remembered(key, lambda: dict(self._names())).get(_key(url))

    def _names(self) -> Iterator[tuple[str, str]]:
        for mount in self._files.content:
            for path in files_below(self.repository, mount.source, _PAGES):
                matter = front_matter(self.repository, path, _NAMING)
                if not matter:
                    continue
                url = self.url(path)
                if url is not None:
                    yield _key(url), path
                for alias in strings(value(matter, "aliases")):
                    base = alias if alias.startswith("/") or url is None else join(url.rstrip("/"), "..", alias)
                    yield _key(shortest(base)), path

    def _has_hook(self, address: Address) -> bool:
        """Whether a render hook decides about a link, or a theme that the repository does not have may bring one."""
        if value(self._settings, "markup", "goldmark", "renderhooks", "link", "useembedded") == "always":
            return False
        is_whole = not (self._files.lacks_themes or self._files.lacks_modules)
        return not is_whole or self._hooks[address.path.lower().endswith(_IMAGES)]

    @cached_property
    def _hooks(self) -> tuple[bool, bool]:
        """Whether hooks decide about links, and about images, which links can name as well."""
        link, image = (
            self.repository.remembered(
                ("hugo hook", self.folder, name), partial(has_hook, self.repository, self._files.layouts, name)
            )
            for name in ("render-link", "render-image")
        )
        return link, link or image

    @cached_property
    def _is_embedded(self) -> bool:
        """Whether the render hook of Hugo itself decides about links where the project has none."""
        hook = value(self._settings, "markup", "goldmark", "renderhooks", "link")
        stated = value(hook, "useembedded")
        if stated in ("always", "fallback") or value(hook, "enabledefault") is True:
            return True
        is_single = not any(value(one, "baseurl") for one in self._languages.values())
        copies = value(self._settings, "markup", "goldmark", "duplicateresourcefiles") is True
        return stated != "never" and len(self._languages) > 1 and is_single and not copies

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings, terms and attributes, and the names in HTML; None if shortcodes may give more."""
        if value(self._settings, "markup", "defaultmarkdownhandler") not in (None, "goldmark"):
            return None
        parser = value(self._settings, "markup", "goldmark", "parser")
        kind = text(value(parser, "autoidtype")) or text(value(parser, "autoheadingidtype"), "github")
        rules = IdSettings(
            kind,
            headings=value(parser, "autoheadingid") is not False,
            terms=value(parser, "autodefinitiontermid") is True,
            dashes=value(self._settings, "markup", "goldmark", "extensions", "typographer", "disable") is not True,
        )
        if any(self._effect(name).has_ids for name in {call.name for call in _calls(document.source.text)}):
            return None
        return document.names_in_html.union(ids_in(document, rules))

    def includes(self, page: str, text: str) -> Includes:
        """Return the pages whose text shortcodes bring, by their arguments: paths of pages, or from the project."""
        found: list[str] = []
        is_complete = True
        for call in dict.fromkeys(_calls(text)):
            if not self._effect(call.name).has_pages:
                continue
            paths = (path for argument in call.arguments for path in self._included(page, argument))
            path = next(filter(self.repository.is_file, paths), None)
            found += [path] if path else []
            is_complete = is_complete and path is not None
        return Includes(tuple(found), is_complete) if found or not is_complete else NO_INCLUDES

    def _included(self, page: str, argument: str) -> Iterator[str]:
        yield from self._got(argument, page)
        yield shortest(join(self.folder, argument.lstrip("/")))
        yield shortest(join(dirname(page), argument))

    def _effect(self, name: str) -> Any:
        return effect(self.repository, self._files.layouts, name)

    def understands(self, page: str, target: str, fragment: str) -> bool:
        if fragment.startswith(("fn:", "fnref:")):  # footnotes
            return True
        return page == target and page in self.repository.remembered(("hugo parts", self.folder), self._parts)

    def _parts(self) -> frozenset[str]:
        """Return the pages that others include, whose fragments may be those of the others."""
        files = {path for mount in self._files.content for path in files_below(self.repository, mount.source, (".md",))}
        return frozenset(part for path in files for part in self.includes(path, page_text(self.repository, path)).paths)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a shortcode gives the destination of a reference, or brings its definition."""
        labels = self.repository.remembered(("hugo labels", page), partial(labels_of, self, page, "{{"))
        return labels is None or " ".join(label.split()).casefold() in labels


def _key(url: str) -> str:
    """Return a URL in the form that all of a page share."""
    return _in_url(url).strip("/").removesuffix("index.html").removesuffix(".html").strip("/")


def _folder_of(base: Any) -> str:
    """Return the folder of the URL of a site on its host, without slashes around it."""
    try:
        return urlsplit(base).path.strip("/") if isinstance(base, str) else ""
    except ValueError:
        return ""


def _calls(text: str) -> Any:
    return calls(text) if "{{<" in text or "{{%" in text else ()


def _is_argument(text: str, path: str) -> bool:
    """Whether a path is an argument of a shortcode that looks like a tag: `{{<img src="a.png">}}`."""
    return re.search(rf"\{{\{{<[^<>\n]*{re.escape(path)}", text) is not None


def _by_language(paths: Sequence[str], languages: Sequence[str]) -> list[str]:
    """Return the pages of one path with those in some languages first, and then those without a language."""

    def rank(path: str) -> int:
        language = splitext(splitext(path)[0])[1][1:].lower()
        return languages.index(language) if language in languages else len(languages) + bool(language)

    return sorted(paths, key=rank)


def _in_url(path: str) -> str:
    """Return a path as Hugo writes it in URLs: lower case, hyphens for spaces, without most punctuation.

    >>> _in_url("My Section/A Page.v2"), _in_url("guide/c++&d'e(f)")
    ('my-section/a-page.v2', 'guide/c++def')
    """
    if path.isascii() and path.islower() and path.isalnum():
        return path
    return _DROPPED.sub("", _HYPHENS.sub("-", path.strip().lower()))
