"""Mistakes in a file of settings, and what is said about them."""

from typing import NamedTuple

Path = tuple[str | int, ...]
"""The keys, and the indexes in arrays (0-based), that lead from the top of a file to a value."""


class Mistake(NamedTuple):
    """A mistake at a path, and a text that names the last key of the path if it is needed to understand it.

    There need not be anything at the path: that of a missing key says where it would be.
    """

    path: Path
    text: str
