"""Vocabulary: which words a source consists of, and where."""

import re
from functools import cached_property

_WORD = re.compile(rb"[0-9A-Za-z_\x80-\xff]+")
_MANY = 1_000  # places of a word that are looked at for a name of several words


class Vocabulary:
    r"""The words of a source: runs of letters, digits and underscores. What is outside ASCII counts as a letter.

    >>> words = Vocabulary(b"a.run(3rdparty)")
    >>> words.starts("run"), words.starts("a.run"), words.starts("rdparty")
    ([2], [0], [])
    >>> words.longer("rdparty")
    '3rdparty'
    """

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def places(self) -> dict[bytes, list[int]]:
        """Each word with the bytes that it begins at."""
        found: dict[bytes, list[int]] = {}
        for match in _WORD.finditer(self.data):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def starts(self, name: str) -> list[int]:
        """Where a name stands that is a word, or consists of words: the bytes it begins at."""
        whole = name.encode(errors="replace")
        word = _WORD.search(whole)
        if word is None:
            return []
        places = self.places.get(word.group(), [])
        if word.group() == whole:
            return places
        begins = (place - word.start() for place in places[:_MANY])
        return [begin for begin in begins if begin >= 0 and self._stands_at(whole, begin)]

    def _stands_at(self, name: bytes, begin: int) -> bool:
        end = begin + len(name)
        return self.data.startswith(name, begin) and not (
            _WORD.match(name[-1:]) and _WORD.match(self.data[end : end + 1])
        )

    def longer(self, name: str) -> str | None:
        """The first word that a name is only a piece of, if it is one."""
        piece = name.encode(errors="replace")
        at = self._all.find(piece) if piece and _WORD.fullmatch(piece) else -1
        if at < 0:
            return None
        start, end = self._all.rfind(b"\n", 0, at) + 1, self._all.find(b"\n", at)
        return self._all[start:end].decode(errors="replace")

    @cached_property
    def _all(self) -> bytes:
        return b"".join(word + b"\n" for word in self.places)
