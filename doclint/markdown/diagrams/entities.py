"""Entity relationship diagrams: entities with attributes, and relations between them."""

from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.model import DiagramMember
from doclint.markdown.diagrams.reader import Reader


class EntityReader(Reader):
    """Reads entity relationship diagrams."""

    type = "entity"

    def on_name(self, tokens: list[Lexeme]) -> None:
        """Add an entity."""
        self.names = [*self.names[-1:], *self.labels(tokens, "NAME", quote='"')]
        self.add_node(self.names[-1])

    def on_relation(self, tokens: list[Lexeme]) -> None:
        """Add a relation."""
        mark = self.label(tokens[0].start, tokens[2].end)
        self.add_edge(self.names, mark, self.labels(tokens[-1:], "NAME", "STRING", quote='"')[0])

    def on_attribute(self, tokens: list[Lexeme]) -> None:
        """Add an attribute of an entity."""
        text = self.label(tokens[0].start, tokens[-1].end)
        self.contents.members.append(DiagramMember(self.names[-1].text, *text))
