"""The text of a diagram as mermaid parses it: without comments, settings and front matter, with places on the page."""

import re
from bisect import bisect_right
from typing import Self

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.source import Source, Span, starts_behind

_FRONT_MATTER = expression(r"-{3}\s*[\n\r](.*?)[\n\r]-{3}\s*[\n\r]+", re.DOTALL)
_SETTINGS = expression(r"%%\{\s*[A-Za-z0-9_]++(?:(?!\}%%).)*+(?:\}%%)?", re.DOTALL)
_COMMENT = expression(r"^[^\S\n]*+%%(?!\{)[^\n]++\n?", re.MULTILINE)
_TAG = expression(r"<[A-Za-z0-9_]++[^>]*+>")
_ATTRIBUTE = expression(r'="([^"]*)"')
_COLOR = expression(r":[^\s:#]*+#")
_ENTITY = expression(r"#([A-Za-z0-9_]+);")


class DiagramText(Struct, frozen=True):
    """The text that is parsed, and where its pieces begin in it and on the page."""

    text: str
    starts: list[int]
    places: list[int]

    @classmethod
    def of(cls, source: Source, block: CodeBlock) -> Self:
        """Return the text of a code block of a page."""
        # Lines of a block end as on the page, whatever the containers of the block put before them.
        first = source.position(block.content.start).line
        lines = block.text.split("\n")
        ends = [source.line_span(min(first + index, len(source.line_starts))).end for index in range(len(lines))]
        return cls._of(block.text, [end - len(line) for end, line in zip(ends, lines, strict=True)])

    @classmethod
    def alone(cls, text: str) -> Self:
        """Return the text of a diagram that is on no page: places are those in the text."""
        return cls._of(text, [0, *starts_behind(text.split("\n"))])

    @classmethod
    def plain(cls, text: str) -> Self:
        """Return a text that has no comments and settings any more; places are those in it."""
        return cls(with_entities(text), [0], [0])

    @classmethod
    def _of(cls, text: str, places: list[int]) -> Self:
        starts = [0, *starts_behind(text.split("\n"))]
        head = _FRONT_MATTER.match(text)
        kept: list[Span] = []
        done = head.end() if head else 0
        for expression_ in (_SETTINGS, _COMMENT):
            if expression_ is _COMMENT:
                text, starts, places = _kept(text, starts, places, [*kept, Span(done, len(text))])
                kept, done = [], 0
            for match in expression_.finditer(text, done):
                kept.append(Span(done, match.start()))
                done = match.end()
        text, starts, places = _kept(text, starts, places, [*kept, Span(done, len(text))])
        indent = len(text) - len(text.lstrip())
        text, starts, places = _kept(text, starts, places, [Span(indent, len(text))])
        return cls(with_entities(_with_attributes(text)) + "\n", starts, places)

    def place(self, offset: int) -> int:
        """Return the place on the page of a character."""
        index = bisect_right(self.starts, offset) - 1
        return self.places[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> Span:
        """Return the place on the page of a range of characters; its end is on the line of its last character."""
        place = self.place(start)
        return Span(place, max(place, self.place(end - 1) + 1 if end > start else place))


def _kept(text: str, starts: list[int], places: list[int], spans: list[Span]) -> tuple[str, list[int], list[int]]:
    """Return what some spans of a text have, and where its lines and these spans begin in it and on the page."""
    new_starts, new_places, length, line = [], [], 0, 0
    for start, end in spans:
        while line + 1 < len(starts) and starts[line + 1] <= start:
            line += 1
        new_starts.append(length)
        new_places.append(places[line] + start - starts[line])
        while line + 1 < len(starts) and starts[line + 1] < end:
            line += 1
            new_starts.append(length + starts[line] - start)
            new_places.append(places[line])
        length += end - start
    return "".join([text[start:end] for start, end in spans]), new_starts, new_places


def _with_attributes(text: str) -> str:
    """Return a text with single quotes around the attributes of its tags, as mermaid puts them there."""
    end = text.rfind(">") + 1  # so that no search for the end of a tag is in vain
    return _TAG.sub(lambda tag: _ATTRIBUTE.sub(r"='\1'", tag[0]), text[:end]) + text[end:]


def with_entities(text: str) -> str:
    """Return a text of the same length in which the semicolon of an entity (`#59;`) separates nothing."""
    if "#" not in text:
        return text
    text = "\n".join([_without_end(line) if ";" in line else line for line in text.split("\n")])
    return _ENTITY.sub("\u00b0\\1\u00b6", text)


def _without_end(line: str) -> str:
    """Return a line that styles something by a color without its last semicolon, which would end an entity."""
    styled = min((place for word in ("style", "classDef") if (place := line.find(word)) >= 0), default=-1)
    end = line.rfind(";")
    is_color = styled >= 0 and _COLOR.search(line, styled, end)
    return f"{line[:end]} {line[end + 1 :]}" if is_color else line
