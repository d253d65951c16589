"""What a Markdown document is made of, under CommonMark's names.

Every node has `start` and `end`, a half-open range of characters in the text that was parsed. A block
ends with its last character that is not white space: the line ending after it and the blank lines behind a list are
not part of it. Rules read nodes and never change them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from doclint.markdown.source import Span

DEFAULT_DEPTH = 100
"""How many nodes of a document may contain each other; what lies deeper becomes a sibling."""


@dataclass(slots=True)
class Node:
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True)
class Text(Node):
    """Plain text, as it is shown: escapes and entities are resolved."""

    text: str


@dataclass(slots=True)
class Code(Node):
    """A code span; `text` is its content, the span covers the backticks too."""

    text: str


@dataclass(slots=True)
class Html(Node):
    """Raw HTML: one tag among inlines, or all of an HTML block."""

    text: str


@dataclass(slots=True)
class Break(Node):
    """A line break in a paragraph; a hard one is shown as a break, a soft one as a space."""

    hard: bool


@dataclass(slots=True)
class FootnoteReference(Node):
    label: str


@dataclass(slots=True)
class Emphasis(Node):
    """`marker` is the character that it is written with: an asterisk or an underscore."""

    children: list["Inline"] = field(default_factory=list)
    marker: str = "*"


@dataclass(slots=True)
class Strong(Node):
    """`marker` is the character that it is written with, twice: an asterisk or an underscore."""

    children: list["Inline"] = field(default_factory=list)
    marker: str = "*"


@dataclass(slots=True)
class Strikethrough(Node):
    children: list["Inline"] = field(default_factory=list)


class _WithDestination:
    """The parts of the `destination` of a node."""

    __slots__ = ()
    destination: str

    @property
    def path(self) -> str:
        """The destination without its query and fragment."""
        return self.destination.partition("#")[0].partition("?")[0]

    @property
    def fragment(self) -> str:
        """What the destination has behind its first `#`, as it is written."""
        return self.destination.partition("#")[2]


LinkKind: TypeAlias = Literal["inline", "full", "collapsed", "shortcut", "autolink", "email", "html"]


@dataclass(slots=True)
class Link(_WithDestination, Node):
    """A link or an image, whatever it is written as.

    `destination` has its escapes and entities resolved. `label` is the reference label of a
    full, collapsed or shortcut reference. An `html` link is an `href` or `src` attribute: its span is the
    attribute's value and it has no children.
    """

    kind: LinkKind
    destination: str
    image: bool = False
    label: str = ""
    children: list["Inline"] = field(default_factory=list)


Inline: TypeAlias = Text | Code | Html | Break | FootnoteReference | Emphasis | Strong | Strikethrough | Link


@dataclass(slots=True)
class Heading(Node):
    """`level` is 1 to 6. `setext` headings are the underlined ones."""

    level: int
    setext: bool
    children: list[Inline] = field(default_factory=list)
    _text: str | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def text(self) -> str:
        """What a reader sees; several rules ask for it."""
        if self._text is None:
            self._text = plain_text(self.children)
        return self._text

    @property
    def markdown(self) -> str:
        """The heading as one would write it, with the markup inside it left out."""
        return f"{'#' * self.level} {self.text}".rstrip()


@dataclass(slots=True)
class Paragraph(Node):
    """A paragraph, and also the text of a tight list item, which CommonMark shows without one."""

    children: list[Inline] = field(default_factory=list)
    _text: str | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def text(self) -> str:
        """What a reader sees; several rules ask for it."""
        if self._text is None:
            self._text = plain_text(self.children)
        return self._text


@dataclass(slots=True)
class CodeBlock(Node):
    """A fenced or indented code block.

    `fence` is the run of backticks or tildes that opens it, empty for an indented block. `content` spans the lines
    between the fences (with their line endings), or the whole of an indented block. `text` is what is shown: without
    the indentation of the containers around it, line endings as LF. A fence that the end of its container ends is not
    `closed`.
    """

    fence: str
    info: str
    text: str
    content: Span
    closed: bool

    @property
    def language(self) -> str:
        """The first word of the info string, in lower case."""
        return self.info.split(maxsplit=1)[0].lower() if self.info else ""


@dataclass(slots=True)
class ListItem(Node):
    """One item; `depth` is 1 for items of a list that lies in no other. `checked` is None except for task items."""

    depth: int
    checked: bool | None = None
    children: list["Block"] = field(default_factory=list)

    @property
    def inlines(self) -> list[Inline]:
        """The inlines of the paragraph that the item begins with; empty if it begins with another block."""
        first = self.children[0] if self.children else None
        return first.children if isinstance(first, Paragraph) else []


@dataclass(slots=True)
class List(Node):
    """A list; `first` is the number it starts at, None for a bullet list."""

    first: int | None
    items: list[ListItem] = field(default_factory=list)


@dataclass(slots=True)
class TableCell(Node):
    children: list[Inline] = field(default_factory=list)


@dataclass(slots=True)
class TableRow(Node):
    cells: list[TableCell] = field(default_factory=list)


@dataclass(slots=True)
class Table(Node):
    """A GFM table (GFM 0.29, section 4.10); the first row is the header."""

    rows: list[TableRow] = field(default_factory=list)


@dataclass(slots=True)
class ThematicBreak(Node):
    pass


@dataclass(slots=True)
class HtmlBlock(Node):
    text: str


@dataclass(slots=True)
class BlockQuote(Node):
    children: list["Block"] = field(default_factory=list)


@dataclass(slots=True)
class FootnoteDefinition(Node):
    label: str
    children: list["Block"] = field(default_factory=list)


Block: TypeAlias = (
    Heading | Paragraph | CodeBlock | List | Table | ThematicBreak | HtmlBlock | BlockQuote | FootnoteDefinition
)


@dataclass(slots=True)
class Definition(_WithDestination, Node):
    """A link reference definition. Of several with one label CommonMark uses the first; only that one is listed."""

    label: str
    destination: str


@dataclass(slots=True)
class MissingReference(Node):
    """Text with the form of a full or collapsed reference whose `label` is defined nowhere."""

    kind: LinkKind
    label: str


@dataclass(slots=True)
class Tree:
    """All nodes of a document: the `blocks` it consists of, and, in document order, every node of the kinds that are
    asked for. `too_deep` is where the first one is that lies deeper than it may.
    """

    blocks: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    code_blocks: list[CodeBlock] = field(default_factory=list)
    lists: list[List] = field(default_factory=list)
    list_items: list[ListItem] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    code_spans: list[Code] = field(default_factory=list)
    strong: list[Strong] = field(default_factory=list)
    emphasis: list[Emphasis] = field(default_factory=list)
    html: list[Html | HtmlBlock] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    missing_references: list[MissingReference] = field(default_factory=list)
    too_deep: int | None = None


def plain_text(inlines: Sequence[Inline]) -> str:
    """What a reader sees of some inlines: no markup, no raw HTML, no images, line breaks as spaces."""
    if len(inlines) == 1 and type(inlines[0]) in _PLAIN:
        return inlines[0].text  # type: ignore[union-attr]
    return "".join([inline.text if type(inline) in _PLAIN else _shown(inline) for inline in inlines])  # type: ignore[union-attr]


_PLAIN = frozenset({Text, Code})


def _shown(inline: Inline) -> str:
    match inline:
        case Text(text=text) | Code(text=text):
            return text
        case Break():
            return " "
        case Html() | FootnoteReference() | Link(image=True):
            return ""
        case _:
            return plain_text(inline.children)
