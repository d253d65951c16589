"""Paths as people see them: relative to the working directory, so that terminals and editors can open them."""

import os
from functools import lru_cache
from pathlib import Path
from posixpath import join, relpath

from doclint.markdown.source import printable


def path_from_here(path: str, root: str) -> str:
    """Return a path from a root relative to the working directory, or, if neither contains the other, in full.

    If the root is not on this machine, or if there is none, return the path as it is. Names are as in reports: what is
    not text has escapes.
    """
    if not root:
        return path
    inside, outside = _relation(root, _here())
    if inside:
        return relpath(path or ".", inside)
    return join(outside, path) if path else outside or "."


def shown_folder(folder: str) -> str:
    """Return a folder of a repository for a sentence.

    >>> shown_folder("docs"), shown_folder("")
    ('docs/', 'the root')
    """
    return f"{folder}/" if folder else "the root"


@lru_cache(maxsize=1)
def _relation(root: str, here: str) -> tuple[str, str]:
    """Return the working directory from the root if it is below it, and what precedes paths from the root otherwise."""
    place, current = Path(root), Path(here)
    if current == place or not place.is_dir():
        return "", ""
    if current.is_relative_to(place):
        return printable(current.relative_to(place).as_posix()), ""
    if place.is_relative_to(current):
        return "", printable(place.relative_to(current).as_posix())
    return "", printable(root)


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - this runs for each finding, and a Path takes longer
    except OSError:
        return "/"
