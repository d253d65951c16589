"""The words of a source: where they occur, the names that its code uses, and the words within these."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import islice

from doclint.errors.expressions import expression

_BYTES_OF_WORD = expression(rb"[0-9A-Za-z_\x80-\xff]+")
_LETTERS = frozenset(byte for byte in range(256) if _BYTES_OF_WORD.match(bytes([byte])))
# A name without leading digits and without what is not ASCII, and the words within a name (`Name` in `myName`).
_PIECES = (expression(rb"[A-Za-z_][0-9A-Za-z_]*"), expression(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"))
_FEW = 10  # words of a name, the rarest of which is looked for
# Looks at the text before it pays to list the places of all words: so many, and one more for each 16 bytes. A search
# is one look, with one more for each place of the word and for each 2,048 bytes that it passes over.
_LOOKS, _BYTES, _BYTES_PASSED = 1_000, 16, 2_048
_LONGEST = 200  # bytes of a word that is returned
_MANY = 1_000  # places of a word that are tried for a name of several words
_NAME = expression(r"[^\W\d]\w*")
_NAMES = expression(r"\b[^\W\d]\w*")
# A table for `str.translate` that leaves only the names of an ASCII text.
_GAPS = {code: " " for code in range(128) if not re.match(r"\w", chr(code))}
_WORD = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
# The end of a text after which a name is a member of something, or is being defined.
_BOUND = expression(r"(?:->|(?<!:)(?:::)+|(?<!\.)\.|(?<!\w)(?:class|def|fn|func|function|struct))\Z")
_BEFORE = 10  # characters of that text that are searched


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
        for match in _BYTES_OF_WORD.finditer(self.data):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def starts(self, name: str) -> list[int]:
        """Return the bytes at which a name begins. The name matches whole words, and may have several (`a.run`)."""
        whole = name.encode(errors="replace")
        found = [(self._starts_of(word.group()), word) for word in islice(_BYTES_OF_WORD.finditer(whole), _FEW)]
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
            _BYTES_OF_WORD.match(name[-1:]) and _BYTES_OF_WORD.match(self.data[end : end + 1])
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


class Identifiers:
    r"""The names in some code without comments and strings.

    >>> found = Identifiers("model.eval(); run(lru_cache, eval=1)")
    >>> sorted(found.names()), found.has("model.eval"), found.calls(["eval"]), found.calls(["run"])
    (['eval', 'lru_cache', 'model', 'run'], True, False, True)

    `more` holds texts, such as a path, whose names count as used.
    """

    def __init__(self, code: str, more: Iterable[str] = ()) -> None:
        self._code = code
        self._names = _counted(code)
        self._names.update(_NAME.findall("\n".join(more)))
        self._said: dict[frozenset[str], Said] = {}

    def _count(self, dotted: str) -> int:
        """Count how often a dotted name such as `outer.name` occurs."""
        outer, _, name = dotted.partition(".")
        # Searching takes long, and most often one of the names does not occur at all.
        if outer not in self._names or name not in self._names:
            return 0
        return sum(1 for _ in _behind(outer, name).finditer(self._code))

    def has(self, name: str) -> bool:
        """Whether the code has a name, which may be dotted: `torch.compile` also finds `torch->compile`."""
        return name in self._names or ("." in name and self._count(name) > 0)

    def calls(self, names: Iterable[str]) -> bool:
        """Whether the code uses one of some names by itself: not as a member of something (behind a dot), not where it
        is defined, and not as the name of an argument.
        """
        return any(name in self._names and self._calls(name) for name in names)

    def _calls(self, name: str) -> bool:
        end = 0
        for found in _unnamed(name).finditer(self._code):
            before = self._code[end : found.start()].rstrip()
            if not _BOUND.search(before[-_BEFORE:]):
                return True
            end = found.end()
        return False

    def names(self, apart: Iterable[str] = ()) -> set[str]:
        """Return the names, except for those that occur only as the last part of the dotted names in `apart`."""
        behind: Counter[str] = Counter()
        for dotted in set(apart):
            behind[dotted.rpartition(".")[2]] += self._count(dotted)
        return set(self._names) - {name for name, number in behind.items() if self._names[name] <= number}

    def said(self, apart: Iterable[str] = ()) -> "Said":
        """Return what the names say that `names(apart)` returns, from a cache."""
        key = frozenset(apart)
        if key not in self._said:
            self._said[key] = Said("\n".join(self.names(key)))
        return self._said[key]


def _counted(text: str) -> Counter[str]:
    """Count the names of a text. ASCII, which nearly all code is, takes a quarter of the time."""
    if not text.isascii():
        return Counter(_NAMES.findall(text))
    found = Counter(text.translate(_GAPS).split())
    for number in [name for name in found if name < ":"]:  # digits come before all letters
        del found[number]
    return found


class Said:
    """What names say, given one on each line: `text` has them in lower case."""

    def __init__(self, names: str) -> None:
        self._names = names
        self.text = names.lower()

    def has_any(self, expected: Iterable[str]) -> bool:
        """Whether the names consist of one of some words in lower case, among others."""
        return any(word in self.text and word in self._words for word in expected)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(words(self._names))  # takes long, and most texts have none of the words that are asked for


@cache
def _behind(outer: str, name: str) -> re.Pattern[str]:
    r"""Return a pattern for a name behind another one.

    The name is in a lookahead so that a third one behind it can match as well. The pattern begins with a literal and
    not with `\b`, which makes it ten times as fast.
    """
    outer = re.escape(outer)
    return re.compile(rf"{outer}(?<!\w{outer})\s*+(?:\.|->|::)\s*+(?={re.escape(name)}\b)")


@cache
def _unnamed(name: str) -> re.Pattern[str]:
    """Return a pattern for a name that no value or type is given to."""
    name = re.escape(name)
    return re.compile(rf"{name}(?<!\w{name})\b(?!\s*+(?:=(?!=)|:(?!:)))")


def words(name: str) -> list[str]:
    """Return the words that a name, or each name of a text, consists of, in lower case.

    >>> words("CUDAContext"), words("nb_jit"), words("docker")
    (['cuda', 'context'], ['nb', 'jit'], ['docker'])
    """
    return "\n".join(_WORD.findall(name)).lower().split()
