"""Places and captures of a page, as its contents have them."""

from typing import NamedTuple

from doclint.formats.patterns.pattern import Capture, Captures
from doclint.markdown.source import Source, Span
from doclint.output.page.contents import Captured, CapturedText


class Lines(NamedTuple):
    """The first and the last line of a part of a page; they count from 1."""

    line: int
    end_line: int


def lines_of(span: Span, source: Source) -> Lines:
    """Return the lines of a span."""
    return Lines(source.position(span.start).line, source.position(max(span.start, span.end - 1)).line)


def captured(captures: Captures, source: Source) -> Captured:
    """Return captures with their places."""
    return {name: _captured(capture, source) for name, capture in captures.items()}


def _captured(capture: Capture, source: Source) -> CapturedText:
    line, end_line = lines_of(capture.span, source)
    column = source.position(capture.start).column
    return CapturedText(text=capture.text, number=capture.number, line=line, end_line=end_line, column=column)
