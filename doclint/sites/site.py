"""Sites: where the links of a page lead, and which fragments it has, once a generator has built a site of it.

The base class is the view of the host, GitHub, which shows pages where they lie in the repository. Each generator is a
subclass in a module of its own, which overrides what it does differently; `doclint.sites.registry` lists them.
"""

from collections.abc import Iterable, Mapping, Sequence
from posixpath import dirname, join
from typing import ClassVar, Literal, NamedTuple, Self, TypeAlias

from msgspec import Struct

from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.source.language import is_markdown


class Address(NamedTuple):
    """Where a link on a page points to, in the parts of its destination.

    `page` is the path of the page. `path` and `fragment` are unquoted; `path` is not empty, and has no query. `is_html`
    says that the link is an attribute of raw HTML, which most generators leave as it is.
    """

    page: str
    path: str
    fragment: str = ""
    is_html: bool = False


class Target(NamedTuple):
    """A place in the repository that a link leads to.

    `path` is from the root of the repository, in its shortest form; it is empty for the root itself, and begins with
    `../` for a path outside. `fragment` is unquoted, without its `#`.
    """

    path: str
    fragment: str


class Includes(Struct, frozen=True):
    """What a page includes from other files: their paths, and whether that is all."""

    paths: tuple[str, ...] = ()
    is_complete: bool = True


class IncludedCode(NamedTuple):
    """Lines of a file that a page shows as code: from `start` to `end`, counted from 1; both belong to them."""

    path: str
    start: int
    end: int
    is_whole: bool


class NavigationEntry(Struct, frozen=True):
    """A page in the navigation of a site: the file that names it, its text there, and the files that it can be.

    The best file is first. There is none if a build may make the page.
    """

    file: str
    text: str
    paths: Sequence[str]


FILE_SUFFIXES = names("doclint.sites", "suffixes")
"""The suffixes of files that pages link to, by which a path differs from a name with dots."""

NO_INCLUDES = Includes()


Dialect: TypeAlias = Literal["gfm", "kramdown", "markdig", "python-markdown", "unknown"]
"""What a site reads: CommonMark with the tables of GFM, what one of three other parsers reads, or it is not known."""


