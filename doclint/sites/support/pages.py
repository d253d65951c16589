"""The files of a site that are looked up among all of its pages, and their text."""

from collections.abc import Iterator

from doclint.markdown.source import Source
from doclint.repository.repository import Repository

_MOST = 20_000  # files and folders that are looked at


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
