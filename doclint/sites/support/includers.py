"""The pages of a site that include other files, looked up by the file."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from doclint.sites.site import Address, Site, first_existing
from doclint.sites.support.pages import files_below, page_text

_MOST = 20  # pages that include one file


def includers(site: Site) -> Mapping[str, tuple[str, ...]]:
    """Return the pages of a site that include each file, at most 20 a file. All pages are read for that."""
    key = "includers", site.content[0] if site.content else "", site.id
    return site.repository.remembered(key, partial(_includers, site))


def _includers(site: Site) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for folder in site.content:
        for page in files_below(site.repository, folder, (".md",)):
            for path in site.includes(page, page_text(site.repository, page)).paths:
                pages = found.get(path, ())
                if page not in pages and len(pages) < _MOST:
                    found[path] = (*pages, page)
    return found


def first_file(site: Site, address: Address, files: Callable[[Address], Iterable[str]]) -> str | None:
    """Return the first existing file that a link can mean, from its page or else from one that includes that.

    `files` returns the files that an address can mean. Return None if none of them exists.
    """
    found = first_existing(site.repository, files(address))
    if found is not None:
        return found
    elsewhere = (address._replace(page=page) for page in includers(site).get(address.page, ()))
    return first_existing(site.repository, (file for one in elsewhere for file in files(one)))
