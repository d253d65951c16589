"""The pages of a site that include other files, looked up by the file."""

from collections.abc import Mapping
from functools import partial

from doclint.repository.repository import Repository
from doclint.sites.site import Address, Site
from doclint.sites.support.configuration import page_text
from doclint.sites.support.pages import files_below

_MOST = 20  # pages that include one file


def includers(site: Site, repository: Repository) -> Mapping[str, tuple[str, ...]]:
    """Return the pages of a site that include each file, at most 20 a file. All pages are read for that."""
    key = "includers", site.content[0] if site.content else "", site.id
    return repository.remembered(key, partial(_includers, site, repository))


def _includers(site: Site, repository: Repository) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for folder in site.content:
        for page in files_below(repository, folder, (".md",)):
            for path in site.includes(page, page_text(repository, page)).paths:
                pages = found.get(path, ())
                if page not in pages and len(pages) < _MOST:
                    found[path] = (*pages, page)
    return found


def from_includers(site: Site, repository: Repository, address: Address) -> list[Address]:
    """Return the addresses that a link stands for on the pages that include the page it is on."""
    return [address._replace(page=page) for page in includers(site, repository).get(address.page, ())]
