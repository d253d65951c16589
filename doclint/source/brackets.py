"""A piece of code in any language: its brackets and strings, as far as the characters show them."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from doclint.errors.expressions import expression
from doclint.markdown.source import Span

# Escapes, arrows, also those of channels in Go, and Rust's lifetimes come first: their quotes and angles begin neither
# strings nor brackets. A `<` between blanks compares.
_TOKEN = expression(
    r"""(?P<other>\\.|[-=]>|[<>]=|<[<-]|(?<=\s)<(?=[ ])|(?:(?<=[<&])|(?<=[,+]\s))'\w+(?!['\w]))
    |(?P<string>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\\n]|\\.)*+`)
    |(?P<open>[(\[{<])|(?P<close>[)\]}>])""",
    re.VERBOSE | re.DOTALL,
)
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_WITHIN = 1 << 30  # the depth of characters within a string or an arrow, where nothing can be found


class CodeText:
    """A piece of code. It is searched outside of brackets and strings only, in time linear in its length.

    A bracket without its counterpart, such as the `<` of a comparison, ends with the brackets around it.

    >>> code = CodeText("f(a, (b, c), d=',')")
    >>> code.find(",", 2), code.find(")", 2), code.find(",", 5)
    (3, 18, 11)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _depths(self) -> list[int]:
        """How many brackets are open in front of each character, and at the end."""
        return _depths(self.text)

    def find(self, literal: str, start: int) -> int:
        """Return where a literal first occurs outside of the brackets and strings that begin from an offset on.

        It may begin with the bracket that ends those around the offset, but not behind it. Return -1 without one.
        """
        depths = self._depths
        depth = depths[start]
        place = self.text.find(literal, start)
        while place >= 0:
            if depth != _WITHIN and min(depths[start : place + 1]) < depth:
                return -1
            if depths[place] == depth:
                return place
            start = place + 1
            place = self.text.find(literal, start)
        return -1

    def split(self, separator: str, span: Span) -> Iterator[Span]:
        """Yield the spans between separators in a span, without the white space around them and empty ones.

        >>> code = CodeText("f(a, b: Map<c, d>, )")
        >>> [code.text[start:end] for start, end in code.split(",", Span(2, 19))]
        ['a', 'b: Map<c, d>']
        """
        start = span.start
        while start < span.end:
            place = self.find(separator, start)
            end = place if 0 <= place < span.end else span.end
            piece = self.trimmed(Span(start, end))
            if piece.start < piece.end:
                yield piece
            start = end + len(separator)

    def trimmed(self, span: Span) -> Span:
        """Return a span without the white space at its ends."""
        text = self.text[span.start : span.end]
        start = span.start + len(text) - len(text.lstrip())
        return Span(start, max(start, span.start + len(text.rstrip())))


def _depths(text: str) -> list[int]:
    """Return how many brackets are open in front of each character, and at the end."""
    depths: list[int] = []
    opened: list[str] = []
    for match in _TOKEN.finditer(text):
        depths += [len(opened)] * (match.start() - len(depths))
        depths.append(len(opened))
        if match["open"]:
            opened.append(match["open"])
        elif match["close"]:
            pair = _PAIRS[match["close"]]
            # An angle without its counterpart is a comparison; other brackets also end the angles in them.
            while opened and opened[-1] == "<" != pair:
                opened.pop()
            depths[-1] = len(opened)
            if opened and opened[-1] == pair:
                opened.pop()
        else:
            depths += [_WITHIN] * (match.end() - match.start() - 1)
    return depths + [len(opened)] * (len(text) + 1 - len(depths))


class Collapsed:
    r"""A text with one blank for each run of white space, and none at its ends.

    >>> text = Collapsed("def f(\n    a,\n)")
    >>> text.text, text.span(Span(7, 8))
    ('def f( a, )', Span(start=11, end=12))
    """

    def __init__(self, text: str) -> None:
        pieces = [match.span() for match in re.finditer(r"\S+", text)]
        self.text = " ".join(text[start:end] for start, end in pieces)
        self._pieces = pieces
        self._starts: list[int] = []
        length = 0
        for start, end in pieces:
            self._starts.append(length)
            length += end - start + 1

    def span(self, span: Span) -> Span:
        """Return the span in the text as it was written of a span of the collapsed one that has no blank at its ends.

        An empty span is where the character behind it is.
        """
        return Span(
            self._offset(span.start),
            self._offset(span.end - 1) + 1 if span.end > span.start else self._offset(span.start),
        )

    def _offset(self, offset: int) -> int:
        if not self._pieces:
            return 0
        index = bisect_right(self._starts, offset) - 1
        start, end = self._pieces[index]
        return min(start + offset - self._starts[index], end)
