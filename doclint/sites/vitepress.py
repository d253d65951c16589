"""VitePress.

The facts are those of VitePress 1.6: `markdown/plugins/link.ts` (that of 2.0, too), `markdownToVue.ts` (the check for
dead links), `markdown/markdown.ts`, `utils/processIncludes.ts` and `shared.ts`; of markdown-it-anchor 9; and of
`slugify` in `@mdit-vue/shared` 3.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import basename, dirname, join
from typing import Self

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.markdown.slugs import unique
from doclint.repository.configuration import strings
from doclint.repository.paths import above, below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Includes, NavigationEntry, Site, from_page, without_base
from doclint.sites.support.ids import title_of
from doclint.sites.support.navigation import texts_in
from doclint.sites.support.pages import first_file, includers
from doclint.sites.support.rewrites import Rewrites, may_be_renamed
from doclint.sites.support.script_settings import items_of, settings_at, table_of, text_of
from doclint.sites.support.urls import is_redirected
from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral

_CONFIGS = tuple(
    f"{name}.{suffix}" for name in ("config", "config/index") for suffix in ("js", "ts", "mjs", "mts", "cjs", "cts")
)
_FILES = names("doclint.sites", "vitepress-suffixes")
_BUILT = frozenset({"xml", "rss", "atom", "txt", "json"})  # what a build often writes: feeds, site maps, `llms.txt`
_PAGE = expression(r"\.(?:md|html)\Z")
_CONTROL = expression(r"[\x00-\x1f]")
_SPECIAL = expression(r"""[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:"'“”‘’<>,.?/]+""")
_COMBINING = expression(r"[\u0300-\u036f]")
_EMOJI = expression(r":[a-z0-9_+-]{1,40}:")
_DIFFERS = expression("[:&<>]")  # in a heading: its text may not be what the id is made of
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ID_IN_BRACES = expression(r"\{[^{}\n#]{0,200}#(?P<id>[^\s{}.#]++)")
_BOUND_ID = expression(r"(?:\s:|v-bind:)id=")
_INCLUDE = expression(r"<!--\s*+@include:\s*+(?P<path>[^\n<>]{0,500}?)[ \t]{0,20}-->")
_PART = expression(r"(?:#[\w-]++)?(?:\{\d*+,\d*+\})?\Z")
_IMPORT = expression(
    r"""^[ \t]*+import\b[^;'"\n]{0,500}+["'](?P<module>[^"'\n]{1,500}?\.(?:vue|md))["']""", re.MULTILINE
)
_SECOND = expression(rb'"vitepress"\s*+:\s*+"(?:next"|[^\d"\n]{0,5}(?:[2-9]|\d\d)\.)')  # a version after 1
_GIVES_IDS = expression(rb"\bid=|<h[1-6]\b|\.md['\"]|v-html")


