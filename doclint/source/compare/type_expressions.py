"""Type expressions: types as sources and pages write them, parsed by one grammar for Python and TypeScript.

The grammar is that of names, unions, intersections, generics, arrays, tuples and literals. Whatever else is in a
type (functions, objects, conditions) is opaque: nothing is known of it.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from doclint.errors.expressions import expression

_LONGEST = 4_000  # characters of a type
_DEEPEST = 30  # types inside each other
_TOKEN = expression(
    r"""
    \s++
    | (?P<string> "(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' )
    | (?P<name> [^\W\d][\w$]*+ (?: \s*+ (?:\.(?!\.)|::) \s*+ [^\W\d][\w$]*+ )*+ )
    | (?P<number> -?\d[\w.]*+ )
    | (?P<mark> => | -> | \.\.\. | … | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT = expression(r"/\*.*?\*/", re.DOTALL)
_CLOSING = {"(": ")", "[": "]", "<": ">", "{": "}"}
_ENDS = frozenset({",", ";", ")", "]", ">", "}", ""})
UNREADABLE = "?"


class TypeExpression(NamedTuple):
    """A type: a name with its arguments.

    The name is without module. It is `|` for a union, `&` for an intersection, `[]` for an array, `[,]` for a list of
    types, a number or a string as written for a literal, and `?` for what is opaque.
    """

    name: str
    arguments: tuple["TypeExpression", ...] = ()


OPAQUE = TypeExpression(UNREADABLE)


@lru_cache(maxsize=256)  # a page compares each of its types with all that its format writes in another way
def parse(text: str) -> TypeExpression:
    """Return a type, which is opaque if it is long, or if the grammar does not have it.

    >>> parse("t.Optional[str]")
    TypeExpression(name='Optional', arguments=(TypeExpression(name='str', arguments=()),))
    >>> parse("(a: string) => void") is OPAQUE
    True
    """
    if len(text) > _LONGEST:
        return OPAQUE
    return _Parser(_COMMENT.sub(" ", text).strip().removesuffix(";")).whole()


class _Parser:
    """A recursive descent over the words and marks of a type; the last one is empty."""

    def __init__(self, text: str) -> None:
        found = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text) if match.lastgroup]
        self.words = [*((group, word) for group, word in found if word != "readonly"), ("", "")]
        self.at = 0
        self.depth = 0

    @property
    def word(self) -> str:
        return self.words[self.at][1]

    def whole(self) -> TypeExpression:
        found = self.item()
        return OPAQUE if self.word else found

    def item(self) -> TypeExpression:
        """Return the type up to the next separator or bracket that it does not open; opaque if there is more to it."""
        self.depth += 1
        found = self.joined("|") if self.depth < _DEEPEST else OPAQUE
        self.depth -= 1
        if self.word in _ENDS:
            return found
        while self.word not in _ENDS:
            self.skip()
        return OPAQUE

    def skip(self) -> None:
        """Go behind a word or, at an opening bracket, behind the one that closes it."""
        waiting = []
        while True:
            word = self.word
            if word in _CLOSING:
                waiting.append(_CLOSING[word])
            elif waiting and word == waiting[-1]:
                waiting.pop()
            if not word:
                return
            self.at += 1
            if not waiting:
                return

    def joined(self, mark: str) -> TypeExpression:
        """Return the types between the marks of a union or an intersection."""
        if self.word == mark:
            self.at += 1
        parts = [self.part(mark)]
        while self.word == mark:
            self.at += 1
            parts.append(self.part(mark))
        return parts[0] if len(parts) == 1 else TypeExpression(mark, tuple(parts))

    def part(self, mark: str) -> TypeExpression:
        return self.joined("&") if mark == "|" else self.suffixed()

    def suffixed(self) -> TypeExpression:
        found = self.primary()
        while self.word in ("[", "<"):
            opening = self.word
            arguments = self.bracketed()
            if opening == "[" and not arguments:
                found = TypeExpression("[]", (found,))
            elif found.arguments:
                found = OPAQUE
            elif found is not OPAQUE:
                found = TypeExpression(found.name, arguments)
        return found

    def primary(self) -> TypeExpression:
        group, word = self.words[self.at]
        if word == "(":
            inner = self.bracketed()
            return inner[0] if len(inner) == 1 else OPAQUE
        if word == "[":
            return TypeExpression("[,]", self.bracketed())
        if word in _ENDS:
            return OPAQUE
        self.skip()
        if group == "name":
            return TypeExpression(re.split(r"\s*(?:\.|::)\s*", word)[-1])
        return TypeExpression(word) if group in ("string", "number") else OPAQUE

    def bracketed(self) -> tuple[TypeExpression, ...]:
        """Return the types in brackets, and go behind the closing one."""
        closing = _CLOSING[self.word]
        self.at += 1
        found = []
        while self.word and self.word != closing:
            found.append(self.item())
            if self.word in (",", ";"):
                self.at += 1
            elif self.word != closing:
                return (OPAQUE,)
        self.at += bool(self.word)
        return tuple(found)
