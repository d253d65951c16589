"""The diagrams of a document, and which reader each has."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.model import DiagramContents, DiagramType
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.source import Source

if TYPE_CHECKING:
    from doclint.markdown.diagrams.lexer import Lexeme
    from doclint.markdown.diagrams.reader import Reader

_TYPE = expression(r"\s*(?:(flowchart|graph)|(sequenceDiagram)|(classDiagram)|(stateDiagram)|(erDiagram))")
_TYPES: tuple[DiagramType, ...] = ("flowchart", "sequence", "class", "state", "entity")


@dataclass
class Diagram:
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
    return _reader(kind)(text).read()


def tokens_before(kind: DiagramType, text: DiagramText, offset: int) -> "list[Lexeme]":
    """Return the tokens of a diagram that begin before a character of its text."""
    return list(takewhile(lambda token: token.start < offset, _reader(kind).lexicon.tokens(text.text)))


def _reader(kind: DiagramType) -> "type[Reader]":
    match kind:  # a page has diagrams of one or two types
        case "flowchart":
            from doclint.markdown.diagrams.flowchart import FlowchartReader

            return FlowchartReader
        case "sequence":
            from doclint.markdown.diagrams.sequence import SequenceReader

            return SequenceReader
        case "class":
            from doclint.markdown.diagrams.classes import ClassReader

            return ClassReader
        case "state":
            from doclint.markdown.diagrams.states import StateReader

            return StateReader
        case "entity":
            from doclint.markdown.diagrams.entities import EntityReader

            return EntityReader