class VitePress(Site):
    """A site that VitePress builds from the folder with `.vitepress`, or a folder in it that the settings name."""

    id = "vitepress"
    name = "VitePress"
    has_certain_ids = True
    evidence = (".vitepress",)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        places = (join(folder, ".vitepress", name) for name in _CONFIGS)
        file = next(filter(repository.is_file, places), None)
        super().__init__(repository, folder, file or config)
        self._settings = settings_at(repository, file)
        self._root = shortest(join(folder, text_of(self._settings, "srcDir", default=".") or "."))
        self.base = text_of(self._settings, "base", default="/") or "/"
        self.content = (self._root,)
        # Nothing is known of settings that cannot be read; a function around those that can be hardly adds rewrites.
        rewrites = self._settings.get("rewrites", ObjectLiteral() if self._settings else self._settings)
        self._rewrites = Rewrites(table_of(rewrites), self.config)
        ignored = items_of(self._settings.get("ignoreDeadLinks"))
        self._ignored = frozenset(one for one in ignored if isinstance(one, str))
        self._may_ignore_more = UNKNOWN in ignored
        self._excluded = strings(items_of(self._settings.get("srcExclude")))

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site of a folder `.vitepress` that has settings or a theme, and not only what a build left."""
        site = cls(repository, folder, config)
        return site if site.config != config or repository.is_folder(join(folder, ".vitepress/theme")) else None

    def content_of(self, page: str) -> str | None:
        """Return the folder of all pages, also for one that the settings exclude, unless it is a README; else None.

        A page in the folder of the site that other pages include is on the site as well.
        """
        if self._is_excluded(page) and basename(page).lower().startswith("readme"):
            return None
        if is_below(page, self._root):
            return self._root
        return self.folder if is_below(page, self.folder) and page in includers(self) else None

    def _is_excluded(self, page: str) -> bool:
        path = below(page, self._root)
        patterns = (form for one in self._excluded for form in (one, one.removeprefix("**/")))
        return path is not None and any(fnmatchcase(path, pattern) for pattern in patterns)

    def url(self, page: str) -> str | None:
        """Return the URL of a page without the base of the site, as it is with clean URLs."""
        stem = "/" + self._rewritten(page).removesuffix(".md")
        return stem.removesuffix("index") if basename(stem) == "index" else stem

    def _rewritten(self, page: str) -> str:
        """Return the path of a page from the folder of all pages, as it is after rewrites."""
        return self._rewrites.rewritten(below(page, self._root) or "")

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean; None for an alias, and for pages that only a build would show."""
        path = address.path
        if path.startswith(("@", "~")):
            return None
        paths = [*self._meant(address)]
        if any(map(self.repository.exists, paths)):
            return paths
        found = first_file(self, address, self._meant_on_part)
        if found is not None:
            return [found]
        is_built = path.startswith("/") and path.rpartition(".")[2].lower() in _BUILT
        may_be_made = self._may_be_made(paths[0]) or self._may_be_rewritten(path)
        return None if is_built or self._is_ignored(path) or may_be_made else paths

    def navigation(self) -> Sequence[NavigationEntry]:
        themes = [self._settings.at("themeConfig")]
        themes += [table_of(one).at("themeConfig") for one in table_of(self._settings.at("locales")).values()]
        bars = [table_of(theme).get(bar) for theme in themes for bar in ("nav", "sidebar")]
        links = (link.partition("#")[0].partition("?")[0] for link in texts_in(bars, ("link",), ("base", "target")))
        home = join(self._root, "index.md")
        return [
            NavigationEntry(self.config or "", link, self.candidates(Address(home, link)) or ())
            for link in links
            if link.startswith("/") and not link.startswith("//")
        ]

    def _meant(self, address: Address) -> Iterator[str]:
        is_file = address.path.rpartition(".")[2].lower() in _FILES
        return self._files(address) if is_file else self._pages(address)

    def _meant_on_part(self, address: Address) -> Iterator[str]:
        """Yield the paths of files also for a page that is not on the site itself, where it lies."""
        yield from self._meant(address)
        if self._is_excluded(address.page) or not is_below(address.page, self._root):
            yield from_page(address)

    def _files(self, address: Address) -> Iterator[str]:
        """Yield the paths of an image or another file: beside the page, or among the public files."""
        path = address.path
        if not path.startswith("/"):
            yield from_page(address)
        elif address.is_html:
            yield from self._public(without_base(path, self.base))
        yield from self._public(join("/", dirname(self._rewritten(address.page)), path))
        if path.startswith("/"):
            yield shortest(join(self._root, path.lstrip("/")))
            yield from_page(address)

    def _public(self, url: str) -> Iterator[str]:
        name = text_of(table_of(self._settings.get("vite")), "publicDir", default="public") or "public"
        for folder in dict.fromkeys((self._root, self.folder)):
            yield shortest(join(folder, name, url.lstrip("/")))

    def _pages(self, address: Address) -> Iterator[str]:
        """Yield the paths of a page, which a link names with `.md`, with `.html` or without either."""
        stem = _PAGE.sub("", address.path)
        stem += "index" if stem.endswith("/") else ""
        originals = self._rewrites.originals(self.repository, self._root)
        for name in self._names(stem, address):
            path = shortest(join(self._root, originals.of(f"{name}.md")))
            yield path
            yield from self._public(f"{name}.html")
            yield join(path.removesuffix(".md"), "index.md")  # most servers redirect to a folder
            yield shortest(join(self._root, f"{name}.md"))  # VitePress 1 takes the path before a rewrite as well
        host = from_page(address)
        # Pages in the root of a repository are read there first, where links may lead to folders.
        if self.repository.is_file(host) or (not dirname(address.page) and self.repository.is_folder(host)):
            yield host

    def _names(self, stem: str, address: Address) -> Iterator[str]:
        """Yield the paths without a suffix that a link may lead to, from the folder of all pages."""
        if stem.startswith("/"):
            yield stem.lstrip("/")
            if address.is_html:
                yield without_base(stem, self.base).lstrip("/")
            return
        place = below(address.page, self._root) or ""
        for page in dict.fromkeys((self._rewritten(address.page), place)):
            yield shortest(join(dirname(page), stem))

    def _is_ignored(self, path: str) -> bool:
        """Whether VitePress does not report a link, by a setting that may be a pattern, or the host redirects it."""
        if path.startswith("/") and is_redirected(self, path, map(dirname, self._public("x"))):
            return True
        return _PAGE.sub("", path) in self._ignored or (self._may_ignore_more and path.startswith("/"))

    def _may_be_rewritten(self, path: str) -> bool:
        """Whether a rewrite that is not known may make a page for a link: any, unless no file has such a name."""
        if self._rewrites.are_known and self._rewrites.originals(self.repository, self._root).are_all:
            return False
        stem = _PAGE.sub("", basename(path)) or "index"
        return not self._settings or path.startswith("/") or stem == "index" or may_be_renamed(self.repository, stem)

    def _may_be_made(self, path: str) -> bool:
        """Whether a page may come from a dynamic route: a file or folder named `[x]`."""
        place = self._root
        for part in (below(dirname(path), self._root) or "").split("/"):
            names = self.repository.listing(place)
            if names is None or any(name.startswith("[") for name in names):
                return names is not None
            place = join(place, part)
        return any(name.startswith("[") for name in self.repository.listing(place) or ())

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of a page; None if the settings make them otherwise, or if a component on it gives some."""
        text = document.source.text
        if self._has_own_slugs() or _BOUND_ID.search(text) or any(map(self._gives_ids, self._imported(page, text))):
            return None
        in_braces = (match["id"] for match in _ID_IN_BRACES.finditer(text))
        return frozenset({*_heading_ids(document), *document.names_in_html, *in_braces})

    def _has_own_slugs(self) -> bool:
        markdown = self._settings.get("markdown")
        anchor = markdown.get("anchor") if isinstance(markdown, ObjectLiteral) else markdown
        is_own = isinstance(anchor, ObjectLiteral) and (anchor.is_open or not anchor.keys().isdisjoint(_OF_SLUGS))
        return is_own or anchor is UNKNOWN

    def _gives_ids(self, path: str) -> bool:
        data = self.repository.page(path) if path.endswith(".vue") else b""
        return data is None or _GIVES_IDS.search(data) is not None

    def written(self, fragment: str) -> str:
        """Return the slug of a fragment, which is what VitePress makes of it since version 2."""
        return slugify(fragment) if self._makes_slugs else fragment

    @cached_property
    def _makes_slugs(self) -> bool:
        packages = (join(folder, "package.json") for folder in (*above(self.folder), ""))
        return any(_SECOND.search(self.repository.page(one) or b"") for one in packages)

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment may be on a page that includes the page with the link."""
        return page == target and page in includers(self)

    def includes(self, page: str, text: str) -> Includes:
        """Return the pages that a page includes or imports. What does not exist stays a comment."""
        paths = [path for path in self._imported(page, text) if path.endswith(".md")]
        if "@include" in text:
            names = (_PART.sub("", match["path"]) for match in _INCLUDE.finditer(text))
            paths += filter(self.repository.is_file, (self._path(page, name) for name in names))
        return Includes(tuple(paths))

    def _imported(self, page: str, text: str) -> Iterator[str]:
        """Yield the components and pages that the script of a page imports."""
        if "<script" in text:
            for match in _IMPORT.finditer(text):
                if match["module"].startswith((".", "@/")):
                    yield self._path(page, match["module"])

    def _path(self, page: str, name: str) -> str:
        folder = self._root if name.startswith("@") else dirname(page)
        return shortest(join(folder, name.removeprefix("@").lstrip("/") if name.startswith("@") else name))


