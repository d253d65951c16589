"""Signatures on a page: the blocks that have them, and what the templates of a format capture."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from doclint.errors.expressions import expression
from doclint.formats.patterns.pattern import Capture
from doclint.formats.patterns.template import TYPES, UNREAD, Template, Token
from doclint.formats.reading.shapes import SymbolSignature
from doclint.formats.reading.written_code import WrittenCode, code_in
from doclint.formats.schema.contents import SignatureContent
from doclint.markdown.nodes import Block, BlockQuote, CodeBlock, Heading, Paragraph
from doclint.markdown.source import Span
from doclint.source.brackets import CodeText

MEMBERS = "members"
_WORDS = expression(TYPES["words"])
_OPENING = tuple("([{<")
_CLOSING = tuple(")]}>")


def take_signature(element: SignatureContent, block: Block) -> SymbolSignature | None:
    """Return the signature in a block; None if it does not match the element."""
    holder = _holder(element, block)
    written = code_in(holder) if holder else None
    if holder is None or written is None or not written.text:
        return None
    return signature_in(
        written,
        element.text,
        start=block.start,
        end=block.end,
        hides=tuple(element.hides),
        omits=tuple(element.omits),
        language=holder.language if isinstance(holder, CodeBlock) else next(iter(element.fence), ""),
        element=element,
    )


def signature_in(written: WrittenCode, templates: Iterable[Template], **others: Any) -> SymbolSignature | None:
    """Return the signature that some code is; None if none of the templates matches."""
    code = CodeText(written.text)
    for tokens in (one for template in templates for one in template.alternatives):
        spans = _match(tokens, code)
        if spans is not None:
            texts = ((name, span, written.text[slice(*span)]) for name, span in spans.items())
            captures = {name: Capture(text, *written.place(span)) for name, span, text in texts}
            return SymbolSignature(captures=captures, code=written, spans=spans, **others)
    return None


def _holder(element: SignatureContent, block: Block) -> CodeBlock | Heading | Paragraph | None:
    """Return the block that has the code if a block may be a signature."""
    layout = element.layout
    match block:
        case CodeBlock(language=language) if not {"fence", "items"}.isdisjoint(layout):
            return block if not element.fence or language in element.fence else None
        case BlockQuote(children=[Paragraph() | CodeBlock() as only]) if "quote" in layout:
            return only
        case Paragraph() if "paragraph" in layout:
            return block
        case Heading() if "heading" in layout:
            return block
    return None


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
            if token.text == MEMBERS:  # whatever comments say
                end = len(code.text) - len(following)
            elif token.type == "words":
                end = start + len(_WORDS.match(code.text, start)[0])  # type: ignore[index]
            else:
                end = code.find(following, start) if following else len(code.text)
            if end < start or (token.type != "words" and not _fits(token, code, start, end)):
                return None
        if token.type and token.text != UNREAD:
            spans[token.text] = code.trimmed(Span(start, end))
        start = end
    return spans if start == len(code.text) else None


def _fits(token: Token, code: CodeText, start: int, end: int) -> bool:
    """Whether a hole may have the text between two offsets. It may be empty within brackets."""
    held = code.text[slice(*code.trimmed(Span(start, end)))]
    if not held and code.text[:start].endswith(_OPENING) and code.text.startswith(_CLOSING, end):
        return True
    return re.fullmatch(TYPES[token.type], held) is not None


@lru_cache(maxsize=1024)  # signatures by the thousand are compared with the same literals
def _blanks_joined(literal: str) -> str:
    return re.sub(r"\s+", " ", literal)
