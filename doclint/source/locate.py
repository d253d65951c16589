"""Texts compared by their letters and digits alone, and where a source has a text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.passages import Passages
from doclint.source.symbols import Docstring, Symbol

_RUN = expression(rb"[0-9A-Za-z\x80-\xff]+")
_GAPS = bytes(byte for byte in range(256) if not _RUN.match(bytes([byte])))
_APART = bytes.maketrans(_GAPS, b" " * len(_GAPS))
_SHORT = 20  # letters; so short a text is at many places by chance
_HEAD = 60  # letters by which a text is known that goes on otherwise
_BY_CHANCE = 3
_TRIES = 50  # places of a text that are looked at


class Letters:
    """A text as its letters and digits alone, and where in it each of them is. Bytes outside ASCII count as letters.

    >>> text = Letters(b"Do it, now.")
    >>> text.letters, text.place(4), text.letter(4), text.begins_word(4)
    (b'Doitnow', 7, 3, True)
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.letters = data.translate(None, _GAPS)

    @cached_property
    def words(self) -> set[bytes]:
        """The words of the text in lower case."""
        return set(_RUN.findall(self.data.lower()))

    @cached_property
    def _places(self) -> list[int]:
        return [run.start() for run in _RUN.finditer(self.data)]

    @cached_property
    def _before(self) -> list[int]:
        """The numbers of letters before each word, and of all."""
        return [0, *accumulate(map(len, self.data.translate(_APART).split()))]

    def place(self, letter: int) -> int:
        """Return the byte of the text at which a letter is."""
        run = bisect_right(self._before, letter) - 1
        return self._places[run] + letter - self._before[run]

    def letter(self, place: int) -> int:
        """Return the first letter at or behind a byte of the text."""
        run = bisect_left(self._places, place)
        inside = run and place - self._places[run - 1] < self._before[run] - self._before[run - 1]
        return self._before[run - 1] + place - self._places[run - 1] if inside else self._before[run]

    def begins_word(self, letter: int) -> bool:
        """Whether a letter is the first one of a word."""
        return self._before[bisect_left(self._before, letter)] == letter

    def has_beginning_of(self, other: "Letters") -> bool:
        """Whether the text has the first 60 letters of a longer one."""
        return len(other.letters) > _HEAD and other.letters[:_HEAD] in self.letters


class SourceLocation(Struct, frozen=True):
    """Where a source has a text: the `line` (1-based), and what the text is part of.

    `docstring_of` is the qualified name of what has the docstring that the text is part of; elsewhere it is empty, and
    `place` is `code`, `comment` or `string`.
    """

    line: int
    place: str
    docstring_of: str = ""


class Locator:
    r"""Finds texts in a source, whatever white space, punctuation and markup differ.

    >>> source = Locator(b"x = 1  # do it, now: this very moment\n", None, (), ())
    >>> source.locate(b"Do *it* now")
    >>> source.locate(b"do it **now**, this very moment")
    SourceLocation(line=1, place='code', docstring_of='')
    """

    def __init__(
        self, data: bytes, passages: Passages | None, docstrings: Sequence[Docstring], symbols: Sequence[Symbol]
    ) -> None:
        self._source = Letters(data)
        self._passages = passages
        self._docstrings = docstrings
        self._symbols = symbols

    def locate(self, text: bytes) -> SourceLocation | None:
        """Return where the source has a text, or at least the first 60 letters of it: in a docstring, if it can be.

        A text that is not at the beginning of a string is only found if it is long enough not to be there by chance.
        """
        wanted = Letters(text).letters
        for letters in (wanted, wanted[:_HEAD]):
            found = [(self._rank(letter, len(letters)), letter) for letter in self._find(letters)]
            rank, letter = min(found, default=(_BY_CHANCE, 0))
            if rank < _BY_CHANCE:
                return self._location(self._source.place(letter))
        return None

    def _find(self, letters: bytes) -> Iterator[int]:
        found = -1
        for _ in range(_TRIES):
            found = self._source.letters.find(letters, found + 1)
            if found < 0:
                return
            yield found

    def _rank(self, letter: int, length: int) -> int:
        """Return how unlikely a text is taken from a place: 0 for a docstring, 1 for another string."""
        passage = self._passages.at(self._source.place(letter)) if self._passages else None
        if passage is not None and self._source.letter(passage.start) == letter:
            return 0 if passage.place == "docstring" else 1
        return 2 if length >= _SHORT and self._source.begins_word(letter) else _BY_CHANCE

    def _location(self, place: int) -> SourceLocation:
        docstring = next((one for one in self._docstrings if one.start <= place < one.end), None)
        if docstring is not None and docstring.name:
            same = (one.qualified for one in self._symbols if (one.line, one.name) == (docstring.line, docstring.name))
            return SourceLocation(docstring.line, "docstring", next(same, docstring.name))
        passage = self._passages.at(place) if self._passages else None
        kind = "code" if passage is None else "comment" if passage.place == "comment" else "string"
        return SourceLocation(self._source.data.count(b"\n", 0, place) + 1, kind)
