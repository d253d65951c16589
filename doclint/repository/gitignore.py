"""Patterns for paths in the syntax of .gitignore."""

import re
from collections.abc import Iterable
from functools import partial
from posixpath import dirname, join
from typing import TYPE_CHECKING

from doclint.errors.exceptions import ConfigError
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_LARGEST = 1_000_000  # bytes of a `.gitignore` that is read


def spec(patterns: Iterable[str]) -> "GitIgnoreSpec":
    """Return an object that matches paths; if several patterns match a path, the last one wins.

    Raises ValueError if a pattern is invalid.

    >>> spec(["*.md", "!keep.md"]).match_file("docs/a.md")
    True
    """
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except re.error as error:
        raise ValueError(str(error)) from error


def checked(pattern: str, place: str) -> "GitIgnoreSpec":
    """Return an object that matches paths by one pattern of a configuration; `place` is the pattern's place, for
    messages.

    Raises ConfigError if the pattern is invalid or cannot match anything.
    """
    try:
        found = spec([pattern])
    except ValueError as error:
        raise ConfigError(f"{place} is `{pattern}`, which is not a pattern in the syntax of .gitignore") from error
    if not any(one.include for one in found.patterns):
        raise ConfigError(f"{place} is `{pattern}`, which matches nothing")
    return found


def is_pattern(text: str) -> bool:
    """Whether a text is a valid pattern.

    >>> is_pattern("docs/**/*.md"), is_pattern("[z-a]")
    (True, False)
    """
    try:
        spec([text])
    except ValueError:
        return False
    return True


def is_ignored(repository: Repository, path: str) -> bool:
    """Whether `.gitignore` leaves out a file, or a folder that it is in; the deepest pattern for it wins."""
    folder = dirname(path)
    while True:
        patterns = repository.remembered(("ignored", folder), partial(_patterns_in, repository, folder))
        is_included = patterns.check_file(path[len(folder) :].lstrip("/")).include if patterns else None
        if is_included is not None or not folder:
            return bool(is_included)
        folder = dirname(folder)


def _patterns_in(repository: Repository, folder: str) -> "GitIgnoreSpec | None":
    """Return the patterns of the `.gitignore` in a folder; None if there is none, or one that is too large."""
    data = repository.read(join(folder, ".gitignore"))
    if data is None or len(data) > _LARGEST:
        return None
    # git ignores lines that are not patterns.
    return spec(line for line in data.decode(errors="replace").splitlines() if is_pattern(line))
