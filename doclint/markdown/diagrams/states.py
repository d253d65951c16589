"""State diagrams: states, which may hold others, and transitions between them."""

from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.reader import Reader


class StateReader(Reader):
    """Reads state diagrams."""

    type = "state"

    def on_state_head(self, tokens: list[Lexeme]) -> None:
        """Add a state."""
        titles = self.labels(tokens, "STRING", quote='"')
        for name in self.labels(tokens, "NAME")[:1]:
            self.add_node(name, titles[0] if titles else None, "state")

    def on_id(self, tokens: list[Lexeme]) -> None:
        """Keep the name of a state."""
        self.names += self.labels(tokens[:1], "ID", "EDGE")

    def on_transition(self, tokens: list[Lexeme]) -> None:
        """Add a transition, or the description of a state."""
        arrows, label = self.labels(tokens, "ARROW"), self.after_colon(tokens, "LABEL")
        for name in self.names:
            if name.text != "[*]":
                self.add_node(name, None if arrows else label)
        if arrows:
            self.add_edge(self.names, arrows[0], label)
        self.names = []
