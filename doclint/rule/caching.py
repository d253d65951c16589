"""What rules may keep from one page to the next.

A rule keeps nothing itself. `SourceFile.derived` keeps what rules make of a source file, `Repository.remembered` what
they make of a repository, and a function that is `remembered` what it returns for texts that many pages repeat.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_Answer = TypeVar("_Answer")
_TEXTS = 1024  # texts that a function is known for: a generator says the same on most of its pages


def remembered(function: Callable[[str], _Answer]) -> Callable[[str], _Answer]:
    """Return a function of a text that keeps its latest answers.

    Use it where the answer takes longer than to look the text up, and generated pages repeat the text.

    >>> remembered(str.upper)("a")
    'A'
    """
    return lru_cache(maxsize=_TEXTS)(function)
