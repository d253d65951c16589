"""Vocabulary: the words of a source, and where they occur."""

from functools import cached_property
from itertools import islice

from doclint.errors.expressions import expression

_WORD = expression(rb"[0-9A-Za-z_\x80-\xff]+")
_LETTERS = frozenset(byte for byte in range(256) if _WORD.match(bytes([byte])))
# A name without leading digits and without what is not ASCII, and the words within a name (`Name` in `myName`).
_PIECES = (expression(rb"[A-Za-z_][0-9A-Za-z_]*"), expression(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"))
_FEW = 10  # words of a name, the rarest of which is looked for
# Looks at the text before it pays to list the places of all words: so many, and one more for each 16 bytes. A search
# is one look, with one more for each place of the word and for each 2,048 bytes that it passes over.
_LOOKS, _BYTES, _BYTES_PASSED = 1_000, 16, 2_048
_LONGEST = 200  # bytes of a word that is returned
_MANY = 1_000  # places of a word that are tried for a name of several words


class Vocabulary:
    r"""The words of a source: runs of letters, digits and underscores. Bytes that are not ASCII count as letters.

    >>> words = Vocabulary(b"a.run(3rdparty)")
    >>> words.starts("run"), words.starts("a.run"), words.starts("rdparty")
    ([2], [0], [])
    >>> words.longer("rdparty")
    '3rdparty'
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._looks = _LOOKS + len(data) // _BYTES

    @cached_property
    def places(self) -> dict[bytes, list[int]]:
        """The bytes at which each word begins, in ascending order, by word."""
        found: dict[bytes, list[int]] = {}
        for match in _WORD.finditer(self.data):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def starts(self, name: str) -> list[int]:
        """Return the bytes at which a name begins. The name matches whole words, and may have several (`a.run`)."""
        whole = name.encode(errors="replace")
        found = [(self._starts_of(word.group()), word) for word in islice(_WORD.finditer(whole), _FEW)]
        if not found:
            return []
        places, word = min(found, key=lambda one: len(one[0]))
        if word.group() == whole:
            return places
        begins = (place - word.start() for place in places[:_MANY])
        return [begin for begin in begins if begin >= 0 and self._is_at(whole, begin)]

    def _starts_of(self, word: bytes) -> list[int]:
        """Return the bytes at which a word begins: search the text for the first words, use the list for later ones."""
        if self._looks < 0:
            return self.places.get(word, [])
        data, found = self.data, []
        start = data.find(word)
        self._looks -= 1 + len(data) // _BYTES_PASSED
        while start >= 0:
            self._looks -= 1
            end = start + len(word)
            if not ((start and data[start - 1] in _LETTERS) or (end < len(data) and data[end] in _LETTERS)):
                found.append(start)
            # No word begins within another one.
            start = data.find(word, end)
        return found

    def _is_at(self, name: bytes, begin: int) -> bool:
        end = begin + len(name)
        return self.data.startswith(name, begin) and not (
            _WORD.match(name[-1:]) and _WORD.match(self.data[end : end + 1])
        )

    def longer(self, name: str) -> str | None:
        """Return the first word of the source of which a name is only a piece; None if there is none.

        A piece is the word without leading digits, or one of the words within it. The result has at most 200 bytes.
        """
        word = self._pieces.get(name.encode(errors="replace"))
        return None if word is None else word[:_LONGEST].decode(errors="replace")

    @cached_property
    def _pieces(self) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for word in self.places:
            for pattern in _PIECES:
                for piece in pattern.findall(word):
                    found.setdefault(piece, word)
        return found
