"""The fragments that links to a page can have, on the site that the page is on."""

from posixpath import normpath

from doclint.page.page import Page
from doclint.sites.site import NO_INCLUDES, Includes, Site

_MOST_INCLUDED = 200  # files that a page includes, also through others


def fragments_of(page: Page, path: str) -> frozenset[str] | None:
    """Return the fragments that a link on a page to the page at a path can have, with those of what that includes.

    Return None if there is no such page, or no repository, or if doclint cannot read all of what the page includes.
    """
    site, repository = page.site, page.repository
    if site is None or repository is None or site.is_host:
        return page.anchors_of(path)
    target = page.sites.of(path, repository)
    if target.is_host:
        return page.anchors_of(path)
    return repository.remembered(("fragments", path), lambda: _on_site(page, path, target))


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

    return site.repository.remembered(("own fragments", site.id, site.folder, site.config, path), find)
