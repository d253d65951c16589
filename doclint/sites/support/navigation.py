"""What the navigation of a site names, in lists and tables of its configuration, or in files beside the pages."""

from collections.abc import Collection, Iterable, Iterator
from itertools import repeat
from posixpath import basename, dirname, join
from typing import Any

from doclint.errors.expressions import expression
from doclint.repository.configuration import configuration, strings
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.site import NavigationEntry
from doclint.sites.support.pages import files_below

_MOST = 10_000  # values of a navigation; aliases of YAML can make a small one huge
_PAGES = (".mdx", ".md")
_NO_PAGE = expression(r"\A-|[^\w./-]|\.\.\.")  # a separator, a link, the rest of a folder


def texts_in(found: Any, keys: Collection[str] = (), unless: Collection[str] = ()) -> Iterator[str]:
    """Yield the texts in nested lists and tables, or only those that have one of some keys, also in a list.

    Tables with a key that is in `unless` are left out.

    >>> list(texts_in([{"file": "a", "sections": [{"file": "b", "title": "B"}]}, {"url": "c"}], ("file",)))
    ['a', 'b']
    >>> list(texts_in({"Home": "a.md", "More": ["b.md", {"C": "c.md"}]}))
    ['a.md', 'b.md', 'c.md']
    """
    waiting: list[Iterator[tuple[bool, Any]]] = [iter([(not keys, found)])]
    left = _MOST
    while waiting and left:
        is_wanted, one = next(waiting[-1], (False, waiting))
        left -= 1
        if one is waiting:
            waiting.pop()
        elif isinstance(one, str) and is_wanted:
            yield one
        elif isinstance(one, list):
            waiting.append(zip(repeat(is_wanted), one))
        elif isinstance(one, dict) and one.keys().isdisjoint(unless):
            waiting.append((not keys or key in keys, item) for key, item in one.items())


def entries_of(file: str, folder: str, names: Iterable[str]) -> list[NavigationEntry]:
    """Return the entries of a file whose pages are in a folder, each by its path without the suffix.

    Names that are not paths are left out: separators, links, and `...` for the rest of a folder.
    """
    return [
        NavigationEntry(file, name, [path, *(path + suffix for suffix in _PAGES)])
        for name in names
        if name.strip("/") and not _NO_PAGE.search(name)
        for path in [shortest(join(folder, name.strip("/")))]
    ]


def entries_in_folders(repository: Repository, folder: str) -> Iterator[NavigationEntry]:
    """Yield the entries of the files that arrange the pages in their own folders: `meta.json` of Fumadocs ("Page
    Conventions") and `_meta.json` of Nextra 2 ("Organize Files").
    """
    for path in sorted(files_below(repository, folder, ("meta.json",))):
        found = configuration(repository, path)
        if basename(path) == "meta.json":
            yield from entries_of(path, dirname(path), strings((found or {}).get("pages")))
        elif basename(path) == "_meta.json":
            plain = [str(name) for name, one in (found or {}).items() if isinstance(one, str) and name != "*"]
            yield from entries_of(path, dirname(path), plain)
