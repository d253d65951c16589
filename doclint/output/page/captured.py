"""Places and captures of a page, as its contents have them."""

from typing import TypedDict

from doclint.formats.patterns.pattern import Capture, Captures
from doclint.markdown.source import Source, Span
from doclint.output.page.contents import Captured, CapturedText


class Lines(TypedDict):
    """The first and the last line of a part of a page; they count from 1."""

    line: int
    end_line: int


def lines_of(span: Span, source: Source) -> Lines:
    """Return the lines of a span."""
    last = max(span.start, span.end - 1)
    return {"line": source.position(span.start).line, "end_line": source.position(last).line}


def captured(captures: Captures, source: Source) -> Captured:
    """Return captures with their places."""
    return {name: _captured(capture, source) for name, capture in captures.items()}


def _captured(capture: Capture, source: Source) -> CapturedText:
    column = source.position(capture.start).column
    return CapturedText(text=capture.text, number=capture.number, **lines_of(capture.span, source), column=column)
