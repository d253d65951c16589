"""What readers of all types of diagrams share: from the text to the contents, by a lexicon and a grammar."""

from typing import ClassVar

from doclint.markdown.diagrams.grammar import Grammar, Handler, Stop
from doclint.markdown.diagrams.lexer import Lexeme, Lexicon
from doclint.markdown.diagrams.model import DiagramContents, Failure, Label
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.source import Span


class Reader:
    """Reads a diagram of one type. A method `on_RULE` gets the tokens of each rule of that name in the grammar."""

    lexicon: ClassVar[Lexicon]
    grammar: ClassVar[Grammar]

    def __init__(self, text: DiagramText) -> None:
        self.source = text
        self.text = text.text
        self.contents = DiagramContents()
        self.refused: Stop | None = None

    def read(self) -> DiagramContents:
        """Read the diagram as far as it parses."""
        handlers: dict[str, Handler] = {
            name.removeprefix("on_"): getattr(self, name) for name in dir(self) if name.startswith("on_")
        }
        stop = self.grammar.parse(self.lexicon.tokens(self.text), handlers) or self.refused
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

    def span(self, token: Lexeme) -> Span:
        """Return the place on the page of a token."""
        return self.source.span(token.start, token.end)

    def label(self, start: int, end: int, quote: str = "") -> Label:
        """Return a range of the text as a label, without blanks and the given quotes around it."""
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        if quote and text.startswith(quote):
            start, text = start + len(quote), text[len(quote) :].removesuffix(quote)
        return Label(text, self.source.span(start, start + len(text)))

    def fail(self, token: Lexeme, reason: str) -> None:
        """Keep the first reason why a diagram that parses is not drawn."""
        self.refused = self.refused or Stop(token, frozenset(), reason, token)
