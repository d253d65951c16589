"""The nodes of a Markdown document, named as in CommonMark.

Every node has `start` and `end`, a half-open range of characters in the parsed text. A block ends after its last
character that is not white space: the line ending after it and the blank lines after a list are not part of it. Rules
read nodes and never change them.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from doclint.markdown.source import Span

DEFAULT_DEPTH = 100
"""How deep nodes of a document may be nested; deeper ones become siblings of their parents."""


class Node(Struct):
    """The base of all nodes: a range of characters.

    The garbage collector need not know those without children, of which a page has hundreds (`gc=False`).
    """

    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Text(Node, gc=False):
    """Plain text as it is displayed: escapes and entities are resolved."""

    text: str


class Code(Node, gc=False):
    """A code span. `text` is its content; the range includes the backticks."""

    text: str


class Html(Node, gc=False):
    """One tag, comment or other piece of raw HTML among inlines."""

    text: str


class Break(Node, gc=False):
    """A line break in a paragraph. A hard one is displayed as a break, a soft one as a space."""

    hard: bool


class FootnoteReference(Node, gc=False):
    """A reference to a footnote: `[^label]`."""

    label: str


class Emphasis(Node):
    """Emphasis. `marker` is the character that it is written with: an asterisk or an underscore."""

    children: list["Inline"] = []
    marker: str = "*"


class Strong(Node):
    """Strong emphasis. `marker` is the character that it is written with, twice: an asterisk or an underscore."""

    children: list["Inline"] = []
    marker: str = "*"


class Strikethrough(Node):
    """Struck text: `~~text~~`."""

    children: list["Inline"] = []


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
        """What the destination has after its first `#`, as it is written."""
        return self.destination.partition("#")[2]

    @property
    def is_html(self) -> bool:
        """Whether the destination is an attribute of raw HTML."""
        return False


LinkKind: TypeAlias = Literal["inline", "full", "collapsed", "shortcut", "autolink", "email", "html"]


class Link(_WithDestination, Node):
    """A link or an image of any syntax.

    `destination` has its escapes and entities resolved. `label` is the label of a full, collapsed or shortcut
    reference. An `html` link is an `href` or `src` attribute: its range is that of the attribute's value, and it has no
    children.
    """

    kind: LinkKind
    destination: str
    image: bool = False
    label: str = ""
    children: list["Inline"] = []

    @property
    def is_html(self) -> bool:
        return self.kind == "html"


Inline: TypeAlias = Text | Code | Html | Break | FootnoteReference | Emphasis | Strong | Strikethrough | Link


class Heading(Node):
    """A heading of a `level` from 1 to 6. A `setext` heading is underlined."""

    level: int
    setext: bool
    children: list[Inline] = []
    _text: str | None = None

    @property
    def text(self) -> str:
        """The plain text, as a reader sees it."""
        if self._text is None:
            self._text = plain_text(self.children)
        return self._text

    @property
    def markdown(self) -> str:
        """The heading in Markdown, without the markup inside it."""
        return f"{'#' * self.level} {self.text}".rstrip()


class Paragraph(Node):
    """A paragraph, or the text of a tight list item, which CommonMark displays without a paragraph."""

    children: list[Inline] = []
    _text: str | None = None

    @property
    def text(self) -> str:
        """The plain text, as a reader sees it."""
        if self._text is None:
            self._text = plain_text(self.children)
        return self._text


class CodeBlock(Node):
    """A fenced or indented code block.

    `fence` is the run of backticks or tildes that opens it, empty for an indented block. `content` spans the lines
    between the fences (with their line endings), or the whole indented block. `text` is the displayed text: without the
    indentation of the enclosing containers, and with LF as line endings. A fence without a closing one is not `closed`.
    """

    fence: str
    info: str
    text: str
    content: Span
    closed: bool

    @property
    def language(self) -> str:
        """The first word of the info string, in lower case; empty if the info string is blank."""
        return next(iter(self.info.split(maxsplit=1)), "").lower()


class ListItem(Node):
    """One item. `depth` is 1 for items of an outermost list. `checked` is None except for task items."""

    depth: int
    checked: bool | None = None
    children: list["Block"] = []

    @property
    def inlines(self) -> list[Inline]:
        """The inlines of the paragraph at the beginning of the item; empty if it begins with another block."""
        first = self.children[0] if self.children else None
        return first.children if type(first) is Paragraph else []


class List(Node):
    """A list. `first` is the number of its first item, None for a bullet list."""

    first: int | None
    items: list[ListItem] = []


class TableCell(Node):
    """A cell of a table."""

    children: list[Inline] = []


class TableRow(Node):
    """A row of a table."""

    cells: list[TableCell] = []


class Table(Node):
    """A table of GFM (0.29, section 4.10). The first row is the header."""

    rows: list[TableRow] = []


class ThematicBreak(Node):
    """A horizontal rule: `---`."""


class HtmlBlock(Node):
    """A block of raw HTML."""

    text: str


class BlockQuote(Node):
    """A block quote."""

    children: list["Block"] = []


class FootnoteDefinition(Node):
    """The text of a footnote: `[^label]: text`."""

    label: str
    children: list["Block"] = []


Block: TypeAlias = (
    Heading | Paragraph | CodeBlock | List | Table | ThematicBreak | HtmlBlock | BlockQuote | FootnoteDefinition
)


class Definition(_WithDestination, Node):
    """A link reference definition. Of several with one label, only the first counts, and only that one is listed."""

    label: str
    destination: str


class MissingReference(Node):
    """Text in the form of a full or collapsed reference whose `label` is not defined."""

    kind: LinkKind
    label: str


class Tree(Struct):
    """All nodes of a document: its top-level `blocks`, and all nodes of the other kinds in document order.

    `too_deep` is the offset of the first node that is nested deeper than allowed; None if there is none.
    """

    blocks: list[Block] = []
    headings: list[Heading] = []
    paragraphs: list[Paragraph] = []
    texts: list[Text] = []
    links: list[Link] = []
    code_blocks: list[CodeBlock] = []
    lists: list[List] = []
    list_items: list[ListItem] = []
    tables: list[Table] = []
    code_spans: list[Code] = []
    strong: list[Strong] = []
    emphasis: list[Emphasis] = []
    html: list[Html | HtmlBlock] = []
    definitions: list[Definition] = []
    missing_references: list[MissingReference] = []
    too_deep: int | None = None


def plain_text(inlines: Sequence[Inline]) -> str:
    """Return the text of some inlines without markup, raw HTML and images, and with spaces for line breaks."""
    if len(inlines) == 1 and type(inlines[0]) in _PLAIN:
        return inlines[0].text  # type: ignore[union-attr]
    return "".join([inline.text if type(inline) in _PLAIN else _text_of(inline) for inline in inlines])  # type: ignore[union-attr]


_PLAIN = frozenset({Text, Code})


def _text_of(inline: Inline) -> str:
    match inline:
        case Text(text=text) | Code(text=text):
            return text
        case Break():
            return " "
        case Html() | FootnoteReference() | Link(image=True):
            return ""
        case _:
            return plain_text(inline.children)
