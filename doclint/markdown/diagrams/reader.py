"""What readers of all types of diagrams share: from the text to the contents, by a lexicon and a grammar."""

from functools import cache
from typing import ClassVar

from doclint.errors.tables import table
from doclint.markdown.diagrams.grammar import Grammar, Handler, Lexeme, Lexicon, Stop
from doclint.markdown.diagrams.model import DiagramContents, DiagramEdge, DiagramNode, DiagramType, Failure, Label
from doclint.markdown.diagrams.text import DiagramText


@cache
def language(kind: DiagramType) -> tuple[Lexicon, Grammar]:
    """Return the tokens and the rules of a type of diagrams, which the file of its name has."""
    parts = table("doclint.markdown.diagrams", kind)
    return Lexicon(parts["tokens"], parts.get("flags", "")), Grammar(parts["rules"])


class Reader:
    """Reads a diagram of one type. A method `on_RULE` gets the tokens of each rule of that name in the grammar."""

    type: ClassVar[DiagramType]

    def __init__(self, text: DiagramText) -> None:
        self.source = text
        self.text = text.text
        self.contents = DiagramContents()
        self.names: list[Label] = []  # of nodes, in the statement that is read
        self.refused: Stop | None = None

    def read(self) -> DiagramContents:
        """Read the diagram as far as it parses."""
        handlers: dict[str, Handler] = {
            name.removeprefix("on_"): getattr(self, name) for name in dir(self) if name.startswith("on_")
        }
        lexicon, grammar = language(self.type)
        stop = grammar.parse(lexicon.tokens(self.text), handlers) or self.refused
        if stop:
            self.contents.failure = self._failure(stop)
        return self.contents

    def _failure(self, stop: Stop) -> Failure:
        """Return the place of a failure: where a line ends too early, that is its last character."""
        kind, start, end = stop.token
        if kind in {"NEWLINE", "EOF"} or (kind == "CLOSE" and "\n" in self.text[stop.before.end : start]):
            end = len(self.text[:start].rstrip())
        line = self.text.count("\n", 0, stop.before.end if kind else start) + 1
        span = self.source.span(min(start, end - 1), end)
        return Failure(span, kind, stop.expected, stop.rule, line, start)

    def of(self, token: Lexeme) -> str:
        """Return the text of a token."""
        return self.text[token.start : token.end]

    def label(self, start: int, end: int, quote: str = "") -> Label:
        """Return a range of the text as a label, without blanks and the given quotes around it."""
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        if quote and text.startswith(quote):
            start, text = start + len(quote), text[len(quote) :].removesuffix(quote)
        return Label(text, self.source.span(start, start + len(text)))

    def labels(self, tokens: list[Lexeme], *kinds: str, quote: str = "") -> list[Label]:
        """Return the tokens of some kinds as labels."""
        return [self.label(token.start, token.end, quote) for token in tokens if token.kind in kinds]

    def after_colon(self, tokens: list[Lexeme], kind: str) -> Label | None:
        """Return what the first token of a kind has after its colon; None without one."""
        found = (self.label(self.text.index(":", one.start) + 1, one.end) for one in tokens if one.kind == kind)
        return next(found, None)

    def add_node(self, name: Label, shown: Label | None = None, kind: str = "") -> None:
        """Add one mention of a node."""
        self.contents.nodes.append(DiagramNode(name.text, shown, name.span, kind))

    def add_edge(self, nodes: list[Label], mark: Label, label: Label | None) -> None:
        """Add an edge between two nodes."""
        source, target = nodes
        self.contents.edges.append(DiagramEdge(source.text, target.text, mark.text, label, mark.span))

    def fail(self, token: Lexeme, reason: str) -> None:
        """Keep the first reason why a diagram that parses is not drawn."""
        self.refused = self.refused or Stop(token, frozenset(), reason, token)
