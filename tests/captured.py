"""What patterns capture of texts."""

from doclint.formats.patterns.pattern import Pattern
from doclint.markdown.nodes import Paragraph
from doclint.markdown.parser import parse


def captured(pattern: str, text: str) -> dict[str, str] | None:
    """Return what the holes of a pattern capture of a paragraph, by name; None if it does not match."""
    [paragraph] = parse(text).blocks
    assert isinstance(paragraph, Paragraph)
    captures = Pattern(pattern).match(paragraph.children)
    return None if captures is None else {name: capture.text for name, capture in captures.items()}
