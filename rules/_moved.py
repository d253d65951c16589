"""Pages that are not read where they lie, because a build copies them, or because other pages include them."""

from collections.abc import Iterator
from posixpath import basename, dirname, join

from doclint import Page, Repository
from doclint.kit import expression
from doclint.repository.paths import above
from doclint.sites.site import Address

from ._elsewhere import folders_below

# Folders with parts of pages, as generators and people call them.
_PARTS = frozenset(
    "includes _includes include _include partials _partials snippets _snippets _shared template templates".split()
)
# Files with a `_` in front that are whole pages, or that a site shows beside each page.
_WHOLE = frozenset("_index _sidebar _footer _header _navbar _coverpage _toc".split())
# What tools that fetch pages of the web write above them, in a line: `URL Source: https://example.org/page`.
_FETCHED = expression(
    r"(?im)^(?:\#++ |> |<!--[ ]*+)?[*_]*+"
    r"(?:(?:URL[ _]?)?source(?:[ _]?URL)?|(?:copied|downloaded|fetched|scraped) from)"
    r"[*_]*+:[*_]*+[ \t]++[\"'<]?https?://(?!(?:www\.)?git(?:hub|lab)\.com/)[^\s\"'<>]++[\"'>]?[ \t]*+(?:-->)?$"
)
_TOP = 600  # characters
_SHARED = 2  # pages of the same names beside a page and its copy
_ANY_NAME = frozenset({"readme.md", "index.md", "_index.md", "changelog.md", "contributing.md", "license.md"})


def is_part(page: Page) -> bool:
    """Whether other pages include a page, by its name or a folder, and no known generator says how.

    Its links are relative to these pages, and lead to places on them.
    """
    if page.kind is not None or not (page.site is None or page.site.is_host or not page.site.is_certain):
        return False
    name = basename(page.path).partition(".")[0].lower()
    has_mark = name.startswith("_") and name not in _WHOLE
    return has_mark or not _PARTS.isdisjoint(dirname(page.path).lower().split("/"))


def is_fetched(page: Page) -> bool:
    """Whether a page says at its top that it was copied from a site, from where its links lead."""
    return page.kind is None and _FETCHED.search(page.source.text, 0, _TOP) is not None


def leads_from_copy(page: Page, repository: Repository, path: str) -> bool:
    """Whether the path of a link, which leads nowhere from a page on no site, leads to a file from a copy on a site.

    A build copies such pages to a site: manual pages into a book, translations beside the pages that have none.
    """
    site = page.site
    is_on_site = site is None or site.config is not None or (site.is_certain and not site.is_host)
    if is_on_site or page.kind is not None or path.startswith("/"):
        return False
    if not page.sites.around(page.path, repository):
        return False
    for copy in repository.answered((_copies, page.path), lambda: list(_copies(page.path, repository))):
        other = page.sites.of(copy, repository)
        paths = () if other.is_host else other.candidates(Address(copy, path))
        if paths is None or any(repository.exists(one) or repository.is_ignored(one) for one in paths):
            return True
    return False


def _copies(path: str, repository: Repository) -> Iterator[str]:
    """Yield the files below other folders that have the same name as a page, or the same path up to its name."""
    for top in (*above(dirname(path)), ""):
        parts = (path[len(top) + 1 :] if top else path).split("/")
        rests = ["/".join(parts[start:]) for start in range(1, len(parts))]
        for folder in folders_below(repository, top, join(top, parts[0])) if rests else ():
            found = (join(folder, rest) for rest in rests)
            yield from (copy for copy in found if copy != path and _is_copy(copy, path, repository))


def _is_copy(copy: str, path: str, repository: Repository) -> bool:
    """Whether a file may be a copy of a page of the same name: a name that many folders have needs others beside it."""
    if not repository.is_file(copy):
        return False
    if basename(path).lower() not in _ANY_NAME:
        return True
    shared = (repository.listing(dirname(path)) or {}).keys() & (repository.listing(dirname(copy)) or {}).keys()
    return sum(name.endswith(".md") and name.lower() not in _ANY_NAME for name in shared) >= _SHARED
