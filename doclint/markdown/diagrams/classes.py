"""Class diagrams: classes with members, relations between them, notes and namespaces."""

from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.model import DiagramLink, DiagramMember, Label
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText


class ClassReader(Reader):
    """Reads class diagrams."""

    type = "class"

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._known: set[str] = set()

    def on_name(self, tokens: list[Lexeme]) -> None:
        """Keep the name of a class, without its type parameters."""
        last = tokens[-2 if tokens[-1].kind == "GENERIC" else -1]
        self.names.append(self.label(tokens[0].start, last.end, "`"))

    def on_class_head(self, tokens: list[Lexeme]) -> None:
        """Add a class."""
        name, titles = self.names.pop(), self.labels(tokens, "STRING", quote='"')
        self.add_node(name, titles[0] if titles else None, "class")
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
        self.add_node(self.label(tokens[1].start, tokens[-2].end, "`"), kind="namespace")

    def on_named(self, tokens: list[Lexeme]) -> None:
        """Add a member of a class that is written after its name, or a relation."""
        marks = [token for token in tokens if token.kind in {"TIP", "LINE"}]
        label = self.after_colon(tokens, "LABEL")
        for name in self.names:
            self._known.add(name.text)
            self.add_node(name)
        if marks:
            self.add_edge(self.names, self.label(marks[0].start, marks[-1].end), label)
        elif label:
            self._add_member(self.names[0].text, label, tokens[-1])
        self.names = []

    def on_annotation(self, tokens: list[Lexeme]) -> None:
        """Compare the class of an annotation with those before it, of which it must be one."""
        if self.names.pop().text not in self._known:
            self.fail(tokens[-1], "unknown-class")

    def on_click(self, tokens: list[Lexeme]) -> None:
        """Add the link of a class."""
        name, targets = self.names.pop(), self.labels(tokens, "STRING", quote='"')
        if any(token.kind == "HREF" for token in tokens):
            self.contents.links.append(DiagramLink(name.text, *targets[0]))

    def on_note(self, _: list[Lexeme]) -> None:
        """Forget the name of the class that a note is for."""
        self.names.clear()