_OF_SLUGS = ("slugify", "slugifyWithState", "getTokensText", "uniqueSlugStartIndex", "level")


def _heading_ids(document: Document) -> Iterator[str]:
    """Yield the ids of all headings, numbered as markdown-it-anchor does, which is how GitHub numbers them.

    Entities in a heading are slugged as they are written, and shortcodes of emoji are left out.
    """
    titles = [title_of(heading.text) for heading in document.headings]
    yield from unique(slugify(title.text) if title.id is None else title.id for title in titles)
    for title in titles:
        if _DIFFERS.search(title.text):
            for text in (title.text, _EMOJI.sub("", title.text)):
                yield from (slugify(text), slugify(text.translate(_ENTITIES)))


def slugify(text: str) -> str:
    """Return the id that VitePress makes of a heading.

    >>> slugify("1.2 Öffnen & `x_y`: C++"), slugify("Émile’s “quote” – dash")
    ('_1-2-offnen-x-y-c', 'emile-s-quote-–-dash')
    """
    plain = _CONTROL.sub("", _COMBINING.sub("", unicodedata.normalize("NFKD", text)))
    slug = re.sub("-{2,}", "-", _SPECIAL.sub("-", plain)).strip("-")
    return (f"_{slug}" if slug[:1].isascii() and slug[:1].isdigit() else slug).lower()
