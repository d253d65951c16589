"""Class diagrams: classes with members, relations between them, notes and namespaces."""

from doclint.markdown.diagrams.grammar import Grammar
from doclint.markdown.diagrams.lexer import Lexeme, Lexicon
from doclint.markdown.diagrams.model import DiagramEdge, DiagramLink, DiagramMember, DiagramNode, Label
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText

_NAMES = r"""
  _           .          ""|``
  STRING      .          "[^"]+(?:"|\Z)
  QUOTED      .          `[^`]+(?:`|\Z)
  GENERIC     .          ~[^~]*~
  STYLE_MARK  .          :::
  LABEL       .          :[^:\n;]+
  ANNOTATION  .          <<|>>
  TIP         .          <\||\|>|<|>|\*|\(\)|o(?![A-Za-z0-9_])
  LINE        .          --|\.\.
  WORD        .          [A-Za-z0-9_]+|-|[^\W\d_]+
  DOT         .          \.
  SQUARE      .          \[
  SQUARE_END  .          \]
  MARK        .          [(){}!#$&'*+,/=?\\^|%]
"""
_LEXICON = Lexicon(
    r"""
main:
  TITLE       .          accTitle\s*:[^\n]*|accDescr\s*(?::[^\n]*|\{[^}]*\})
  NEWLINE     .          \s*\n\s*
  _           .          \s+|%%[^\n]*
  DIAGRAM     .          classDiagram(?:-v2)?\b
  TITLE       .          direction\s+(?:TB|BT|LR|RL)[^\n]*
  LOOK        .          (?:style|classDef)\s+[^\s{}]+[^\S\n]+[^\n]+
  NAMESPACE   +namespace namespace\b
  CLASS       +class     class\b
  CSS_CLASS   .          cssClass\b
  NOTE_FOR    .          note\s+for\b
  NOTE        .          note\b
  CALLBACK    .          callback\b
  LINK        .          link\b
  CLICK       +click     click\b
  CLOSE       -          \}
"""
    + _NAMES
    + r"""
namespace:
  NEWLINE     -          \s*\n\s*
  _           .          \s+
  OPEN        =main      \{
"""
    + _NAMES
    + r"""
class:
  NEWLINE     -          \s*\n\s*
  CLOSE       --         \}
  _           .          \s+
  OPEN        +body      \{
"""
    + _NAMES
    + r"""
click:
  NEWLINE     -          \s*\n\s*
  _           .          \s+
  CALL        .          call\s+[^(\n]+(?:\([^)]*\))?
  HREF        .          href\b
  TARGET      .          _(?:self|blank|parent|top)\b
"""
    + _NAMES
    + r"""
body:
  CLOSE       --         \}
  _           .          \s+
  OPEN_INSIDE .          \{
  _           .          ""
  STRING      .          "[^"]*
  MEMBER      .          [^{}\n]+
"""
)
_GRAMMAR = Grammar("""
document: NEWLINE? DIAGRAM NEWLINE statement (NEWLINE statement?)* EOF
statement: TITLE | LOOK | class | namespace | note | annotation | named
  | CSS_CLASS STRING WORD | CALLBACK name STRING STRING? | LINK name STRING STRING? TARGET? | click
class: class_head class_body?
class_head: CLASS name (SQUARE STRING SQUARE_END)? (STYLE_MARK WORD)?
class_body: OPEN MEMBER* CLOSE
name: part+ (DOT part+)* GENERIC?
part: WORD | QUOTED
namespace: namespace_head NEWLINE? class (NEWLINE class?)* CLOSE
namespace_head: NAMESPACE part+ (DOT part+)* OPEN
note: NOTE_FOR name STRING | NOTE STRING
annotation: ANNOTATION WORD ANNOTATION name
named: name (LABEL | relation)?
relation: STRING? (TIP LINE TIP? | LINE TIP?) STRING? name LABEL?
click: CLICK name (CALL STRING? | HREF STRING STRING? TARGET?)
""")


class ClassReader(Reader):
    """Reads class diagrams."""

    lexicon = _LEXICON
    grammar = _GRAMMAR

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._names: list[Label] = []  # of the statement
        self._known: set[str] = set()

    def on_name(self, tokens: list[Lexeme]) -> None:
        """Keep the name of a class, without its type parameters."""
        last = tokens[-2 if tokens[-1].kind == "GENERIC" else -1]
        self._names.append(self.label(tokens[0].start, last.end, "`"))

    def on_class_head(self, tokens: list[Lexeme]) -> None:
        """Add a class."""
        name = self._names.pop()
        title = next((self.label(token.start, token.end, '"') for token in tokens if token.kind == "STRING"), None)
        self.contents.nodes.append(DiagramNode(name.text, title, name.span, "class"))
        self._known.add(name.text)
        self._owner = name.text

    def on_class_body(self, tokens: list[Lexeme]) -> None:
        """Add the members of a class."""
        for token in tokens[1:-1]:
            self._add_member(self._owner, self.label(token.start, token.end), token)

    def _add_member(self, owner: str, member: Label, token: Lexeme) -> None:
        self.contents.members.append(DiagramMember(owner, *member))
        text = member.text
        end, is_annotation = text.rfind(")"), text.startswith("<<") and text.endswith(">>")
        # A member with a parenthesis is a method, and mermaid reads its name before the first one.
        if end > 0 and not 0 < text.find("(", 1) < end and not is_annotation:
            self.fail(token, "no-method")

    def on_namespace_head(self, tokens: list[Lexeme]) -> None:
        """Add a namespace."""
        name = self.label(tokens[1].start, tokens[-2].end, "`")
        self.contents.nodes.append(DiagramNode(name.text, None, name.span, "namespace"))

    def on_named(self, tokens: list[Lexeme]) -> None:
        """Add a member of a class that is written after its name, or a relation."""
        names, self._names = self._names, []
        self._known.update(name.text for name in names)
        self.contents.nodes += [DiagramNode(name.text, None, name.span) for name in names]
        marks = [token for token in tokens if token.kind in {"TIP", "LINE"}]
        label = next((self.label(token.start + 1, token.end) for token in tokens if token.kind == "LABEL"), None)
        if marks:
            mark = self.label(marks[0].start, marks[-1].end)
            self.contents.edges.append(DiagramEdge(names[0].text, names[1].text, mark.text, label, mark.span))
        elif label:
            self._add_member(names[0].text, label, tokens[-1])

    def on_annotation(self, tokens: list[Lexeme]) -> None:
        """Compare the class of an annotation with those before it, of which it must be one."""
        if self._names.pop().text not in self._known:
            self.fail(tokens[-1], "unknown-class")

    def on_click(self, tokens: list[Lexeme]) -> None:
        """Add the link of a class."""
        name = self._names.pop()
        target = next((token for token in tokens if token.kind == "STRING"), None)
        if target and any(token.kind == "HREF" for token in tokens):
            self.contents.links.append(DiagramLink(name.text, *self.label(target.start, target.end, '"')))

    def on_note(self, _: list[Lexeme]) -> None:
        """Forget the name of the class that a note is for."""
        self._names.clear()
