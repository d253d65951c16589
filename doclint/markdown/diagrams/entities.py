"""Entity relationship diagrams: entities with attributes, and relations between them."""

import re

from doclint.markdown.diagrams.grammar import Grammar
from doclint.markdown.diagrams.lexer import Lexeme, Lexicon
from doclint.markdown.diagrams.model import DiagramEdge, DiagramMember, DiagramNode, Label
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText

_LEXICON = Lexicon(
    r"""
main:
  TITLE       .      accTitle\s*:[^\n]*|accDescr\s*(?::[^\n]*|\{[^}]*\})
  TITLE       .      direction\s+(?:TB|BT|LR|RL)[^\n]*
  NEWLINE     .      \n+
  _           .      \s+
  DIAGRAM     .      erDiagram\b
  LOOK        .      (?:classDef|class|style)\s+[^\s,]+(?:,\s*[^\s,]+)*[^\S\n]+[^\n]+
  NAME        .      "[^"%\r\n\v\\]+"
  STRING      .      "[^"]*"
  OPEN        +body  \{
  SQUARE      .      \[
  SQUARE_END  .      \]
  STYLE_MARK  .      :::
  COLON       .      :
  COMMA       .      ,
  COUNT       .      (?:one\s+or\s+(?:zero|more|many)|zero\s+or\s+(?:one|more|many)|only\s+one|one)\b
  COUNT       .      many\([01]\)|many\b|[01]\+|\|o|o\||\}o|o\{|\|\||\}\||\|\{|1\b|u(?=[.|-])
  LINE        .      \.\.|--|\.-|-\.|(?:optionally\s+)?to\b
  NAME        .      (?:[^\x00-\x7f]|[A-Za-z0-9_*-])+
body:
  _           .      \s+
  CLOSE       -      \}
  KEY         .      \b(?:PK|FK|UK)\b
  ATTRIBUTE   .      [^\s~]*~[^\n]*~[^\s~]*
  ATTRIBUTE   .      (?-i:[*A-Za-z_\u00c0-\uffff][A-Za-z0-9_\[\]()*\u00c0-\uffff-]*)
  COMMENT     .      "[^"]*"
  COMMA       .      ,
""",
    re.IGNORECASE,
)
_GRAMMAR = Grammar("""
document: NEWLINE* DIAGRAM line* EOF
line: NEWLINE | TITLE | LOOK | entity
entity: name (SQUARE (NAME | STRING) SQUARE_END)? (STYLE_MARK NAME (COMMA NAME)*)? (body | relation)?
name: NAME
body: OPEN attribute* CLOSE
attribute: ATTRIBUTE ATTRIBUTE (KEY (COMMA KEY)*)? COMMENT?
relation: COUNT LINE COUNT name (STYLE_MARK NAME (COMMA NAME)*)? COLON (NAME | STRING)
""")


class EntityReader(Reader):
    """Reads entity relationship diagrams."""

    lexicon = _LEXICON
    grammar = _GRAMMAR

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._names: list[Label] = []

    def on_name(self, tokens: list[Lexeme]) -> None:
        """Add an entity."""
        self._names = [*self._names[-1:], self.label(tokens[0].start, tokens[0].end, '"')]
        self.contents.nodes.append(DiagramNode(self._names[-1].text, None, self._names[-1].span))

    def on_relation(self, tokens: list[Lexeme]) -> None:
        """Add a relation."""
        source, target = self._names
        mark = self.label(tokens[0].start, tokens[2].end)
        label = self.label(tokens[-1].start, tokens[-1].end, '"')
        self.contents.edges.append(DiagramEdge(source.text, target.text, mark.text, label, mark.span))

    def on_attribute(self, tokens: list[Lexeme]) -> None:
        """Add an attribute of an entity."""
        text, span = self.label(tokens[0].start, tokens[-1].end)
        self.contents.members.append(DiagramMember(self._names[-1].text, text, span))
