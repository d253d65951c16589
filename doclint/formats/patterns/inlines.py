"""Inlines as generators mean them: what is plain text for a generator, and the parts of a text."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from doclint.markdown.nodes import Break, Emphasis, Inline, Strong, Text

_EMPHASIS = {Emphasis: 1, Strong: 2}  # the number of markers on each side
MAYBE_TEXT = frozenset({Break, *_EMPHASIS})
"""The types of inlines that can be plain text for a generator."""


def joined(inlines: Sequence[Inline]) -> Sequence[Inline]:
    """Return inlines as a generator means them, with soft line breaks and emphasis by underscores as plain text.

    Formats mark emphasis with asterisks. The underscores of `src/__init__.py`, written without a code span, make `init`
    bold for a reader, but belong to the name.
    """
    for inline in inlines:
        if type(inline) in MAYBE_TEXT and is_plain_text(inline):
            break
    else:  # of few inlines, as there mostly are, a loop is quicker than `any`
        return inlines
    result: list[Inline] = []
    for is_text, pieces in groupby(_pieces(inlines), key=lambda piece: isinstance(piece, Text)):
        run = list(pieces)
        if is_text:
            text = "".join(piece.text for piece in run if isinstance(piece, Text))
            result.append(Text(run[0].start, run[-1].end, text))
        else:
            result += run
    return result


def is_plain_text(inline: Inline) -> bool:
    """Whether an inline is plain text for a generator: a soft line break, or emphasis by underscores."""
    kind = type(inline)
    return (kind is Break and not inline.hard) or (kind in _EMPHASIS and inline.marker == "_")  # type: ignore[union-attr]


def _pieces(inlines: Sequence[Inline]) -> Iterator[Inline]:
    for inline in inlines:
        if not is_plain_text(inline):
            yield inline
        elif isinstance(inline, Emphasis | Strong):
            width = _EMPHASIS[type(inline)]
            yield Text(inline.start, inline.start + width, "_" * width)
            yield from _pieces(inline.children)
            yield Text(inline.end - width, inline.end, "_" * width)
        else:
            yield Text(inline.start, inline.end, " ")


def split(inlines: Sequence[Inline], separator: re.Pattern[str]) -> list[list[Inline]]:
    """Split inlines at each separator in their texts. The separators are dropped, and parts may be empty.

    >>> from doclint.markdown.parser import parse
    >>> inlines = parse("`a`, b, **c** d").paragraphs[0].children
    >>> [[type(inline).__name__ for inline in part] for part in split(inlines, re.compile(", "))]
    [['Code'], ['Text'], ['Strong', 'Text']]
    """
    parts: list[list[Inline]] = [[]]
    for inline in joined(inlines):
        if type(inline) is not Text:
            parts[-1].append(inline)
            continue
        start = 0
        for match in separator.finditer(inline.text):
            parts[-1] += cut(inline, start, match.start())
            parts.append([])
            start = match.end()
        parts[-1] += cut(inline, start, len(inline.text))
    return parts


def cut(inline: Text, start: int, end: int) -> list[Text]:
    """Return a piece of a text, none for an empty one. If the text has escapes, its place is that of the whole text."""
    if start >= end:
        return []
    exact = inline.end - inline.start == len(inline.text)
    span = (inline.start + start, inline.start + end) if exact else inline.span
    return [Text(*span, inline.text[start:end])]
