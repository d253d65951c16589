"""Which pages links lead to. Pages are known by short digests of their paths, because there can be very many links."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from posixpath import basename, join

from doclint import Page
from doclint.kit import linked_paths

_SIZE = 12  # characters of a digest
_FRONT = ("index.md", "README.md")  # what a renderer shows for a folder


def digest(path: str) -> str:
    """Return the digest of the path of a page."""
    return urlsafe_b64encode(blake2b(path.encode(errors="surrogateescape"), digest_size=9).digest()).decode()


def linked_digests(page: Page) -> str:
    """Return the digests of everything that a page links to, one after the other."""
    return "".join(sorted({digest(path) for path in _linked_pages(page)}))


def _linked_pages(page: Page) -> Iterator[str]:
    for path in linked_paths(page):
        yield path
        if not basename(path).endswith(".md"):
            yield from (join(path, name) for name in _FRONT)


def reached(starts: Iterable[str], links: Mapping[str, str]) -> set[str]:
    """Return the digests of the pages that can be reached from some pages, including these.

    `links` has the digests of all pages, each with the digests that it links to.
    """
    waiting = list(starts)
    found = set(waiting)
    while waiting:
        targets = links[waiting.pop()]
        for start in range(0, len(targets), _SIZE):
            target = targets[start : start + _SIZE]
            if target in links and target not in found:
                found.add(target)
                waiting.append(target)
    return found
