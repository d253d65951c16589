"""Beginnings of texts that many pages share: `Class: Basket` and `Class: Shelf` are titles of one kind of page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from doclint.errors.expressions import expression

REST = "…"
"""What a shape has in place of words that few pages have."""

_TOKEN = expression(r"\w+|\s+|[^\w\s]")
_LONGEST = 300  # characters of a text that count
_MOST_WORDS = 20  # of a beginning, with what is between them


class Beginnings:
    """Beginnings that titles have in common, before words that differ."""

    def __init__(self, titles: Iterable[Sequence[str]], least: int, variety: int = 3, most: int | None = None) -> None:
        """Count the beginnings; one counts in at least and at most some titles, with a variety of words after it."""
        self._least = least
        self._most = most
        self._variety = variety
        self._counts: Counter[str] = Counter()
        self._next: dict[str, set[str]] = {}
        for title in titles:
            for begin, following in _beginnings(title):
                self._counts[begin] += 1
                self._next.setdefault(begin, set()).add(following)

    def of(self, title: Sequence[str]) -> str:
        """Return the shortest beginning of a title that has words and is one of a kind; empty if there is none."""
        return next((begin for begin, _ in _beginnings(title) if self._is_telling(begin)), "")

    def _is_telling(self, begin: str) -> bool:
        count = self._counts[begin]
        if count < self._least or (self._most is not None and count > self._most):
            return False
        return len(self._next[begin]) >= min(self._variety, count)


def _beginnings(title: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the beginnings of a title that have a word, each with the word after it."""
    for number, token in enumerate(title[:_MOST_WORDS]):
        if number and is_word(token) and any(len(one) > 1 and one.isalpha() for one in title[:number]):
            yield "".join(title[:number]), token


def is_word(token: str) -> bool:
    """Whether a token is a word or a number, and neither a blank nor punctuation."""
    return token[0].isalnum() or token[0] == "_"


def tokens(text: str) -> list[str]:
    """Return the words, the runs of blanks and the other characters of a text, as far as they count."""
    return _TOKEN.findall(text[:_LONGEST])
