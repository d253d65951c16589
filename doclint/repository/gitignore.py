"""Patterns for paths in the syntax of .gitignore."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from doclint.errors.exceptions import ConfigError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


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
