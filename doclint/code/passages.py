"""Passages: the comments and strings of a source, which say much and define nothing."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias, cast

from doclint.code import symbols
from doclint.code.branches import blanked
from doclint.code.parsing import HopelessError
from doclint.code.vocabulary import Vocabulary

Place: TypeAlias = Literal["comment", "string", "docstring", "directive", "code"]

_DIRECTIVE = re.compile(rb"[ \t]{0,99}#[ \t]{0,99}(?:if|ifdef|ifndef|elif|define|undef|endif|error|warning)\b")
_MOST = 200  # mentions of a name


class Passage(NamedTuple):
    """A comment, or what stands in a string: half-open, in bytes. A docstring is a string that is a whole statement."""

    start: int
    end: int
    place: Place


class Mention(NamedTuple):
    """A place where a source has a name: the byte and the line (from 1) that it begins at."""

    start: int
    line: int
    place: Place


class Passages:
    r"""A source in a language, told into code and the passages that are found in it.

    >>> data = b"# a class of\ndef run(): ...\n"
    >>> source = Passages("python", data, read("python", data))
    >>> source.mentions("class")
    [Mention(start=4, line=1, place='comment')]
    >>> source.code
    b'            \ndef run(): ...\n'
    """

    def __init__(self, language: str, data: bytes, found: Sequence[Passage]) -> None:
        self.data = data
        self.found = found
        self.has_directives = bool(symbols.grammars()[language].get("branches"))
        self._starts = [passage.start for passage in self.found]

    @cached_property
    def _lines(self) -> list[int]:
        """Where all lines but the first begin."""
        return [*accumulate(len(line) + 1 for line in self.data.split(b"\n")[:-1])]

    def mentions(self, name: str) -> list[Mention]:
        """Where the name stands, whole, in the order of the source; the first 200 places."""
        return [self.mention(start) for start in self.vocabulary.starts(name)[:_MOST]]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.data)

    def at(self, place: int) -> Passage | None:
        """The passage that a byte stands in; None in code."""
        index = bisect_right(self._starts, place) - 1
        return self.found[index] if index >= 0 and place < self.found[index].end else None

    def mention(self, start: int) -> Mention:
        """What stands at a byte."""
        line = bisect_right(self._lines, start) + 1
        passage = self.at(start)
        if passage is not None:
            return Mention(start, line, passage.place)
        is_directive = self.has_directives and _DIRECTIVE.match(self.data, self.line_start(line))
        return Mention(start, line, "directive" if is_directive else "code")

    def line_start(self, line: int) -> int:
        """The byte that a line, counted from 1, begins at."""
        return self._lines[line - 2] if line > 1 else 0

    @cached_property
    def code(self) -> bytes:
        """The source with blanks in place of its passages."""
        data, blanks = self.data, blanked(self.data)
        parts, last = [], 0
        for start, end, _ in self.found:
            parts += [data[last:start], blanks[start:end]]
            last = end
        return b"".join([*parts, data[last:]])

    def said(self, *places: Place) -> bytes:
        """What stands in such passages, one after the other, each on lines of its own."""
        return b"\n".join(self.data[one.start : one.end] for one in self.found if one.place in places)


def read(language: str, data: bytes, work: int = 1) -> list[Passage] | None:
    """The outermost passages of a source in a language, given by its id, by place.

    None where nobody can tell: there is no grammar for it here, or it cannot be read in bounded work.
    """
    if not symbols.is_known(language):
        return None
    try:
        spans = symbols.search(language, data, "passages", work)
    except HopelessError:
        return None
    found: list[Passage] = []
    end = 0
    # A docstring is found as a string as well, and comes before it.
    for start, last, place in sorted((start, -end, place) for start, end, place in spans):
        if start >= end:
            end = -last
            found.append(Passage(start, end, cast(Place, place)))
    return found
