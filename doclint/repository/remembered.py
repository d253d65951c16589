"""What is found once and remembered: by a repository, a page or a source file, or for texts that many pages repeat."""

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import Any, ParamSpec, TypeVar

from doclint.repository.repository import Repository

_Answer = TypeVar("_Answer")
_Arguments = ParamSpec("_Arguments")
_TEXTS = 1024  # texts that a function is known for: a generator says the same on most of its pages


def remembered(function: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
    """Return a function that is called once for the same arguments, which are given by position.

    What its first argument is says who remembers the answer: a repository, a page, a source file, or what has the
    method `remembered` as these do. Of a function of a text, the latest answers are kept; use that where the answer
    takes longer than to look the text up, and generated pages repeat the text.

    >>> remembered(str.upper)("a")
    'A'
    """
    of_texts: Any = lru_cache(maxsize=_TEXTS)(function)

    @wraps(function)
    def answer(owner: Any, *others: Any) -> Any:
        return of_texts(owner, *others) if isinstance(owner, str) else owner.remembered(function, *others)

    return answer  # type: ignore[return-value]


class Remembering:
    """Something that a repository remembers, with what its own methods find."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def remembered(self, find: Callable[..., _Answer], *arguments: Any) -> _Answer:
        """Return what a method returns for some arguments, and call it only once for them."""
        return self._repository.answered((find, self, *arguments), partial(find, self, *arguments))
