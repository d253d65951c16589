"""The blocks of a page as a format test names them, and the inlines that the patterns of a format matched."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.reading.listings import label_of
from doclint.markdown.document import Document
from doclint.markdown.nodes import (
    Block,
    BlockQuote,
    CodeBlock,
    Heading,
    HtmlBlock,
    Inline,
    List,
    ListItem,
    Paragraph,
    Table,
    TableRow,
    ThematicBreak,
    plain_text,
)
from doclint.markdown.source import Source, Span

VARYING = "…"
"""What is in place of each part that varies in a text that shows what others are like."""

_PARTS_THAT_VARY = expression(r"`[^`]*+`|\]\([^()]*+\)|\d++")
_BLOCKS: dict[type[object], str] = {
    BlockQuote: "block quote",
    List: "list",
    ListItem: "list item",
    Paragraph: "paragraph",
    TableRow: "table row",
    ThematicBreak: "thematic break",
}
_SHORT = 100  # characters of what may be a label
_WORDS = 4  # by which the beginnings of texts are alike
_LONGEST = 160  # characters of a text that is looked at


class BlockLikeness(Struct, frozen=True):
    """What makes blocks alike: what they are, and what they begin with. The `text` is the beginning of this one."""

    what: str
    beginning: str
    text: str

    @property
    def is_formal(self) -> bool:
        """Whether the block may be one that a generator words: a table, code, a label, a short line."""
        return self.what not in ("paragraph", "list", "list item", "block quote") or len(self.text) <= _SHORT


class PageBlocks:
    """The blocks of a page by their places, with the items of lists and the rows of tables."""

    def __init__(self, document: Document) -> None:
        self.source = document.source
        self._by_span: dict[tuple[int, int], Block | ListItem | TableRow] = {}
        for block in document.blocks:
            for one in _with_parts(block):
                self._by_span.setdefault((one.start, one.end), one)

    def at(self, span: Span) -> Block | ListItem | TableRow | None:
        """Return the block at a place; None if there is none."""
        return self._by_span.get((span.start, span.end))

    def likeness(self, span: Span) -> BlockLikeness:
        """Return what makes the block at a place like others."""
        return likeness(self.at(span), span, self.source)

    def field_value(self, span: Span) -> Sequence[Inline] | None:
        """Return the value of the field that is the item at a place."""
        item = self.at(span)
        labelled = label_of(item.inlines) if isinstance(item, ListItem) else None
        return labelled[1] if labelled else None


def likeness(block: Block | ListItem | TableRow | None, span: Span, source: Source) -> BlockLikeness:
    """Return what makes a block like others; None is text outside of blocks, such as definitions of links."""
    text = source.text[span.start : min(span.end, span.start + _LONGEST)].split("\n", 1)[0].strip()
    match block:
        case Table(rows=[header, *_]):
            cells = " | ".join(plain_text(cell.children) for cell in header.cells)
            return BlockLikeness("table", cells, cells)
        case CodeBlock():
            language = f" `{block.language}`" if block.language else ""
            return BlockLikeness(f"fence{language}" if block.fence else "indented code", "", "")
        case Heading():
            return BlockLikeness("heading", similar(block.text), block.markdown)
        case HtmlBlock():
            return BlockLikeness("HTML", text.partition(">")[0].partition(" ")[0], text)
    beginning = "" if isinstance(block, TableRow | ThematicBreak) else " ".join(similar(text).split()[:_WORDS])
    return BlockLikeness(_BLOCKS.get(type(block), "text"), beginning, text)


def similar(text: str) -> str:
    """Return a text with an ellipsis for each part that varies: code, destinations and numbers."""
    return _PARTS_THAT_VARY.sub(VARYING, text[:_LONGEST])


def _with_parts(block: Block) -> Iterator[Block | ListItem | TableRow]:
    """Yield a block, and the items or rows that it has, of all levels."""
    waiting: list[Block] = [block]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, List):
            yield from one.items
            waiting += (child for item in one.items for child in item.children if isinstance(child, List))
        elif isinstance(one, Table):
            yield from one.rows
