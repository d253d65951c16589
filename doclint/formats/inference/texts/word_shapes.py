"""Shapes of texts: the words that many pages share, with the rest left out.

The titles of the pages of one kind have words in common (`Class: Basket`, `Class: Shelf`). Words that are on enough
pages stay, and what is between them becomes `REST`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from doclint.errors.expressions import expression

REST = "…"
"""What a shape has in place of words that few pages have."""

_TOKEN = expression(r"\w+|\s+|[^\w\s]")
_LONGEST = 300  # characters of a text that count
_MOST_WORDS = 20  # of a beginning, with what is between them


class SharedWords:
    """The words of texts in one role that many pages have.

    >>> texts = [["Class: Basket"], ["Class: Shelf"], ["Class: Tree (old)"]]
    >>> SharedWords(texts, 3).shape("Class: Lamp of stone")
    'Class: …'
    """

    def __init__(self, texts: Iterable[Iterable[str]], least: int) -> None:
        """Count the words of the texts of each page; a word is shared if it is on at least some pages."""
        counts = Counter(token for page in texts for token in {one for text in page for one in tokens(text)})
        self._shared = {token for token, count in counts.items() if count >= least and not token.isdecimal()}

    def shape(self, text: str) -> str:
        """Return a text with `REST` in place of each run of words that are not shared."""
        marked = ((token, self._is_free(token)) for token in tokens(text))
        runs = [(is_free, [token for token, _ in run]) for is_free, run in groupby(marked, key=lambda pair: pair[1])]
        pieces = [REST if is_free else "".join(run) for is_free, run in runs]
        return _joined(pieces)

    def has_words(self, text: str) -> bool:
        """Whether a text has a shared word."""
        return any(token in self._shared and is_word(token) for token in tokens(text))

    def _is_free(self, token: str) -> bool:
        return is_word(token) and token not in self._shared


class Beginnings:
    """Beginnings that titles have in common, before words that differ."""

    def __init__(self, titles: Iterable[Sequence[str]], least: int, variety: int = 3, most: int | None = None) -> None:
        """Count the beginnings; one counts in at least and at most some titles, with a variety of words behind it."""
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
    """Yield the beginnings of a title that have a word, each with the word behind it."""
    for number, token in enumerate(title[:_MOST_WORDS]):
        if number and is_word(token) and any(len(one) > 1 and one.isalpha() for one in title[:number]):
            yield "".join(title[:number]), token


def is_word(token: str) -> bool:
    """Whether a token is a word or a number, and neither a blank nor punctuation."""
    return token[0].isalnum() or token[0] == "_"


def tokens(text: str) -> list[str]:
    """Return the words, the runs of blanks and the other characters of a text, as far as they count."""
    return _TOKEN.findall(text[:_LONGEST])


def _joined(pieces: list[str]) -> str:
    """Join pieces of a shape; pieces without a word between two rests belong to them."""
    found: list[str] = []
    for piece in pieces:
        if piece == REST and len(found) > 1 and found[-2] == REST and not any(map(is_word, tokens(found[-1]))):
            found.pop()
        else:
            found.append(piece)
    return "".join(found)
