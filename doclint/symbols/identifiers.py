"""Identifiers: the names that a code uses, and the words that they are made of."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from typing import NamedTuple

# White space matches nothing and costs nothing, however long it is.
_TOKEN = re.compile(r"[^\W\d]\w*|\d\w*|->|::|\.{2,}|==|[^\s\w]")
_NAME = re.compile(r"[^\W\d]\w*")
_NAMES = re.compile(r"\b[^\W\d]\w*")
# What stands between the names of a text in ASCII.
_GAPS = {code: " " for code in range(128) if not re.match(r"\w", chr(code))}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_BEHIND = frozenset({".", "->", "::"})
_DEFINING = frozenset({"class", "def", "fn", "func", "function", "struct"})


class Identifiers:
    r"""The names in a code, of which comments and strings are no part.

    `own` are those that stand for themselves: not behind a dot, not defined there, and not the name of an argument.

    >>> found = Identifiers("model.eval(); run(lru_cache, eval=1)")
    >>> sorted(found.names()), found.has("model.eval"), sorted(found.own)
    (['eval', 'lru_cache', 'model', 'run'], True, ['lru_cache', 'model', 'run'])

    `more` are texts with names that nothing is said of but that they are there.
    """

    def __init__(self, code: str, more: Iterable[str] = ()) -> None:
        self._code = code
        self._names = _counted(code)
        for text in more:
            self._names.update(_NAME.findall(text))
        self._said: dict[frozenset[str], Said] = {}

    @cached_property
    def own(self) -> set[str]:
        found: set[str] = set()
        tokens = ["", *_TOKEN.findall(self._code), ""]
        for index in range(1, len(tokens) - 1):
            name, before = tokens[index], tokens[index - 1]
            is_own = before not in _BEHIND and before not in _DEFINING and tokens[index + 1] not in ("=", ":")
            if is_own and _NAME.match(name):
                found.add(name)
        return found

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
        """Whether one of some names stands for itself."""
        return any(name in self._names and name in self.own for name in names)

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


def words(name: str) -> list[str]:
    """The words that a name, or a text of names, is made of, in lower case.

    >>> words("CUDAContext"), words("nb_jit"), words("docker")
    (['cuda', 'context'], ['nb', 'jit'], ['docker'])
    """
    return [word.lower() for word in _WORD.findall(name)]
