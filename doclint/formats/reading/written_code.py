"""Code as a page has it, in a fence, a quote or a paragraph: its text, and the place of each part."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from doclint.formats.patterns.inlines import joined
from doclint.markdown.nodes import (
    Code,
    CodeBlock,
    Emphasis,
    Heading,
    Html,
    Inline,
    Link,
    Paragraph,
    Strikethrough,
    Strong,
    plain_text,
)
from doclint.markdown.source import Span
from doclint.source.brackets import Collapsed

_ANGLES = str.maketrans("‹›", "<>")  # what versions of typedoc-plugin-markdown before 3 write


class _PieceOfCode(Struct, frozen=True):
    """A piece of a text and its place on the page. Only if both are as long, each character has its own place."""

    text: str
    place: Span

    def span(self, start: int, end: int) -> Span:
        if len(self.text) != self.place.end - self.place.start:
            return self.place
        return Span(self.place.start + start, self.place.start + end)


class WrittenCode:
    """Code on a page, with one blank for each run of white space, as `text`, and as it is, as `lines`."""

    def __init__(self, pieces: Iterable[_PieceOfCode]) -> None:
        self._pieces = list(pieces)
        self.lines = "".join(piece.text for piece in self._pieces)
        self._collapsed = Collapsed(self.lines)
        self.text = self._collapsed.text

    def place(self, span: Span) -> Span:
        """Return where a part of the code is on the page, without the markup around it where that is possible."""
        return self.place_in_lines(self._collapsed.span(span))

    def place_in_lines(self, span: Span) -> Span:
        """Return where a part of the code is on the page, given its span in the lines."""
        start, end = span
        covered: list[Span] = []
        offset = 0
        for piece in self._pieces:
            after = offset + len(piece.text)
            if start < after and (offset < end or offset <= start):
                covered.append(piece.span(max(start - offset, 0), min(end, after) - offset))
            offset = after
        if covered:
            return Span(covered[0].start, covered[-1].end)
        last = self._pieces[-1].place.end
        return Span(last, last)

    def part(self, span: Span) -> "WrittenCode":
        """Return a part of the code, given its span in the lines."""
        return WrittenCode([_PieceOfCode(self.lines[slice(*span)], self.place_in_lines(span))])


def code_in(block: CodeBlock | Heading | Paragraph) -> WrittenCode:
    """Return the code that a block has: all of a fence, or the text of a heading or a paragraph."""
    if isinstance(block, CodeBlock):
        return WrittenCode([_PieceOfCode(block.text, block.content)])
    return WrittenCode(_pieces(joined(block.children)))


def _pieces(inlines: Iterable[Inline]) -> Iterator[_PieceOfCode]:
    """Yield the pieces of the code in inlines, with a blank between a word in code and a bold name right after it.

    Old versions of typedoc-plugin-markdown write flags like that: `` `Private`**login**() ``.
    """
    before: Inline | None = None
    for inline in inlines:
        if isinstance(before, Code) and isinstance(inline, Strong) and before.text.isidentifier():
            yield _PieceOfCode(" ", Span(inline.start, inline.start))
        yield from _inline_pieces(inline)
        before = inline


def _inline_pieces(inline: Inline) -> Iterator[_PieceOfCode]:
    """Yield the pieces of the code in an inline. What looks like a tag is code: `List<Pet>`."""
    match inline:
        case Html(text=text):
            yield _PieceOfCode(text, inline.span)
        case Code(text=text):
            ticks, rest = divmod(inline.end - inline.start - len(text), 2)
            yield _PieceOfCode(text, inline.span if rest else Span(inline.start + ticks, inline.end - ticks))
        case Strong() | Emphasis() | Strikethrough() | Link(image=False):
            for child in inline.children:
                yield from _inline_pieces(child)
        case _:
            yield _PieceOfCode(plain_text([inline]).translate(_ANGLES), inline.span)