class Site:
    """A site, and the conventions of the generator that builds it. All paths are from the root of the repository.

    `id` names the generator in settings and `name` in messages. `evidence` are the names of the files and folders that
    show that a folder is the root of such a site, in which a `*` stands for any characters; a file has to have the
    `mark`, if there is one. A site that is not `is_certain` gives way to another one that has the same pages. One that
    `is_apart` has only pages in folders of its own, which hosts show too, and shows nothing about others near its
    configuration. On one that `cites_from_root`, links with lines are citations of sources, relative to the root. One
    that `has_certain_ids` makes the ids of headings as the generator does, so that no others are right. One that
    `shows_all` has all pages in its navigation unless settings list them. `dialect` is the Markdown that the generator
    reads.

    A site has a `folder`, and a `config`, the path of the evidence that was found; None if only the settings of doclint
    say that there is a site. `content` are the folders with its pages, and `base` is the path of its URL. A subclass
    that reads its configuration does so when it is constructed, through the repository only, and keeps what it needs.
    """

    id: ClassVar[str] = "none"
    name: ClassVar[str] = ""
    evidence: ClassVar[tuple[str, ...]] = ()
    mark: ClassVar[bytes] = b""
    is_certain: ClassVar[bool] = True
    is_apart: ClassVar[bool] = False
    cites_from_root: ClassVar[bool] = False
    has_certain_ids: ClassVar[bool] = False
    shows_all: ClassVar[bool] = False
    dialect: ClassVar[Dialect] = "gfm"

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        self.repository = repository
        self.folder = folder
        self.config = config
        self.content: tuple[str, ...] = (folder,)
        self.base = "/"

    @property
    def keeps_line_breaks(self) -> bool:
        """Whether the site shows each line of a paragraph as a line, and not all of them as one text."""
        return False

    @property
    def is_host(self) -> bool:
        """Whether no generator builds the site, so that pages are read where they are in the repository."""
        return self.id == Site.id

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site that a file or folder configures; None if its content shows that another tool reads it."""
        has_mark = not cls.mark or cls.mark in ((repository.page(config) if config else None) or b"")
        return cls(repository, folder, config) if has_mark else None

    def content_of(self, page: str) -> str | None:
        """Return the folder of `content` that a page belongs to; None if the page is not part of the site."""
        found = [folder for folder in self.content if is_below(page, folder)]
        return max(found, key=len, default=None)

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the paths of the files that a link leads to: the first one of them that exists.

        The first candidate is what a message names if none exists. Return None if only a build of the site would show
        where the link leads, so that nothing is reported. A path outside of the repository begins with `../`.
        """
        return [from_page(address)]

    def navigation(self) -> Sequence[NavigationEntry]:
        """Return the pages that settings put into the navigation of the site."""
        return ()

    def first_page(self) -> str | None:
        """Return the first page of the navigation that exists: findings about the navigation are on this page."""

        def find() -> str | None:
            paths = (next(filter(self.repository.exists, entry.paths), "") for entry in self.navigation())
            return next(filter(is_markdown, paths), None)

        return self.repository.answered((Site.first_page, self.id, self.config), find)

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the fragments that links to a page can have, without those of what it includes; None if unknown."""
        return document.anchors

    def includes(self, page: str, text: str) -> Includes:
        """Return what a page with a text includes. The fragments of these files are fragments of the page as well."""
        return NO_INCLUDES

    def included_code(self, page: str, statement: str, options: Mapping[str, str]) -> IncludedCode | None:
        """Return which code a statement in a code block of a page stands for; None if that is not certain.

        `statement` is a line of the block, or the directive `{literalinclude}` with its argument and its `options`.
        """
        return None

    def written(self, fragment: str) -> str:
        """Return the fragment of a link in Markdown as the site writes it, which may make slugs of fragments."""
        return fragment

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment means something to the site although the page that it leads to does not have it.

        It can be a tab, or a label of another page. `page` has the link, which leads to the page `target`.
        """
        return False

    def resolves(self, page: str, label: str) -> bool:
        """Whether the site gives a destination to a reference whose label a page does not define."""
        return False

    def url(self, page: str) -> str | None:
        """Return the URL of a page, from the root of the site and with a slash in front; None if it is not known."""
        return None

    def rewrites(self, address: Address) -> bool:
        """Whether the site makes the URL of a page of a link that names its file; otherwise links need the URL."""
        return not address.is_html

    def root_link(self, url: str, link: str) -> str:
        """Return the link from the root of the host to a URL of the site, in place of the path of another root link."""
        return with_base(url, self.base)

    def leaves_out(self, page: str, path: str) -> bool:
        """Whether the generator does not publish a file in the repository that a page of the site leads to."""
        return False

    def with_lost_base(self, link: str) -> str | None:
        """Return a link from the root of the host with the base of the site, which it lacks; None if it lacks none."""
        return None

    @property
    def description(self) -> str:
        """Who builds the site, and what shows it: "MkDocs, because of `mkdocs.yml`"."""
        if self.is_host:
            return "none, links mean what they mean on GitHub"
        return f"{self.name}, because {f'of `{self.config}`' if self.config else 'the settings say so'}"


def from_page(address: Address, root: str = "") -> str:
    """Return the path that an address leads to from the folder of its page, or from a root if it begins with `/`.

    >>> from_page(Address("docs/a.md", "../b.md")), from_page(Address("docs/a.md", "/c/d.md"))
    ('b.md', 'c/d.md')
    >>> from_page(Address("docs/a.md", "/c/d.md"), "docs")
    'docs/c/d.md'
    """
    if address.path.startswith("/"):
        return shortest(join(root, address.path.lstrip("/")))
    folder, name = dirname(address.page), address.path.removeprefix("./")
    # Most links lead to the same folder; they need no normalization.
    if "/" in name or name in ("", ".", "..") or not folder or folder.startswith((".", "/")):
        return shortest(join(folder, address.path))
    return f"{folder}/{name}"


def without_base(url: str, base: str) -> str:
    """Return a URL without the base URL of its site, which it need not begin with.

    >>> without_base("/site/docs/a", "/site/"), without_base("/other/", "/site/")
    ('/docs/a', '/other/')
    """
    rest = below(url, base)
    return url if rest is None else f"/{rest}"


def with_base(url: str, base: str) -> str:
    """Return a URL of a site as it is on the host, with the base URL of the site in front.

    >>> with_base("/docs/a/", "/site/"), with_base("/docs/a/", "/")
    ('/site/docs/a/', '/docs/a/')
    """
    return f"/{base.strip('/')}".rstrip("/") + url


def first_existing(repository: Repository, candidates: Iterable[str]) -> str | None:
    """Return the first candidate that exists in a repository; None if there is none."""
    return next(filter(repository.exists, candidates), None)
