"""What a diagram says: its nodes, the edges between them, their members and links, each with its place on the page."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.markdown.source import Span

DiagramType: TypeAlias = Literal["flowchart", "sequence", "class", "state", "entity"]


class Label(NamedTuple):
    """Text that a diagram shows, without its quotes, and its place on the page."""

    text: str
    span: Span


class DiagramNode(Struct, frozen=True):
    """A node of a flowchart, a participant, a class, a state or an entity: one mention of it.

    A node can be mentioned many times; `label` is what the mention says it shows, None if it says nothing. The `kind`
    is what the diagram calls it: `subgraph`, `participant`, `actor`, `class`, `namespace`, `state`; empty for others.
    """

    id: str
    label: Label | None
    span: Span
    kind: str = ""


class DiagramEdge(Struct, frozen=True):
    """A link, message, relation or transition between two nodes. `mark` is how it is written: `-->`, `<|--`, `->>`."""

    source: str
    target: str
    mark: str
    label: Label | None
    span: Span


class DiagramMember(Struct, frozen=True):
    """A member of a class, or an attribute of an entity, as the diagram writes it."""

    owner: str
    text: str
    span: Span


class DiagramLink(Struct, frozen=True):
    """Where a click on a node, or a link in its label, leads; the span is that of the destination."""

    node: str
    destination: str
    span: Span


class Failure(Struct, frozen=True):
    """Why a diagram does not parse: the first place that cannot be read, and what is there.

    `got` is the kind of the token, empty for characters that no token begins with; `expected` are the kinds that can
    be there, by the `rule` of the grammar, which also names why a diagram that parses is not drawn. `offset` and `line`
    (1-based) are in the text of the diagram without comments and settings.
    """

    span: Span
    got: str
    expected: frozenset[str]
    rule: str
    line: int
    offset: int


class DiagramContents(Struct):
    """What was read of a diagram, in document order; up to the failure if it does not parse."""

    nodes: list[DiagramNode] = []
    edges: list[DiagramEdge] = []
    members: list[DiagramMember] = []
    links: list[DiagramLink] = []
    failure: Failure | None = None
