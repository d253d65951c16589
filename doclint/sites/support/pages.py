"""The pages of a site that are looked up among all of them: their names, their text, and the files they include."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from doclint.errors.expressions import expression
from doclint.markdown.source import Source
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Site, first_existing

_MOST = 20_000  # files and folders that are looked at
_MOST_INCLUDERS = 20  # pages that include one file
LOCALE = expression(r"[a-z]{2}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?\Z")
"""A language, perhaps with a script and a region, as in `fr`, `pt-br` and `zh-Hant-TW` (BCP 47, section 2.1)."""


def files_below(repository: Repository, folder: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the paths of the files below a folder whose names end in one of some suffixes, in no particular order.

    Hidden folders and `node_modules` are left out, and everything beyond the first 20,000 names.
    """
    waiting, left = [folder], _MOST
    while waiting:
        place = waiting.pop()
        for name, is_folder in (repository.listing(place) or {}).items():
            left -= 1
            if left < 0:
                return
            path = f"{place}/{name}".lstrip("/")
            if is_folder and not name.startswith((".", "node_modules")):
                waiting.append(path)
            elif name.endswith(suffixes):
                yield path


def page_text(repository: Repository, path: str) -> str:
    """Return the text of a page; empty if there is none."""
    return Source.from_bytes(repository.page(path) or b"").text


def includers(site: Site) -> Mapping[str, tuple[str, ...]]:
    """Return the pages of a site that include each file, at most 20 a file. All pages are read for that."""
    key = "includers", site.content[0] if site.content else "", site.id
    return site.repository.answered(key, partial(_includers, site))


def _includers(site: Site) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for folder in site.content:
        for page in files_below(site.repository, folder, (".md",)):
            for path in site.includes(page, page_text(site.repository, page)).paths:
                pages = found.get(path, ())
                if page not in pages and len(pages) < _MOST_INCLUDERS:
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
