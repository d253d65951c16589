"""Files for a test, and the pages among them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from doclint.repository.discovery import search
from doclint.repository.exclusions import Exclusions


def write(root: Path, path: str, text: str | bytes) -> Path:
    """Write a file below a root, with the folders that it lies in; text as UTF-8, with the line endings it has."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return place


def pages(paths: Iterable[Path], root: Path, exclude: Sequence[str] = ()) -> list[str]:
    """Return the pages that a search finds if only `exclude` leaves out any, and no folder is a root of its own."""
    return search(paths, root, Exclusions(exclude, default=False)).pages
