"""Patterns of paths in the syntax of .gitignore."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from doclint.errors.exceptions import ConfigError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


def spec(patterns: Iterable[str]) -> "GitIgnoreSpec":
    """Some patterns, the last of which that matches a path has the say. Raises ValueError for what is no pattern.

    >>> spec(["*.md", "!keep.md"]).match_file("docs/a.md")
    True
    """
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except re.error as error:
        raise ValueError(str(error)) from error


def checked(pattern: str, place: str) -> "GitIgnoreSpec":
    """A single pattern of a configuration. Raises ConfigError, with the place, for what is none or matches nothing."""
    try:
        found = spec([pattern])
    except ValueError as error:
        raise ConfigError(f"{place} is `{pattern}`, which is no pattern in the syntax of .gitignore") from error
    if not any(one.include for one in found.patterns):
        raise ConfigError(f"{place} is `{pattern}`, which matches nothing")
    return found


def is_pattern(text: str) -> bool:
    """Whether a text is a pattern.

    >>> is_pattern("docs/**/*.md"), is_pattern("[z-a]")
    (True, False)
    """
    try:
        spec([text])
    except ValueError:
        return False
    return True
