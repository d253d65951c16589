"""MkDocs, Material for MkDocs, and their successors Zensical and ProperDocs.

The facts are those of MkDocs 1.6 ("Writing your docs", and `mkdocs/structure/pages.py` and `files.py`, which resolve
links), Python-Markdown 3.10, PyMdown Extensions 10, and the documentation of each plugin.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Any, ClassVar, Self

from doclint.code.languages import is_markdown
from doclint.markdown.document import Document
from doclint.repository.repository import Repository
from doclint.sites.configuration import page_text
from doclint.sites.includers import from_includers, includers
from doclint.sites.mkdocs_settings import Tagged, function, named, plain, settings
from doclint.sites.python_markdown import ids_of, slug_function
from doclint.sites.site import (
    FILE_SUFFIXES,
    NO_INCLUDES,
    Address,
    Includes,
    Site,
    first_existing,
    from_page,
    is_below,
    shortest,
)
from doclint.sites.templates import labels_in
from doclint.sites.urls import path_of

# Plugins that add no pages and no ids, and leave links as they are.
_PLAIN_PLUGINS = frozenset(
    "abbreviations add-number alias asciinema-player audiotag autorefs awesome-nav awesome-pages badges bibtex "
    "build_url callouts caption charts codeinclude copy-to-llm d2 drawio drawio-exporter enumerate-headings exclude "
    "exclude-search external-link-icon favicon file-filter git-authors git-committers git-committers-2 "
    "git-latest-changes git-revision-date git-revision-date-localized glightbox group header-dropdown htmlproofer "
    "i18n image-captions img2fig include-markdown include_dir_to_nav info kroki lightgallery link-marker literate-nav "
    "llmstxt llmstxt-md localsearch macros markdown-exec markmap material-relative-language-selector mdpo mermaid2 "
    "meta meta-descriptions meta-manager mike minify minify_html mkdocs-video mkdocstrings monorepo multiline "
    "nav-enhancer nav-weight no-sitemap-link offline open-in-new-tab optimize page-pdf pagenav panzoom pdf-export "
    "pdf-with-js placeholder plantuml plotly preview-links print-site privacy puml pymdownx quiz redirects redoc-tag "
    "render_swagger rss same-dir search section-index show-nav-index site-urls sitemap social spellcheck "
    "swagger-ui-tag table-reader tags techdocs-core termynal toggle-sidebar tooltips typeset unused_files "
    "version-select video with-pdf xml-sitemap".split()
)
# What adds pages, or files beside them, but changes no text.
_MAKING_PLUGINS = frozenset(
    "api-autonav autoapi coverage gallery gen-files jupyter mkdocs-jupyter multirepo projects simple".split()
)
_INCLUDING = frozenset({"include-markdown", "pymdownx.snippets", "markdown_include.include", "mdx_include"})
_MAKING_HOOKS = frozenset({"on_startup", "on_pre_build", "on_files"})
_WRITING_HOOKS = frozenset(
    {"on_page_read_source", "on_page_markdown", "on_page_content", "on_env", "on_post_page", "on_post_template"}
)
_MOST_VALUES = 10_000  # of a navigation
_MOST_BASES = 50  # folders of snippets
_MOST_HOOKS = 50
_MOST_INCLUDED = 200  # files that a page includes, also through others
_HOOK = re.compile(rb"^[ ]*+(?:async )?def (?P<name>on_\w++)", re.MULTILINE)
_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Za-z]{4})?(?:[-_][A-Z]{2})?\Z")

_SNIPPET = re.compile(r"""^[ \t>]*+-++8<-++[ \t]++["'](?P<path>[^"'\n]++)["']""", re.MULTILINE)
_SNIPPETS = re.compile(
    r"^[ \t]*+-++8<-++[ \t]*+\n(?P<paths>(?:(?![ \t]*+-+8<-)[^\n]*+\n)*+)[ \t]*+-++8<-", re.MULTILINE
)
_INCLUDE = re.compile(r"""\{%-?\s*+include(?:-markdown)?\s++["'](?P<path>[^"'\n]++)["']""")
_BRACED_INCLUDE = re.compile(r"\{!\s*+(?P<path>[^\s!{}]++)\s*+!")
_OBJECTS = re.compile(r"^[ \t]*+:::[ \t]*+\S", re.MULTILINE)
_BLOCKS = re.compile(r"^[ \t]*+///[ \t]*+\S", re.MULTILINE)


class MkDocs(Site):
    """Documentation that MkDocs builds from `docs_dir`."""

    id = "mkdocs"
    name = "MkDocs"
    evidence: ClassVar[tuple[str, ...]] = (
        "mkdocs.yml",
        "mkdocs.yaml",
        "mkdocs.public.yml",
        "mkdocs.template.yml",
        "mkdocs.base.yml",
    )

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        found = settings(repository, config)
        self._docs = shortest(join(folder, _text(found.get("docs_dir")) or "docs"))
        self._plugins = named(found.get("plugins"))
        self._extensions = named(found.get("markdown_extensions"))
        self._has_blocks = any(name.startswith("pymdownx.blocks") for name in self._extensions)
        self._has_folder_urls = plain(found.get("use_directory_urls")) is not False
        self._root = path_of(_text(found.get("site_url")))
        links = _table(_table(found, "validation"), "links")
        self._is_absolute_from_docs = links.get("absolute_links") == "relative_to_docs"
        theme = found.get("theme")
        self._overrides = _text(theme.get("custom_dir")) if isinstance(theme, dict) else ""
        self._snippets = list(self._bases(self._options("pymdownx.snippets").get("base_path")))
        outside = (one for one in self._snippets if repository.is_folder(one) and not is_below(self._docs, one))
        self.content = (self._docs, *outside)

        events = _events(repository, folder, found.get("hooks"))
        others = self._plugins.keys() - _PLAIN_PLUGINS
        self._makes_files = bool(events & _MAKING_HOOKS or others - {"blog"} or _includes_sites(found.get("nav")))
        self._writes_text = bool(events & _WRITING_HOOKS or others - _MAKING_PLUGINS - {"blog"})
        blog = self._plugins.get("blog")
        self._blog = None if blog is None else shortest(join(self._docs, _text(blog.get("blog_dir")) or "blog"))
        self._redirects = _table(self._plugins.get("redirects", {}), "redirect_maps")
        self._languages = list(_languages(self._plugins.get("i18n", {})))
        self._includes_files = not _INCLUDING.isdisjoint(self._extensions.keys() | self._plugins.keys())
        self._is_by_folder = self._plugins.get("i18n", {}).get("docs_structure") == "folder"

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site; None for a variant of a configuration beside the one that MkDocs reads by itself."""
        names = repository.listing(folder) or {}
        first = next((name for name in cls.evidence if name in names), None)
        return cls(repository, folder, config) if config is None or basename(config) == first else None

    def _options(self, extension: str) -> Mapping[str, Any]:
        return self._extensions.get(extension, {})

    def _bases(self, stated: Any) -> Iterator[str]:
        """Yield the folders in which snippets are looked up: those that are stated, or else the one of the site."""
        bases = stated if isinstance(stated, list) else [stated if stated is not None else "."]
        for one in bases[:_MOST_BASES]:
            if isinstance(one, Tagged) and one.tag == "!relative" and isinstance(one.value, str):
                start, _, rest = one.value.partition("/")
                yield shortest(join(self._docs if start == "$docs_dir" else self.folder, rest))
            elif _text(one):
                base = shortest(join(self.folder, _text(one)))
                yield dirname(base) if self.repository.is_file(base) else base

    def content_of(self, page: str) -> str | None:
        """Return the folder of the site also for a page beside the configuration that a page includes: a change log."""
        found = super().content_of(page)
        if found is None and self._includes_files and dirname(page) == self.folder:
            return self.folder if page in includers(self, self.repository) else None
        return found

    # Links

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the file that a link leads to, or the one it should lead to; None if a build may make that.

        MkDocs resolves a link to a file from the file of the page. It leaves other links and raw HTML as they are, so
        that a browser resolves them from the URL of the page.
        """
        found = first_existing(self.repository, self._files(address))
        if found is None:
            elsewhere = from_includers(self, self.repository, address)
            found = first_existing(self.repository, (file for one in elsewhere for file in self._files(one)))
        if found is not None:
            return [found]
        path = from_page(address)
        if address.path.startswith("/"):
            path = shortest(join(self._docs, address.path.lstrip("/")))
        return [path] if self._is_known(address, path) else None

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
        """Yield the files that a link can mean, best first."""
        language = self._language(address.page)
        if address.path.startswith("/"):
            path = address.path.lstrip("/")
            yield from self._in_language(path, language)
            yield from self._at_url(path.removeprefix(self._root), language)
            yield from_page(address)
            return
        path, url = from_page(address), self._by_url(address)
        if path.endswith(".md") and not address.is_html:
            yield from self._translated(path, language)
        yield from self._at_url(url, language)
        yield from self._translated(path, language)
        if self._redirects:
            yield from self._redirected(path[len(self._docs) :].lstrip("/") if is_below(path, self._docs) else "")

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
            yield from self._in_language(page, language)
            yield from self._redirected(page)
        if url:
            yield from self._in_language(url, language)
            if self._overrides:
                yield shortest(join(self.folder, self._overrides, url))

    def _redirected(self, page: str) -> Iterator[str]:
        """Yield the target of a redirect: a page, or the folder of all pages for what is elsewhere."""
        target = self._redirects.get(page)
        if isinstance(target, str):
            yield shortest(join(self._docs, target.partition("#")[0]))
            yield self._docs

    # Translations (mkdocs-static-i18n 1.3, `suffix.py` and `folder.py`)

    def _language(self, page: str) -> str:
        """Return the language of a page, which is the default one if the page does not say; empty without languages."""
        if not self._languages:
            return ""
        inner = page[len(self._docs) :].lstrip("/")
        named_ = inner.partition("/")[0] if self._is_by_folder else splitext(splitext(page)[0])[1].lstrip(".")
        return named_ if _LOCALE.match(named_) else self._languages[0]

    def _translated(self, path: str, language: str) -> Iterator[str]:
        """Yield a path, and before it the files that stand for it in a language and in the default one."""
        if self._languages and is_below(path, self._docs):
            yield from self._in_language(path[len(self._docs) :].lstrip("/"), language)
        yield path

    def _in_language(self, inner: str, language: str) -> Iterator[str]:
        if self._is_by_folder:
            first, _, rest = inner.partition("/")
            below = rest if _LOCALE.match(first) else inner
            yield from (shortest(join(self._docs, one, below)) for one in (language, *self._languages[:1]))
            yield shortest(join(self._docs, below))
        elif self._languages:
            stem, suffix = splitext(inner)
            yield from (shortest(join(self._docs, f"{stem}.{one}{suffix}")) for one in (language, self._languages[0]))
        yield shortest(join(self._docs, inner))

    def url(self, page: str) -> str | None:
        """Return the URL of a page; that of a translation without its language, from where links are the same."""
        if not is_below(page, self._docs):
            return None
        stem = splitext(page[len(self._docs) :].lstrip("/"))[0]
        language = self._language(page)
        if self._is_by_folder:
            stem = stem.removeprefix(f"{language}/")
        elif language:
            stem = stem.removesuffix(f".{language}")
        is_index = basename(stem) in ("index", "README")
        if self._has_folder_urls:
            return f"/{dirname(stem)}/".replace("//", "/") if is_index else f"/{stem}/"
        return f"/{join(dirname(stem), 'index') if is_index else stem}.html"

    # Fragments

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
        stated = list(_stated(text))
        if "include-markdown" in self._plugins:
            stated += (match["path"] for match in _INCLUDE.finditer(text))
        texts = [one for one in stated if is_markdown(one) or splitext(one)[1] in ("", ".txt", ".html")]
        found = [self._included(page, one) for one in texts]
        return Includes(tuple(one for one in found if one is not None), None not in found)

    def _included(self, page: str, stated: str) -> str | None:
        bases = [*self._snippets, dirname(page), self._docs, self.folder, ""]
        return first_existing(self.repository, (shortest(join(base, stated)) for base in bases)) if stated else None

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a footnote or made by the theme, or on a page that includes the page with the link."""
        if fragment.startswith(("fn:", "fnref:", "__")):
            return True
        return page == target and page in includers(self, self.repository)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a label may be an object or a heading anywhere, or is defined in what is added to each page."""
        if self._writes_text or not self._plugins.keys().isdisjoint({"autorefs", "mkdocstrings", "alias"}):
            return True
        labels = self._labels
        return labels is None or " ".join(label.split()).casefold() in labels

    @property
    def _labels(self) -> frozenset[str] | None:
        """The labels in what is added to each page; None if not all of that is known."""
        key = "mkdocs labels", self.folder, self.id
        return self.repository.remembered(key, self._find_labels)

    def _find_labels(self) -> frozenset[str] | None:
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
        found = [self._included(self._docs, _text(one)) for one in stated] if isinstance(stated, list) else []
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


def _text(found: Any) -> str:
    found = plain(found)
    return found if isinstance(found, str) else ""


def _table(settings_: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = settings_.get(key)
    return found if isinstance(found, dict) else {}


def _events(repository: Repository, folder: str, hooks: Any) -> set[str]:
    """Return the events for which hooks have functions; all that matter if a hook cannot be read."""
    found: set[str] = set()
    paths = list(dict.fromkeys(map(_text, hooks))) if isinstance(hooks, list) else []
    for number, path in enumerate(paths):
        data = repository.page(shortest(join(folder, path))) if path and number < _MOST_HOOKS else None
        if data is None:
            return {*_MAKING_HOOKS, *_WRITING_HOOKS}
        found.update(match["name"].decode() for match in _HOOK.finditer(data))
    return found


def _includes_sites(nav: Any) -> bool:
    """Whether a navigation includes other sites: `- Other: "!include other/mkdocs.yml"`, for the plugin monorepo."""
    return any(isinstance(one, str) and one.startswith("!include") for one in islice(_values(nav), _MOST_VALUES))


def _values(found: Any) -> Iterator[Any]:
    """Yield all values in lists and mappings, which may contain themselves."""
    waiting = [iter([found])]
    while waiting:
        one = next(waiting[-1], None)
        if one is None:
            waiting.pop()
        elif isinstance(one, list | dict):
            waiting.append(iter(one if isinstance(one, list) else one.values()))
            yield None
        else:
            yield one


def _languages(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the languages of a site, the default one first."""
    found = options.get("languages")
    tables = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    named_ = [(one.get("locale"), one.get("default") is True) for one in tables]
    if isinstance(found, dict):  # before version 1
        named_ = [(name, name == options.get("default_language")) for name in found]
    named_.sort(key=lambda one: not one[1])
    return (name for name, _ in named_[:100] if isinstance(name, str) and _LOCALE.match(name))


def _stated(text: str) -> Iterator[str]:
    """Yield the paths of snippets and includes without lines or sections; an empty one for a web address."""
    stated = [match["path"] for match in (*_SNIPPET.finditer(text), *_BRACED_INCLUDE.finditer(text))]
    for match in _SNIPPETS.finditer(text):
        stated += filter(None, map(str.strip, match["paths"].splitlines()))
    for path in stated:
        if not path.startswith(";"):
            yield "" if "://" in path else path.partition(":")[0]
