"""Identifiers: the names that a code uses, and the words that they are made of."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

_NAME = re.compile(r"[^\W\d]\w*")
_NAMES = re.compile(r"\b[^\W\d]\w*")
# What stands between the names of a text in ASCII.
_GAPS = {code: " " for code in range(128) if not re.match(r"\w", chr(code))}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
# What stands before a name that is bound to something, or defined.
_BOUND = re.compile(r"(?:->|(?<!:)(?:::)+|(?<!\.)\.|(?<!\w)(?:class|def|fn|func|function|struct))\Z")
_BEFORE = 10  # characters that tell it


class Identifiers:
    r"""The names in a code, of which comments and strings are no part.

    >>> found = Identifiers("model.eval(); run(lru_cache, eval=1)")
    >>> sorted(found.names()), found.has("model.eval"), found.calls(["eval"]), found.calls(["run"])
    (['eval', 'lru_cache', 'model', 'run'], True, False, True)

    `more` are texts with names that nothing is said of but that they are there.
    """

    def __init__(self, code: str, more: Iterable[str] = ()) -> None:
        self._code = code
        self._names = _counted(code)
        self._names.update(_NAME.findall("\n".join(more)))
        self._said: dict[frozenset[str], Said] = {}

    def _count(self, dotted: str) -> int:
        """How often a name stands behind another one."""
        outer, _, name = dotted.partition(".")
        # Most often one of them is not even there.
        if outer not in self._names or name not in self._names:
            return 0
        return sum(1 for _ in _behind(outer, name).finditer(self._code))

    def has(self, name: str) -> bool:
        """Whether the code has a name, or one behind another: `torch.compile`, whatever stands for the dot."""
        return name in self._names or ("." in name and self._count(name) > 0)

    def calls(self, names: Iterable[str]) -> bool:
        """Whether one of some names stands for itself: not behind a dot, not defined there, not that of an argument."""
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
        """The names, without those that stand only in the dotted ones that are set apart."""
        left: Counter[str] = Counter()
        for dotted in set(apart):
            left[dotted.rpartition(".")[2]] -= self._count(dotted)
        return {name for name, number in self._names.items() if number + left[name] > 0}

    def said(self, apart: Iterable[str] = ()) -> "Said":
        """The same names as what they say; many ask for them."""
        key = frozenset(apart)
        if key not in self._said:
            text = "\n".join(self.names(key))
            self._said[key] = Said(frozenset(words(text)), text.lower())
        return self._said[key]


def _counted(text: str) -> Counter[str]:
    """How often a text has each name. Nearly all code is ASCII, which takes a quarter of the time."""
    if not text.isascii():
        return Counter(_NAMES.findall(text))
    found = Counter(text.translate(_GAPS).split())
    return Counter({name: times for name, times in found.items() if not name[0].isdigit()})


class Said(NamedTuple):
    """What some names say, in lower case: the words that they are made of, and all of them, one a line."""

    words: frozenset[str]
    text: str


@cache
def _behind(outer: str, name: str) -> re.Pattern[str]:
    """A name behind another one; as a look ahead, since it may have one behind itself.

    What begins with a name, and not with a boundary, is found in a tenth of the time.
    """
    outer = re.escape(outer)
    return re.compile(rf"{outer}(?<!\w{outer})\s*+(?:\.|->|::)\s*+(?={re.escape(name)}\b)")


@cache
def _unnamed(name: str) -> re.Pattern[str]:
    """A name that nothing is given to; what begins with it is found fast, as above."""
    name = re.escape(name)
    return re.compile(rf"{name}(?<!\w{name})\b(?!\s*+(?:=(?!=)|:(?!:)))")


def words(name: str) -> list[str]:
    """The words that a name, or a text of names, is made of, in lower case.

    >>> words("CUDAContext"), words("nb_jit"), words("docker")
    (['cuda', 'context'], ['nb', 'jit'], ['docker'])
    """
    return [word.lower() for word in _WORD.findall(name)]
