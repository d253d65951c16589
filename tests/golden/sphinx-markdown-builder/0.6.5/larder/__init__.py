"""Keep what a kitchen has in store.

The shelves are in :mod:`larder.shelves`, the recipes in :mod:`larder.recipes`.
"""

from larder.shelves import Jar, Shelf

__all__ = ["Jar", "Shelf", "open_larder"]

#: The version of the library.
VERSION = "1.4"


def open_larder(path: str, *, locked: bool = False) -> Shelf:
    """Open the larder at a path.

    Args:
        path: Where the larder is.
        locked: Whether to lock it afterwards.

    Returns:
        The first shelf.
    """
    return Shelf(path, [])
