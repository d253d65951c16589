"""Identifiers: the names that a code uses, and the words that they are made of."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

# White space matches nothing and costs nothing, however long it is.
_TOKEN = re.compile(r"[^\W\d]\w*|\d\w*|->|::|\.{2,}|==|[^\s\w]")
_NAME = re.compile(r"[^\W\d]\w*")
_NAMES = re.compile(r"\b[^\W\d]\w*")
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
        self._names = Counter(_NAMES.findall(code))
        for text in more:
            self._names.update(_NAME.findall(text))
        self._said: dict[frozenset[str], Said] = {}

    @cached_property
    def own(self) -> set[str]:
        return self._uses[0]

    @property
    def _dotted(self) -> Counter[str]:
        """How often each name stands behind another one, with that."""
        return self._uses[1]

    @cached_property
    def _uses(self) -> tuple[set[str], Counter[str]]:
        own: set[str] = set()
        dotted: Counter[str] = Counter()
        tokens = ["", "", *_TOKEN.findall(self._code), ""]
        for index in range(2, len(tokens) - 1):
            name, before = tokens[index], tokens[index - 1]
            if not _NAME.match(name):
                continue
            if before in _BEHIND:
                dotted[f"{tokens[index - 2]}.{name}"] += 1
            elif before not in _DEFINING and tokens[index + 1] not in ("=", ":"):
                own.add(name)
        return own, dotted

    def has(self, name: str) -> bool:
        """Whether the code has a name, or one behind another: `torch.compile`, whatever stands for the dot."""
        if "." not in name:
            return name in self._names
        # How names are used takes long to tell; most often one of them is not even there.
        return all(part in self._names for part in name.split(".")) and name in self._dotted

    def calls(self, names: Iterable[str]) -> bool:
        """Whether one of some names stands for itself."""
        return any(name in self._names and name in self.own for name in names)

    def names(self, apart: Iterable[str] = ()) -> set[str]:
        """The names, without those that stand only in the dotted ones that are set apart."""
        there = {dotted: dotted.rpartition(".")[2] for dotted in apart if self.has(dotted)}
        left = Counter({name: self._names[name] for name in there.values()})
        for dotted, name in there.items():
            left[name] -= self._dotted[dotted]
        return {name for name in self._names if name not in left or left[name] > 0}

    def said(self, apart: Iterable[str] = ()) -> "Said":
        """The same names as what they say; many ask for them."""
        key = frozenset(apart)
        if key not in self._said:
            text = "\n".join(self.names(key))
            self._said[key] = Said(frozenset(words(text)), text.lower())
        return self._said[key]


class Said(NamedTuple):
    """What some names say, in lower case: the words that they are made of, and all of them, one a line."""

    words: frozenset[str]
    text: str


def words(name: str) -> list[str]:
    """The words that a name, or a text of names, is made of, in lower case.

    >>> words("CUDAContext"), words("nb_jit"), words("docker")
    (['cuda', 'context'], ['nb', 'jit'], ['docker'])
    """
    return [word.lower() for word in _WORD.findall(name)]
