"""Where the pages lie for those who know the whole repository, and not only the root that was checked."""

from pathlib import Path
from typing import NamedTuple

from doclint.markdown.source import printable


class Checkout(NamedTuple):
    """The folder of the repository that a root lies in, and what leads from there to the pages: nothing or `a/b/`."""

    folder: Path
    prefix: str


def checkout(root: str) -> Checkout:
    """The git repository of a root; where there is none, the root itself."""
    place = Path(root)
    top = next((folder for folder in (place, *place.parents) if (folder / ".git").exists()), place)
    inside = place.relative_to(top)
    return Checkout(top, "" if inside == Path() else f"{printable(inside.as_posix())}/")
