"""Sequence diagrams: participants, messages between them, notes and blocks."""

from collections import Counter

from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText


class SequenceReader(Reader):
    """Reads sequence diagrams."""

    type = "sequence"

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._active = Counter[str]()

    def on_participant(self, tokens: list[Lexeme]) -> None:
        """Add a participant."""
        name, *shown = self.labels(tokens, "NAME", "LINE")
        is_actor = any(token.kind == "ACTOR" for token in tokens)
        self.add_node(name, shown[0] if shown else None, "actor" if is_actor else "participant")

    def on_message(self, tokens: list[Lexeme]) -> None:
        """Add a message."""
        names = self.labels(tokens, "NAME")
        self.add_edge(names, self.labels(tokens, "ARROW")[0], self.after_colon(tokens, "TEXT"))
        if tokens[2].kind == "PLUS":
            self._active[names[1].text] += 1
        elif tokens[2].kind == "MINUS":
            self._deactivate(names[0].text, tokens[2])

    def on_activation(self, tokens: list[Lexeme]) -> None:
        """Count that a participant is active once more or less."""
        name = self.of(tokens[1]).strip()
        if tokens[0].kind == "ACTIVATE":
            self._active[name] += 1
        else:
            self._deactivate(name, tokens[1])

    def _deactivate(self, name: str, token: Lexeme) -> None:
        if not self._active[name]:
            self.fail(token, "inactive")
        self._active[name] -= 1
