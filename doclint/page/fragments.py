"""The fragments that links to a page can have, on the site that the page is on."""

from posixpath import normpath

from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.sites.site import NO_INCLUDES, Includes, Site

_MOST_INCLUDED = 200  # files that a page includes, also through others


def fragments_of(page: Page, path: str) -> frozenset[str] | None:
    """Return the fragments that a link on a page to the page at a path can have, with those of what that includes.

    Return None if they are not known: the page does not exist, a build may add some, or doclint cannot read all that
    the page includes. Without a repository, only those of the page with the link are known.
    """
    site, repository = page.site, page.repository
    if site is None or repository is None:
        return page.parsed.anchors if path == page.path else None
    if not site.is_host:
        site = page.sites.of(path, repository)
    if site.is_host:
        return _on_host(page, path, repository)
    return repository.answered((_on_site, path), lambda: _on_site(page, path, site))


def _on_host(page: Page, path: str, repository: Repository) -> frozenset[str] | None:
    if path == page.path:
        return page.parsed.anchors

    def find() -> frozenset[str] | None:
        data = repository.page(path)
        if data is None:
            return None
        question = "anchors", path, page.limits
        return repository.memo.of(data, question, frozenset[str] | None, lambda: page.parse(path, data).anchors)

    return repository.answered((_on_host, path), find)


def _on_site(page: Page, path: str, site: Site) -> frozenset[str] | None:
    found: set[str] = set()
    waiting, seen = [path], {path}
    while waiting:
        own, included = _of_file(page, waiting.pop(), site)
        if own is None:
            return None
        new = set(map(normpath, included.paths)) - seen
        if not included.is_complete or len(seen) + len(new) > _MOST_INCLUDED:
            return None
        found |= own
        seen |= new
        waiting += sorted(new)
    return frozenset(found)


def _of_file(page: Page, path: str, site: Site) -> tuple[frozenset[str] | None, Includes]:
    """Return the fragments of one file on a site, and what it includes. Many pages may include the same file."""

    def find() -> tuple[frozenset[str] | None, Includes]:
        parsed = page.parsed_at(path)
        own = None if parsed is None else site.fragments(path, parsed.document)
        return own, NO_INCLUDES if parsed is None or own is None else site.includes(path, parsed.source.text)

    return site.repository.answered((_of_file, path, site.id, site.folder, site.config), find)
