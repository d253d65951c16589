"""Patterns of paths in the syntax of .gitignore."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

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
