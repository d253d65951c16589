"""Signatures and examples on a page: the blocks that they stand in, and what the templates of a format capture."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from doclint.code.brackets import CodeText, Collapsed
from doclint.formats.contents import SignatureContent
from doclint.formats.inlines import joined
from doclint.formats.pattern import Capture
from doclint.formats.shapes import SymbolSignature
from doclint.formats.template import TYPES, Token
from doclint.markdown.nodes import (
    Block,
    BlockQuote,
    Code,
    CodeBlock,
    Emphasis,
    Html,
    Inline,
    Link,
    Paragraph,
    Strikethrough,
    Strong,
    plain_text,
)
from doclint.markdown.source import Span

_OPENING = tuple("([{<")
_CLOSING = tuple(")]}>")


class _Piece(NamedTuple):
    """A piece of a text and where it stands on the page; only if both are as long, so do its characters."""

    text: str
    place: Span

    def span(self, start: int, end: int) -> Span:
        if len(self.text) != self.place.end - self.place.start:
            return self.place
        return Span(self.place.start + start, self.place.start + end)


def take_signature(element: SignatureContent, block: Block) -> SymbolSignature | None:
    """Return the signature in a block; None if it does not match the element."""
    pieces = list(_pieces(element, block))
    written = Collapsed("".join(piece.text for piece in pieces))
    if not written.text:
        return None
    code = CodeText(written.text)
    for template in element.text:
        for tokens in template.alternatives:
            spans = _match(tokens, code)
            if spans is not None:
                captures = {name: _capture(written, span, pieces) for name, span in spans.items()}
                return SymbolSignature(start=block.start, end=block.end, captures=captures, hides=tuple(element.hides))
    return None


def _pieces(element: SignatureContent, block: Block) -> Iterator[_Piece]:
    """Yield the pieces of the code that a signature would be in a block, none if it is no block for one."""
    if element.layout == "fence":
        if isinstance(block, CodeBlock) and (not element.fence or block.language in element.fence):
            yield _Piece(block.text, block.content)
        return
    if element.layout == "quote":
        match block:
            case BlockQuote(children=[Paragraph() as only]):
                block = only
            case _:
                return
    if isinstance(block, Paragraph):
        for inline in joined(block.children):
            yield from _inline_pieces(inline)


def _inline_pieces(inline: Inline) -> Iterator[_Piece]:
    """Yield the pieces of the code in an inline. What looks like a tag is code: `List<Pet>`."""
    match inline:
        case Html(text=text):
            yield _Piece(text, inline.span)
        case Code(text=text):
            ticks, rest = divmod(inline.end - inline.start - len(text), 2)
            yield _Piece(text, inline.span if rest else Span(inline.start + ticks, inline.end - ticks))
        case Strong() | Emphasis() | Strikethrough() | Link(image=False):
            for child in inline.children:
                yield from _inline_pieces(child)
        case _:
            yield _Piece(plain_text([inline]), inline.span)


def _match(tokens: list[Token], code: CodeText) -> dict[str, Span] | None:
    """Return the span of each hole if all of the code matches."""
    spans: dict[str, Span] = {}
    start = 0
    for index, token in enumerate(tokens):
        literal = _blanks_joined(token.literal)
        if literal:
            if not code.text.startswith(literal, start):
                return None
            end = start + len(literal)
        else:
            following = _blanks_joined(tokens[index + 1].literal) if index + 1 < len(tokens) else ""
            end = code.find(following, start) if following else len(code.text)
            if end < start or not _fits(token, code, start, end):
                return None
        if token.type:
            spans[token.text] = code.trimmed(Span(start, end))
        start = end
    return spans if start == len(code.text) else None


def _fits(token: Token, code: CodeText, start: int, end: int) -> bool:
    """Whether a hole may have the text between two offsets. It may be empty within brackets."""
    held = code.text[slice(*code.trimmed(Span(start, end)))]
    if not held and code.text[:start].endswith(_OPENING) and code.text.startswith(_CLOSING, end):
        return True
    return re.fullmatch(TYPES[token.type], held) is not None


def _blanks_joined(literal: str) -> str:
    return re.sub(r"\s+", " ", literal)


def _capture(written: Collapsed, span: Span, pieces: list[_Piece]) -> Capture:
    """Return the capture of a span of the collapsed code, with its place on the page."""
    start, end = written.span(span)
    covered: list[Span] = []
    offset = 0
    for piece in pieces:
        after = offset + len(piece.text)
        if offset <= start < after or (start < after and offset < end):
            covered.append(piece.span(max(start - offset, 0), min(end, after) - offset))
        offset = after
    last = pieces[-1].place.end
    first, final = (covered[0].start, covered[-1].end) if covered else (last, last)
    return Capture(written.text[slice(*span)], first, final)
