"""The diagrams of a document, and which reader each has."""

from collections.abc import Iterable
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.model import DiagramContents, DiagramType
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.source import Source

if TYPE_CHECKING:
    from doclint.markdown.diagrams.grammar import Lexeme

_TYPE = expression(r"\s*(?:(flowchart|graph)|(sequenceDiagram)|(classDiagram)|(stateDiagram)|(erDiagram))")
_TYPES: tuple[DiagramType, ...] = ("flowchart", "sequence", "class", "state", "entity")  # as groups of the pattern


class Diagram(Struct, dict=True):
    """A Mermaid diagram on a page: its type, and the code block that it is in."""

    type: DiagramType
    block: CodeBlock
    text: DiagramText

    @cached_property
    def contents(self) -> DiagramContents:
        """What the diagram says; read when it is first asked for."""
        return read(self.type, self.text)


def diagrams(source: Source, blocks: Iterable[CodeBlock]) -> list[Diagram]:
    """Return the diagrams among the code blocks of a page whose type is known, in document order."""
    found = []
    for block in blocks:
        if block.fence:
            text = DiagramText.of(source, block)
            kind = type_of(text.text)
            if kind is not None:
                found.append(Diagram(kind, block, text))
    return found


def type_of(text: str) -> DiagramType | None:
    """Return the type of a diagram, None if it is none of those that doclint reads."""
    match = _TYPE.match(text)
    return _TYPES[match.lastindex - 1] if match and match.lastindex else None


def read(kind: DiagramType, text: DiagramText) -> DiagramContents:
    """Read a diagram of a type."""
    from doclint.markdown.diagrams.types import READERS

    return READERS[kind](text).read()


def tokens_before(kind: DiagramType, text: DiagramText, offset: int) -> "list[Lexeme]":
    """Return the tokens of a diagram that begin before a character of its text."""
    from doclint.markdown.diagrams.reader import language

    lexicon, _ = language(kind)
    return list(takewhile(lambda token: token.start < offset, lexicon.tokens(text.text)))
