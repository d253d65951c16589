"""Sequence diagrams: participants, messages between them, notes and blocks."""

import re
from collections import Counter

from doclint.markdown.diagrams.grammar import Grammar
from doclint.markdown.diagrams.lexer import Lexeme, Lexicon
from doclint.markdown.diagrams.model import DiagramEdge, DiagramNode
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText

_LEXICON = Lexicon(
    r"""
main:
  NEWLINE     .      \n+|;
  _           .      \s+|\#[^\n]*|[^}]?%%(?!\{)[^\n]*
  SEQUENCE    .      sequenceDiagram\b
  CREATE      .      create\b
  PARTICIPANT +name  participant\b
  ACTOR       +name  actor\b
  DESTROY     +name  destroy\b
  ACTIVATE    +name  activate\b
  DEACTIVATE  +name  deactivate\b
  BOX         +line  box\b
  LOOP        +line  (?:loop|rect|opt|break)\b
  ALT         +line  alt\b
  ELSE        +line  else\b
  PAR         +line  par(?:_over)?\b
  AND         +line  and\b
  CRITICAL    +line  critical\b
  OPTION      +line  option\b
  END         .      end\b
  SIDE        .      (?:left|right)\s+of\b
  OVER        .      over\b
  NOTE        .      note\b
  LINK        .      (?:links?|properties|details)\b
  TITLE       .      title:?\s[^\#\n;]+|accTitle\s*:[^\n]*|accDescr\s*(?::[^\n]*|\{[^}]*\})
  AUTONUMBER  .      autonumber\b
  OFF         .      off\b
  NUMBER      .      [0-9]+(?=[ \n])
  COMMA       .      ,
  NAME        .      [^+<>:\n,;-]+(?:(?!--?[x)])-*[^+<>:\n,;-]+)*
  ARROW       .      (?:<<)?--?>>|--?>|--?[x)]
  TEXT        .      :[^\#\n;]*
  PLUS        .      \+
  MINUS       .      -
name:
  _           .      [^\S\n]+
  NAME        =data  [^<>:\n,;@\s]+(?=@\{)
  NAME        =alias [^<>:\n,;]+?(?=[^\S\n]+as[^\S\n]|[\#\n;]|\Z)
data:
  DATA_END    -      \}
  DATA        .      [^}]+
alias:
  AS          =line  [^\S\n]+as[^\S\n]+
  _           -      (?:)
line:
  LINE        -      [^\#\n;]*
""",
    re.IGNORECASE,
)
_GRAMMAR = Grammar("""
document: NEWLINE* SEQUENCE line* EOF
line: NEWLINE | TITLE NEWLINE | participant | destroy | message | activation | note | LINK NAME TEXT NEWLINE
  | AUTONUMBER (NUMBER NUMBER? | OFF)? NEWLINE | box | block
participant: CREATE? (PARTICIPANT | ACTOR) NAME (AS LINE | DATA+ DATA_END)? NEWLINE
destroy: DESTROY NAME NEWLINE
message: NAME ARROW (PLUS | MINUS)? NAME TEXT NEWLINE
activation: (ACTIVATE | DEACTIVATE) NAME NEWLINE
note: NOTE (SIDE NAME | OVER NAME (COMMA NAME)?) TEXT NEWLINE
box: BOX LINE (NEWLINE | participant | destroy)* END
block: LOOP LINE line* END | ALT LINE line* (ELSE LINE line*)* END | PAR LINE line* (AND LINE line*)* END
  | CRITICAL LINE line* (OPTION LINE line*)* END
""")


class SequenceReader(Reader):
    """Reads sequence diagrams."""

    lexicon = _LEXICON
    grammar = _GRAMMAR

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._active = Counter[str]()

    def on_participant(self, tokens: list[Lexeme]) -> None:
        """Add a participant."""
        kind = "actor" if any(token.kind == "ACTOR" for token in tokens) else "participant"
        name = next(token for token in tokens if token.kind == "NAME")
        line = next((token for token in tokens if token.kind == "LINE"), None)
        name_, span = self.label(name.start, name.end)
        self.contents.nodes.append(DiagramNode(name_, line and self.label(line.start, line.end), span, kind))

    def on_message(self, tokens: list[Lexeme]) -> None:
        """Add a message."""
        source, target = (self.label(token.start, token.end) for token in tokens if token.kind == "NAME")
        text = self.label(tokens[-2].start + 1, tokens[-2].end)
        mark, span = self.label(tokens[1].start, tokens[1].end)
        self.contents.edges.append(DiagramEdge(source.text, target.text, mark, text, span))
        if tokens[2].kind == "PLUS":
            self._active[target.text] += 1
        elif tokens[2].kind == "MINUS":
            self._deactivate(source.text, tokens[2])

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
