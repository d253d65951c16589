"""The types of diagrams that doclint reads: what each has, and how its text becomes that."""

from collections import Counter

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.grammar import Lexeme
from doclint.markdown.diagrams.model import DiagramEdge, DiagramLink, DiagramMember, DiagramNode, DiagramType, Label
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


# Marks mean the same within text as outside, but nothing in quotes.


_HREF = expression(r"href\s*+=\s*+['\"]([^'\"]++)")
_BLANK = expression(r"\s")
_MOST_EDGES = 10_000  # that one link between two groups of nodes draws


class FlowchartReader(Reader):
    """Reads flowcharts."""

    type = "flowchart"

    def __init__(self, text: DiagramText) -> None:
        super().__init__(text)
        self._name = Lexeme("", 0, 0)
        self._text: Label | None = None
        self._before: list[str] = []  # the nodes that the last link leaves
        self._group: list[str] = []  # the nodes after it
        self._link: Lexeme | None = None
        self._link_text: Label | None = None
        self._edges = 0
        self._open: list[tuple[str, list[str]]] = []  # the ids and nodes of the subgraphs that have not ended
        self._open_ids = Counter[str]()
        self._placed: set[str] = set()  # nodes that belong to a subgraph that has ended

    def on_node_id(self, tokens: list[Lexeme]) -> None:
        """Keep the id of a node until its shape is known."""
        self._name = Lexeme("", tokens[0].start, tokens[-1].end)
        self._text = None

    def on_text(self, tokens: list[Lexeme]) -> None:
        """Keep the text of a shape or of a link."""
        self._text = self.label(tokens[0].start, tokens[-1].end)
        for found in _HREF.finditer(self.text, tokens[0].start, tokens[-1].end):
            self._add_link(self._name, *found.span(1))

    def on_node(self, _: list[Lexeme]) -> None:
        """Add a node."""
        name = self.of(self._name)
        self.contents.nodes.append(DiagramNode(name, self._text, self.source.span(*self._name[1:])))
        self._group.append(name)
        self._text = None
        if self._open:
            self._open[-1][1].append(name)
            if self._open_ids[name] and name not in self._placed:
                self.fail(self._name, "own-subgraph")

    def on_link(self, tokens: list[Lexeme]) -> None:
        """Keep a link until the nodes after it are known."""
        self._connect()
        self._before, self._group = self._group, []
        self._link = next(token for token in reversed(tokens) if token.kind == "LINK")
        words = [token for token in tokens if token.kind in {"STRING", "LINK_TEXT"}]
        self._link_text = self.label(words[0].start, words[-1].end) if words else self._text
        self._text = None

    def on_chain(self, _: list[Lexeme]) -> None:
        """Add the last link of a chain."""
        self._connect()
        self._group, self._link = [], None

    def _connect(self) -> None:
        if self._link is None:
            return
        self._edges += len(self._before) * len(self._group)
        if len(self._before) * len(self._group) > _MOST_EDGES:
            return
        mark, span = self.label(*self._link[1:])
        self.contents.edges += [
            DiagramEdge(source, target, mark, self._link_text, span)
            for source in self._before
            for target in self._group
        ]

    def on_number(self, tokens: list[Lexeme]) -> None:
        """Compare the number of a link with that of the links."""
        if int(self.of(tokens[0])[:9]) >= self._edges:
            self.fail(tokens[0], "no-such-link")

    def on_subgraph_name(self, tokens: list[Lexeme]) -> None:
        """Enter a subgraph."""
        named = [token for token in tokens if token.kind not in {"SPACE", "SPACES"}]
        first = named[0]
        boxed = next((index for index, token in enumerate(named) if token.kind == "OPEN_BOX"), len(named))
        last = named[boxed - 1] if boxed else first
        name = self.text[first.start : last.end]
        title = self._text or self.label(first.start, last.end)
        self._text = None
        name = name if boxed < len(named) or not _BLANK.search(name) else ""
        place = self.source.span(first.start, last.end)
        self._open.append((name, []))
        self._open_ids[name] += 1
        self.contents.nodes.append(DiagramNode(name, title, place, "subgraph"))

    def on_subgraph(self, _: list[Lexeme]) -> None:
        """Leave a subgraph."""
        name, nodes = self._open.pop()
        self._placed.update(nodes)
        self._open_ids[name] -= 1

    def on_click(self, tokens: list[Lexeme]) -> None:
        """Add the link of a node."""
        target = next((token for token in tokens if token.kind == "STRING"), None)
        if target is not None and not any(token.kind in {"CALL", "WORD", "LETTERS"} for token in tokens[2:]):
            self._add_link(tokens[1], target.start, target.end)

    def _add_link(self, node: Lexeme, start: int, end: int) -> None:
        self.contents.links.append(DiagramLink(self.of(node), *self.label(start, end)))


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


READERS: dict[DiagramType, type[Reader]] = {
    reader.type: reader for reader in (FlowchartReader, SequenceReader, ClassReader, StateReader, EntityReader)
}
"""The reader of each type of diagrams."""
