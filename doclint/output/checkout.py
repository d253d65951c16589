"""Paths from the top of the git repository, for services that know nothing of the root that doclint checked."""

from pathlib import Path

from msgspec import Struct

from doclint.markdown.source import printable


class Checkout(Struct, frozen=True):
    """The top folder of a git repository, and the path from there to the root: empty, or with a slash at the end."""

    folder: Path
    prefix: str


def checkout(root: str) -> Checkout:
    """Return the git repository that contains a root; if there is none, the root itself."""
    place = Path(root)
    top = next((folder for folder in (place, *place.parents) if (folder / ".git").exists()), place)
    inside = place.relative_to(top)
    return Checkout(top, "" if inside == Path() else f"{printable(inside.as_posix())}/")
