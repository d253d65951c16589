"""Identifiers: the names that code uses, and the words that they consist of."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property

from doclint.errors.expressions import expression

_NAME = expression(r"[^\W\d]\w*")
_NAMES = expression(r"\b[^\W\d]\w*")
# A table for `str.translate` that leaves only the names of an ASCII text.
_GAPS = {code: " " for code in range(128) if not re.match(r"\w", chr(code))}
_WORD = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
# The end of a text after which a name is a member of something, or is being defined.
_BOUND = expression(r"(?:->|(?<!:)(?:::)+|(?<!\.)\.|(?<!\w)(?:class|def|fn|func|function|struct))\Z")
_BEFORE = 10  # characters of that text that are searched


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
