"""Flowcharts: nodes with shapes, links with text, subgraphs, and how they look."""

from collections import Counter

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.model import DiagramEdge, DiagramLink, DiagramNode, Label
from doclint.markdown.diagrams.reader import Reader
from doclint.markdown.diagrams.text import DiagramText

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
