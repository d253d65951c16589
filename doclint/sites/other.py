"""Generators of which doclint knows little more than that they are there.

What they have in common: a link to a Markdown file leads to that file, and ids of headings are made of their letters
and digits. Links from the root, links without a suffix and links to `.html` lead to pages by rules that depend on
settings and templates, so that they are never wrong here, except links from the root of Mintlify. The table
`generators.toml` has what the documentation of each generator calls its configuration, and the folders of its pages.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from posixpath import basename, dirname, join, splitext
from typing import ClassVar, Self

from msgspec import Struct, convert

from doclint.errors.expressions import expression
from doclint.errors.tables import table
from doclint.markdown.document import Document
from doclint.markdown.nodes import Code
from doclint.markdown.slugs import slug, unique
from doclint.markdown.source import Source
from doclint.repository.configuration import configuration, tables, text
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import NO_INCLUDES, Address, Includes, NavigationEntry, Site, first_existing, from_page
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.sites.support.ids import title_of
from doclint.sites.support.navigation import entries_in_folders, entries_of, texts_in
from doclint.sites.support.pages import page_text

_MARKDOWN = (".md", ".mdx", ".markdown", ".qmd", ".Rmd", ".livemd")
_NOT_IN_PATH = ("{", "|", "~", "$")  # `{filename}x.md` of Pelican, `~/x.md` and `$lib/x.md` of bundlers
_IN_CONTENT = "@/"  # a page from the root of the content, in Zola
# Components, templates, directives and imports, which may add text with ids to a page.
_ADDS_TEXT = expression(r"\{\{|\{%|<[A-Z]|!?\[\[|^[ \t]*+:::|^import[ ]|^[ \t]*+include::|^--8<--|^```@", re.MULTILINE)
_ID_OF_DOCUMENTER = expression(r"\(@id[ ]++(?P<id>[^\s()]++)\)")
_ID_IN_BRACKETS = expression(r"\[\#(?P<id>[^\s\[\]]++)\][ \t]*+$", re.MULTILINE)
_BY_NAME = ("ExDoc", "Obsidian")  # a link leads to the page of a name, in whatever folder it is
_GENERATED = expression(rb"(?:open|async)api")  # which Mintlify makes pages of
_VAULT = ".obsidian"
_COVER = "_coverpage.md"
_STRICT = expression(rb'"strictLineBreaks"\s*+:\s*+true')

_IDS_IN_PARENTHESES = expression(
    r"\(\((?P<ids>#[\w-]++(?:,[ ]?#[\w-]++)*+)\)\)"
)  # of the plugins for pages of HashiCorp
_ARRANGED = frozenset({"content", "docs", "pages"})  # folders in which files arrange the pages
_BEFORE_LETTERS = expression(r"\A[\W\d_]++")


class Generator(Struct, frozen=True, rename="kebab"):
    """What shows that a generator builds a site; `generators.toml` explains it."""

    name: str
    evidence: tuple[str, ...]
    content: tuple[str, ...] = ("",)
    marks: tuple[str, ...] = ()
    input: str = ""
    packages: tuple[str, ...] = ()
    has_home: bool = False


@cache
def generators() -> tuple[Generator, ...]:
    """Return the generators of the table."""
    return convert(table("doclint.sites", "generators")["generator"], tuple[Generator, ...])


# MkDocs knows better what a `SUMMARY.md` in its folders is for.
_HAVE_SUMMARIES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "zensical.toml")


class Other(Site):
    """A site of a generator in the table."""

    id = "other"
    name = "another generator"
    dialect = "unknown"
    evidence: ClassVar[tuple[str, ...]] = tuple(
        sorted({name for generator in generators() for name in generator.evidence})
    )
    is_certain = False

    def __init__(
        self, repository: Repository, folder: str = "", config: str | None = None, generator: Generator | None = None
    ) -> None:
        super().__init__(repository, folder, config)
        self._generator = generator
        if generator is not None:
            self.content = tuple(_content(repository, folder, config, generator))

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site of the first generator in the table that the evidence fits; None if it has no pages."""
        if config is None:
            return None
        fitting = (one for one in generators() if basename(config) in one.evidence and _fits(repository, config, one))
        generator = next(fitting, None)
        site = generator and cls(repository, folder, config, generator)
        return site if site and site.content else None

    @property
    def keeps_line_breaks(self) -> bool:
        """Whether this is a vault of Obsidian whose settings do not ask for strict line breaks (Obsidian Help)."""
        if self.config is None or basename(self.config) != _VAULT:
            return False
        return not _STRICT.search(self.repository.page(join(self.config, "app.json")) or b"")

    @property
    def description(self) -> str:
        generator = self._generator
        return super().description.replace(self.name, generator.name, 1) if generator else super().description

    def content_of(self, page: str) -> str | None:
        """Return the folder of `content` that a page belongs to; None for what people read on the host instead.

        That is what lies in hidden folders, and files such as `README.md` and `CONTRIBUTING.md` in the root.
        """
        has_home = self._generator is None or self._generator.has_home
        is_of_host = page.startswith(".") or ("/" not in page and splitext(page)[0].isupper() and not has_home)
        return None if is_of_host else super().content_of(page)

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the file that a link leads to, or the missing page; None if it is not known what it means."""
        path = address.path
        if path.startswith(_NOT_IN_PATH):
            return None
        found = first_existing(self.repository, self._files(address))
        if found is not None:
            return [found]
        is_file = path.endswith(_MARKDOWN) and not path.startswith(("/", "@"))
        if is_file:
            return [from_page(address)]
        return [join(self.folder, f"{path.strip('/')}.mdx")] if self._has_no_page(path) else None

    def _has_no_page(self, url: str) -> bool:
        """Whether Mintlify has nothing at a URL from the root: that of a page is the path of its file."""
        first = url.strip("/").partition("/")[0]
        if not self._is_of("Mintlify") or not self.config or not url.startswith("/") or not first or splitext(url)[1]:
            return False
        settings = configuration(self.repository, self.config)
        if not settings or _GENERATED.search(self.repository.page(self.config) or b""):
            return False
        sources = {text(one.get("source")).strip("/").partition("/")[0] for one in tables(settings.get("redirects"))}
        return first not in sources and not any(one.startswith((":", "*")) for one in sources)

    def navigation(self) -> Sequence[NavigationEntry]:
        """Return what Mintlify has in its settings, Fumadocs and Nextra in files beside the pages."""
        if self._is_of("Mintlify") and self.config:
            found = (configuration(self.repository, self.config) or {}).get("navigation")
            return entries_of(self.config, self.folder, texts_in(found, ("pages", "root"), ("openapi", "asyncapi")))
        if self._is_of("Fumadocs") or self._is_of("Next.js"):
            folders = [folder for folder in self.content if basename(folder) in _ARRANGED]
            return [entry for folder in folders for entry in entries_in_folders(self.repository, folder)]
        return ()

    def _files(self, address: Address) -> Iterator[str]:
        """Yield the files that a link can mean: from the folder of the page, or from a folder of pages."""
        path = address.path.removeprefix(_IN_CONTENT).lstrip("/")
        starts = [] if path != address.path else [from_page(address)]
        for start in [*starts, *(shortest(join(folder, path)) for folder in (*self.content, self.folder, ""))]:
            stem, suffix = splitext(start)
            yield start
            if suffix in (".html", *_MARKDOWN):
                yield from (stem + other for other in _MARKDOWN)
            else:
                yield from (start + other for other in _MARKDOWN)
                yield from (join(start, f"{name}{other}") for name in ("index", "README") for other in _MARKDOWN)
        if any(map(self._is_of, _BY_NAME)) and path.endswith(_MARKDOWN):
            yield from (
                one for one in names_of(self.repository).paths(basename(path)) if self.content_of(one) is not None
            )

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings as most generators make them; None if a component or a template may add some.

        Pandoc leaves out what is before the first letter of a heading.
        """
        text = document.source.text
        if _ADDS_TEXT.search(text):
            return None
        titles = [title_of(heading.text) for heading in document.headings]
        stated = {title.id for title in titles if title.id}
        stated.update(match["id"] for syntax in (_ID_OF_DOCUMENTER, _ID_IN_BRACKETS) for match in syntax.finditer(text))
        of_pandoc = {slug(_BEFORE_LETTERS.sub("", title.text)) for title in titles if title.text}
        # Documenter numbered all headings, not only repeated ones, until its version 0.25.
        numbered = {f"{anchor}-1" for anchor in document.anchors} if self._is_of("Documenter") else set()
        for match in _IDS_IN_PARENTHESES.finditer(text):
            stated.update(one.strip(" #") for one in match["ids"].split(","))
        return document.anchors.union(stated, of_pandoc, numbered)

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is the id that a registry gives to an item of a list which begins with code."""
        if not self._is_of("Terraform Registry"):
            return False
        return fragment in self.repository.remembered(_arguments, target)

    def includes(self, page: str, text: str) -> Includes:
        """Return the home page of docsify for its cover, which is above that page."""
        is_cover = basename(page) == _COVER and self._is_of("docsify")
        return Includes((join(dirname(page), "README.md"),)) if is_cover else NO_INCLUDES

    def _is_of(self, name: str) -> bool:
        return self._generator is not None and self._generator.name == name


def _arguments(repository: Repository, page: str) -> frozenset[str]:
    """Return the ids that the registry gives to the items of lists that begin with code."""
    document = Document(Source.from_text(page_text(repository, page)))
    codes = (item.inlines[0] for item in document.list_items if item.inlines)
    return frozenset(unique(slug(code.text) for code in codes if isinstance(code, Code)))


class Elsewhere(Other):
    """A site that is built from these pages and from others, by a generator that is configured in another repository.

    What shows that there is one is the `reason`: hosts have no use for front matter.
    """

    evidence: ClassVar[tuple[str, ...]] = ()

    def __init__(self, repository: Repository, reason: str = "the page has front matter") -> None:
        super().__init__(repository)
        self._reason = reason

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return what other generators would, and the missing folder if a link climbs too far on its way to one."""
        found = super().candidates(address)
        return [from_page(address)] if found is None and self._climbs_past_sources(address) else found

    def _climbs_past_sources(self, address: Address) -> bool:
        """Whether a link has a `../` too many to lead to a folder without pages, which no site has."""
        path = address.path
        if not path.startswith("../") or splitext(path)[1]:
            return False
        folder = from_page(address._replace(path=path.removeprefix("../") or "."))
        names = self.repository.listing(folder) if folder and self.repository.is_folder(folder) else None
        return bool(names) and not any(name.endswith(_MARKDOWN) for name in names or ())

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment leads to the title that a page has in its front matter."""
        title = texts_in_front_matter(self.repository, target, ("title",)).get("title")
        return title is not None and slug(title) == fragment

    @property
    def description(self) -> str:
        """What shows that there is a site."""
        return f"{self.name}, because {self._reason}"


def _fits(repository: Repository, config: str, generator: Generator) -> bool:
    folder = dirname(config)
    if basename(config) == "SUMMARY.md":
        return not any(repository.exists(join(one, name)) for one in (*above(folder), "") for name in _HAVE_SUMMARIES)
    if generator.marks and not _contains(repository, config, generator.marks):
        return False
    return not generator.packages or _contains(repository, join(folder, "package.json"), generator.packages)


def _contains(repository: Repository, path: str, marks: tuple[str, ...]) -> bool:
    data = repository.page(path) or b""
    return any(mark.encode() in data for mark in marks)


def _content(repository: Repository, folder: str, config: str | None, generator: Generator) -> Iterator[str]:
    """Yield the folders of pages that a configuration states, or else those that exist of the usual ones."""
    data = repository.page(config) if config and generator.input else None
    found = re.search(generator.input.encode(), data, re.MULTILINE) if data else None
    usual = [found["folder"].decode(errors="replace")] if found else generator.content
    places = (shortest(join(folder, one.lstrip("/"))) for one in usual)
    return (place for place in places if repository.is_folder(place))
