"""Identifiers: the names that a code uses, and the words that they are made of."""

import re
from collections import Counter
from collections.abc import Iterable

# White space matches nothing and costs nothing, however long it is.
_TOKEN = re.compile(r"[^\W\d]\w*|\d\w*|->|::|\.{2,}|==|[^\s\w]")
_NAME = re.compile(r"[^\W\d]\w*")
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
        self._names: Counter[str] = Counter()
        self._dotted: Counter[str] = Counter()
        self.own: set[str] = set()
        tokens = ["", "", *_TOKEN.findall(code), ""]
        for index in range(2, len(tokens) - 1):
            name, before = tokens[index], tokens[index - 1]
            if not _NAME.match(name):
                continue
            self._names[name] += 1
            if before in _BEHIND:
                self._dotted[f"{tokens[index - 2]}.{name}"] += 1
            elif before not in _DEFINING and tokens[index + 1] not in ("=", ":"):
                self.own.add(name)
        for text in more:
            self._names.update(_NAME.findall(text))

    def has(self, name: str) -> bool:
        """Whether the code has a name, or one behind another: `torch.compile`, whatever stands for the dot."""
        return name in (self._dotted if "." in name else self._names)

    def names(self, apart: Iterable[str] = ()) -> set[str]:
        """The names, without those that stand only in the dotted ones that are set apart."""
        left = self._names.copy()
        for dotted in set(apart):
            left[dotted.rpartition(".")[2]] -= self._dotted[dotted]
        return {name for name, number in left.items() if number > 0}


def words(name: str) -> list[str]:
    """The words that a name is made of, in lower case.

    >>> words("CUDAContext"), words("nb_jit"), words("docker")
    (['cuda', 'context'], ['nb', 'jit'], ['docker'])
    """
    return [word.lower() for word in _WORD.findall(name)]
