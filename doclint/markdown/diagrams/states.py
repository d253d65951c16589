"""State diagrams: states, which may hold others, and transitions between them."""

import re

from doclint.markdown.diagrams.grammar import Grammar
from doclint.markdown.diagrams.lexer import Lexeme, Lexicon
from doclint.markdown.diagrams.model import DiagramEdge, DiagramNode, Label
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText

_STATEMENTS = r"""
  NEWLINE     .       \n+
  _           .       \s+|\#[^\n]*|%%(?!\{)[^\n]*
  DIAGRAM     .       stateDiagram(?:-v2)?\s+
  TITLE       .       accTitle\s*:[^\n]*|accDescr\s*(?::[^\n]*|\{[^}]*\})
  TITLE       .       (?:direction\s+(?:TB|BT|LR|RL)|scale\s+[0-9]+\s+width)[^\n]*
  DEFAULT     .       default\b
  LOOK        .       classDef\s+[A-Za-z0-9_]+\s+[^\n]*|(?:class|style)\s+[A-Za-z0-9_]+(?:,\s*[A-Za-z0-9_]+)*[^\n]*
  LOOK_WORD   .       (?:classDef|class|style)\s+
  CLICK       .       click\b
  HREF        .       href\b
  STATE       +state  state\s+
  NOTE        .       note\s+(?:left|right)[ ]of\s+[^:\n\s-]+\s*(?::[^:\n;]+|\n.*?end\s+note\b)
  NOTE        .       note\s+"[^"]*"\s*as\s+[^\n]+
  NOTE_WORD   .       note\s+
  _           .       ""
  STRING      .       "[^"]+(?:"|\Z)
  EDGE        .       \[\*\]
  STYLE_MARK  .       :::
  LABEL       .       \s*:[^:\n;]+
  ARROW       .       -->
  ID          .       [^:\n\s{-]+
  OPEN        .       \{
"""
_LEXICON = Lexicon(
    rf"""
main:
{_STATEMENTS}
inside:
  CLOSE       -       \}}
  DIVIDER     .       --(?!>)
{_STATEMENTS}
state:
  NEWLINE     -       \n+
  _           .       \s+
  _           .       ""
  STRING      .       "[^"]+(?:"|\Z)
  AS          =named  as\b\s*
  OPEN        =inside \{{
  NAME        .       [^\s{{"]+
named:
  NEWLINE     -       \n+
  OPEN        =inside \{{
  NAME        .       [^\n{{]+
""",
    re.IGNORECASE | re.DOTALL,
)
_GRAMMAR = Grammar("""
document: NEWLINE* DIAGRAM line* EOF
line: NEWLINE | TITLE NEWLINE | LOOK NEWLINE | NOTE | DIVIDER | state | transition
  | CLICK ID (STRING STRING | HREF STRING) NEWLINE
state: state_head (OPEN line* CLOSE)?
state_head: STATE (STRING AS NAME? | NAME+)
transition: id (LABEL | ARROW id LABEL?)?
id: (ID | EDGE) (STYLE_MARK ID)?
""")


class StateReader(Reader):
    """Reads state diagrams."""

    lexicon = _LEXICON
    grammar = _GRAMMAR

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._ids: list[Label] = []  # of the transition

    def on_state_head(self, tokens: list[Lexeme]) -> None:
        """Add a state."""
        name = next((token for token in tokens if token.kind == "NAME"), None)
        if name is not None:
            title = self.label(tokens[1].start, tokens[1].end, '"') if tokens[1].kind == "STRING" else None
            text, span = self.label(name.start, name.end)
            self.contents.nodes.append(DiagramNode(text, title, span, "state"))

    def on_id(self, tokens: list[Lexeme]) -> None:
        """Keep the name of a state."""
        self._ids.append(self.label(tokens[0].start, tokens[0].end))

    def on_transition(self, tokens: list[Lexeme]) -> None:
        """Add a transition, or the description of a state."""
        ids, self._ids = self._ids, []
        arrow = next((token for token in tokens if token.kind == "ARROW"), None)
        text = next((token for token in tokens if token.kind == "LABEL"), None)
        label = self.label(self.text.index(":", text.start) + 1, text.end) if text else None
        described = label if arrow is None else None
        self.contents.nodes += [DiagramNode(name.text, described, name.span) for name in ids if name.text != "[*]"]
        if arrow is not None:
            mark = self.label(arrow.start, arrow.end)
            self.contents.edges.append(DiagramEdge(ids[0].text, ids[1].text, mark.text, label, mark.span))
