"""MkDocs, Material for MkDocs, and their successors Zensical and ProperDocs.

The facts are those of MkDocs 1.6 ("Writing your docs", and `mkdocs/structure/pages.py` and `files.py`, which resolve
links), Python-Markdown 3.10, PyMdown Extensions 10, and the documentation of each plugin.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext
from typing import Any, ClassVar, Self

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.labels import label_key
from doclint.repository.configuration import table, value
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import (
    FILE_SUFFIXES,
    NO_INCLUDES,
    Address,
    IncludedCode,
    Includes,
    NavigationEntry,
    Site,
    first_existing,
    from_page,
)
from doclint.sites.support.ids import ids_of, slug_function
from doclint.sites.support.included_code import snippet
from doclint.sites.support.mkdocs_project import (
    Languages,
    Tagged,
    docs_of,
    effects,
    function,
    further_settings,
    includes_sites,
    inclusions_in,
    inherited_by,
    named,
    plain,
    settings,
    snippets_in,
    text,
)
from doclint.sites.support.navigation import texts_in
from doclint.sites.support.pages import LOCALE, first_file, includers, page_text
from doclint.sites.support.templates import labels_in
from doclint.sites.support.urls import path_of
from doclint.source.language import is_markdown

_INCLUDING = frozenset({"include-markdown", "pymdownx.snippets", "markdown_include.include", "mdx_include"})
_MOST_BASES = 50  # folders of snippets
_MOST_FOLDERS = 200  # of languages
_MOST_INCLUDED = 200  # files that a page includes, also through others
_OBJECTS = expression(r"^[ \t]*+:::[ \t]*+\S", re.MULTILINE)
_NO_PATH = expression(r"[*:!?]|\A/")  # in a navigation: a pattern of a plugin, a URL
# Plugins that may publish files of other folders.
_FROM_OUTSIDE = frozenset({"monorepo", "same-dir", "include_dir_to_nav", "techdocs-core", "i18n"})
_BLOCKS = expression(r"^[ \t]*+///[ \t]*+\S", re.MULTILINE)


class MkDocs(Site):
    """Documentation that MkDocs builds from `docs_dir`."""

    id = "mkdocs"
    name = "MkDocs"
    has_certain_ids = True
    shows_all = True
    dialect = "python-markdown"
    evidence: ClassVar[tuple[str, ...]] = ("mkdocs.yml", "mkdocs.yaml", "mkdocs*.yml", "mkdocs*.yaml")

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        found = settings(repository, config)
        self._docs = docs_of(found, folder)
        self._translations = tuple(self._in_other_languages())
        self._original = self._in_first_language()
        self._plugins = named(found.get("plugins"))
        self._extensions = named(found.get("markdown_extensions"))
        self._has_blocks = any(name.startswith("pymdownx.blocks") for name in self._extensions)
        self._has_folder_urls = plain(found.get("use_directory_urls")) is not False
        self._root = path_of(text(found.get("site_url")))
        links = table(found, "validation", "links")
        self._is_absolute_from_docs = links.get("absolute_links") == "relative_to_docs"
        self._overrides = text(value(found, "theme", "custom_dir"))
        self._snippets = list(self._bases(self._options("pymdownx.snippets").get("base_path")))
        outside = (one for one in self._snippets if repository.is_folder(one) and not is_below(self._docs, one))
        self.content = (self._docs, *self._translations, *outside)

        makes_files, self._writes_text = effects(repository, folder, self._plugins, found.get("hooks"))
        self._makes_files = makes_files or includes_sites(found.get("nav"))
        self._nav = found.get("nav")
        blog = self._plugins.get("blog")
        self._blog = None if blog is None else shortest(join(self._docs, text(blog.get("blog_dir")) or "blog"))
        self._redirects = table(self._plugins, "redirects", "redirect_maps")
        self._languages = Languages(self._docs, self._plugins.get("i18n", {}))
        self._includes_files = not _INCLUDING.isdisjoint(self._extensions.keys() | self._plugins.keys())

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site; None for a configuration if another one beside it is for the same pages.

        Of these, the one counts that MkDocs reads by itself, then one that inherits from others.
        """
        if config is not None and basename(config) not in cls.evidence:
            further = repository.remembered(further_settings, folder)
            return cls(repository, folder, config) if config in further else None
        first = next((name for name in cls.evidence if repository.is_file(join(folder, name))), None)
        return cls(repository, folder, config) if config is None or basename(config) == first else None

    @property
    def keeps_line_breaks(self) -> bool:
        """Whether the extension `nl2br` of Python-Markdown is in use."""
        return "nl2br" in self._extensions

    def _in_other_languages(self) -> Iterator[str]:
        """Yield the folders of pages in other languages, for which a script builds a site each: `fr/docs`.

        They are beside the folder of the site, which is that of a language, and have no configuration of their own.
        """
        place, inner = dirname(self.folder), below(self._docs, self.folder)
        if not LOCALE.match(basename(self.folder)) or self.config is None or not inner:
            return
        for name in self.repository.folders(place)[:_MOST_FOLDERS]:
            folder = join(place, name)
            is_other = LOCALE.match(name) is not None and folder != self.folder
            if is_other and not self.repository.exists(join(folder, basename(self.config))):
                yield join(folder, inner)

    def _in_first_language(self) -> str | None:
        """Return the folder of the pages in the language whose configuration the one of another language inherits."""
        if not LOCALE.match(basename(self.folder)) or self.config is None:
            return None
        inherited = inherited_by(self.repository, self.config)
        folder = dirname(inherited or self.config)
        if not inherited or folder == self.folder or not LOCALE.match(basename(folder)):
            return None
        return docs_of(settings(self.repository, inherited), folder)

    def _options(self, extension: str) -> Mapping[str, Any]:
        return self._extensions.get(extension, {})

    def _bases(self, stated: Any) -> Iterator[str]:
        """Yield the folders in which snippets are looked up: those that are stated, or else the one of the site."""
        bases = stated if isinstance(stated, list) else [stated if stated is not None else "."]
        for one in bases[:_MOST_BASES]:
            if isinstance(one, Tagged) and one.tag == "!relative" and isinstance(one.value, str):
                start, _, rest = one.value.partition("/")
                yield shortest(join(self._docs if start == "$docs_dir" else self.folder, rest))
            elif text(one):
                base = shortest(join(self.folder, text(one)))
                yield dirname(base) if self.repository.is_file(base) else base

    def content_of(self, page: str) -> str | None:
        """Return the folder of the site also for a page beside the configuration that a page includes: a change log."""
        found = super().content_of(page)
        if found is None and self._includes_files and dirname(page) == self.folder:
            return self.folder if page in includers(self) else None
        return found

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the file that a link leads to, or the one it should lead to; None if a build may make that.

        MkDocs resolves a link to a file from the file of the page. It leaves other links and raw HTML as they are, so
        that a browser resolves them from the URL of the page.
        """
        found = first_file(self, address, self._files)
        if found is not None:
            return [found]
        path = from_page(address, self._docs)
        return [path] if self._is_known(address, path) else None

    def navigation(self) -> Sequence[NavigationEntry]:
        home = join(self._docs, "index.md")
        pages = (text for text in texts_in(self._nav) if is_markdown(text) and not _NO_PATH.search(text))
        return [NavigationEntry(self.config or "", text, self.candidates(Address(home, text)) or ()) for text in pages]

    def _is_known(self, address: Address, path: str) -> bool:
        """Whether a link to a path that does not exist is dead: no build makes the path, and the link is not a URL.

        URLs lead to other sites, and to folders and HTML that another tool makes beside the pages, unless one of the
        pages is meant: `x.html` and `x/` where there is an `x.md`.
        """
        pages = (path, address.page)
        is_made = self._makes_files or any(self._blog is not None and is_below(one, self._blog) for one in pages)
        if is_made:
            return False
        if address.path.startswith("/"):
            return self._is_absolute_from_docs
        stem, suffix = splitext(path)
        if suffix.lower() in FILE_SUFFIXES and suffix != ".html":
            return not address.is_html or not self._by_url(address).startswith("../")
        if suffix == ".html" or address.path.endswith("/"):
            return self.repository.is_file(f"{stem if suffix == '.html' else path}.md")
        return not self._by_url(address).startswith("../")

    def _files(self, address: Address) -> Iterator[str]:
        """Yield the files that a link can mean, best first: in the language of the page, then in the first one."""
        folder = self._translation_of(address.page)
        folders = [one for one in (folder, self._docs, self._original) if one is not None]
        if len(folders) == 1:
            yield from self._files_of_site(address)
            return
        page = address.page if folder is None else join(self._docs, below(address.page, folder) or "")
        yield from_page(address)
        for path in self._files_of_site(address._replace(page=page)):
            inner = below(path, self._docs)
            yield from (path,) if inner is None else (join(one, inner) for one in folders)

    def _translation_of(self, page: str) -> str | None:
        return next((folder for folder in self._translations if is_below(page, folder)), None)

    def _files_of_site(self, address: Address) -> Iterator[str]:
        """Yield the files that a link on a page of the site can mean, best first."""
        language = self._languages.of(address.page)
        if address.path.startswith("/"):
            path = address.path.lstrip("/")
            yield from self._languages.files(path, language)
            yield from self._at_url(path.removeprefix(self._root), language)
            yield from_page(address)
            return
        path, url = from_page(address), self._by_url(address)
        if path.endswith(".md") and not address.is_html:
            yield from self._languages.translated(path, language)
        yield from self._at_url(url, language)
        yield from self._languages.translated(path, language)
        if self._redirects:
            yield from self._redirected(below(path, self._docs) or "")

    def _by_url(self, address: Address) -> str:
        """Return the path that a browser makes of a link, from the root of the site, without a slash in front."""
        return shortest(join(dirname((self.url(address.page) or "/")[1:]), address.path))

    def _at_url(self, url: str, language: str) -> Iterator[str]:
        """Yield the files that the site has at a URL: a page, or a file that is published as it is."""
        url = url.rstrip("/")
        while self._languages and url.startswith("../"):  # translations are one level deeper
            url = url.removeprefix("../")
        if url.startswith(".."):
            return
        stem, suffix = splitext(url)
        if suffix == ".html" and basename(stem) == "index":
            pages = [join(dirname(stem), name) for name in ("index.md", "README.md")]
        elif suffix == ".html":
            pages = [f"{stem}.md"] if not self._has_folder_urls else []
        elif suffix.lower() in FILE_SUFFIXES:
            pages = []
        else:
            pages = [f"{url}.md"] if self._has_folder_urls and url else []
            pages += [join(url, name) for name in ("index.md", "README.md")]
        for page in pages:
            yield from self._languages.files(page, language)
            yield from self._redirected(page)
        if url:
            yield from self._languages.files(url, language)
            if self._overrides:
                yield shortest(join(self.folder, self._overrides, url))

    def _redirected(self, page: str) -> Iterator[str]:
        """Yield the target of a redirect: a page, or the folder of all pages for what is elsewhere."""
        target = self._redirects.get(page)
        if isinstance(target, str):
            yield shortest(join(self._docs, target.partition("#")[0]))
            yield self._docs

    def url(self, page: str) -> str | None:
        """Return the URL of a page; that of a translation without its language, from where links are the same."""
        inner = below(page, self._translation_of(page) or self._docs)
        if inner is None:
            return None
        stem = self._languages.without(self._languages.of(page), splitext(inner)[0])
        is_index = basename(stem) in ("index", "README")
        if self._has_folder_urls:
            return f"/{dirname(stem)}/".replace("//", "/") if is_index else f"/{stem}/"
        return f"/{join(dirname(stem), 'index') if is_index else stem}.html"

    def leaves_out(self, page: str, path: str) -> bool:
        if self._makes_files or self._includes_files or not _FROM_OUTSIDE.isdisjoint(self._plugins):
            return False
        is_own = self._original is None and is_below(page, self._docs) and self.repository.is_file(path)
        return is_own and not any(is_below(path, folder) for folder in self.content)

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of a page, as MkDocs and as GitHub make them; None if a plugin or a block may add some."""
        toc, text = self._options("toc"), document.source.text
        separator = toc.get("separator")
        slug = slug_function(*function(toc.get("slugify")), separator if isinstance(separator, str) else "-")
        if slug is None or self._writes_text or self._has_more_ids(text):
            return None
        return document.anchors.union(ids_of(document, slug))

    def _has_more_ids(self, text: str) -> bool:
        """Whether a page documents objects, or has text that a program writes."""
        if ":::" in text and _OBJECTS.search(text):
            return True
        if "///" in text and self._has_blocks and _BLOCKS.search(text):
            return True
        if "macros" in self._plugins and ("{{" in text or "{%" in text):
            return True
        if "===" in text and self._options("pymdownx.tabbed").get("combine_header_slug"):
            return True
        return "exec=" in text and "markdown-exec" in self._plugins

    def includes(self, page: str, text: str) -> Includes:
        if "8<-" not in text and "{!" not in text and "{%" not in text:
            return NO_INCLUDES
        stated = [*snippets_in(text), *(inclusions_in(text) if "include-markdown" in self._plugins else ())]
        texts = [one for one in stated if is_markdown(one) or splitext(one)[1] in ("", ".txt", ".html")]
        found = [self._included(page, one) for one in texts]
        return Includes(tuple(one for one in found if one is not None), None not in found)

    def _included(self, page: str, stated: str) -> str | None:
        bases = [*self._snippets, dirname(page), self._docs, self.folder, ""]
        return first_existing(self.repository, (shortest(join(base, stated)) for base in bases)) if stated else None

    def included_code(self, page: str, statement: str, options: Mapping[str, str]) -> IncludedCode | None:
        stated = snippet(statement) if "pymdownx.snippets" in self._extensions else None
        if stated is None:
            return None
        places = ((base, shortest(join(base, stated.path))) for base in self._snippets)
        return stated.of(self.repository, (path for base, path in places if is_below(path, base)))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a footnote or made by the theme, or on a page that includes the page with the link."""
        if fragment.startswith(("fn:", "fnref:", "__")):
            return True
        return page == target and page in includers(self)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a label may be an object or a heading anywhere, or is defined in what is added to each page."""
        if self._writes_text or not self._plugins.keys().isdisjoint({"autorefs", "mkdocstrings", "alias"}):
            return True
        labels = self.repository.answered(("mkdocs labels", self.folder, self.id), self._labels)
        return labels is None or label_key(label) in labels

    def _labels(self) -> frozenset[str] | None:
        """Return the keys of the labels in what is added to each page; None if not all of that is known."""
        labels: set[str] = set()
        waiting = self._appended
        seen = set(waiting)
        while waiting:
            path = waiting.pop()
            text = page_text(self.repository, path)
            included = self.includes(path, text)
            if not included.is_complete or len(seen) > _MOST_INCLUDED:
                return None
            labels |= labels_in(text)
            new = set(included.paths) - seen
            seen |= new
            waiting += new
        return frozenset(labels)

    @property
    def _appended(self) -> list[str]:
        """The files that are added to each page."""
        stated = self._options("pymdownx.snippets").get("auto_append")
        found = [self._included(self._docs, text(one)) for one in stated] if isinstance(stated, list) else []
        return [one for one in found if one is not None]


class ProperDocs(MkDocs):
    """Documentation that ProperDocs builds, which continues MkDocs 1."""

    id = "properdocs"
    name = "ProperDocs"
    evidence = ("properdocs.yml", "properdocs.yaml")


class Zensical(MkDocs):
    """Documentation that Zensical builds, which follows Material for MkDocs."""

    id = "zensical"
    name = "Zensical"
    evidence = ("zensical.toml", "zensical.yml", "zensical.yaml")
