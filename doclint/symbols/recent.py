"""Recent: what was read of the last sources, kept for the next page, which is most often about one of them."""

from functools import lru_cache

from doclint.symbols import Symbols, read
from doclint.symbols.parsing import HopelessError
from doclint.symbols.passages import Passages

_MOST = 4  # sources


@lru_cache(maxsize=_MOST)
def symbols(language: str, data: bytes) -> Symbols | None:
    """What a source defines and imports; None where nobody can tell."""
    return read(language, data)


@lru_cache(maxsize=_MOST)
def passages(language: str, data: bytes) -> Passages | None:
    """The passages of a source in a language that is known; None if it cannot be read in bounded work."""
    try:
        return Passages(language, data)
    except HopelessError:
        return None
