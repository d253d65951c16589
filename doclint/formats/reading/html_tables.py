"""Tables in HTML whose cells are Markdown: tags in blocks of HTML, and other blocks between them."""

import re
from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.markdown.html import unescaped
from doclint.markdown.nodes import (
    Block,
    BlockQuote,
    Code,
    CodeBlock,
    Html,
    HtmlBlock,
    Inline,
    List,
    Paragraph,
    Table,
    TableCell,
    TableRow,
    Text,
)

_BEGINS = expression(r"\s*+<table\b", re.IGNORECASE)
_PIECE = expression(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]*+)[^<>]*+>"
    r"|<!--(?:[^-]|-(?!->))*+(?:-->|\Z)"
    r"|(?P<text>(?:[^<]++|<(?!/?[a-z][^<>]*+>|!--))++)",
    re.IGNORECASE,
)
_CELLS = frozenset({"td", "th"})
_AROUND = frozenset({"thead", "tbody", "tfoot", "colgroup", "col", "caption"})


def begins_table(block: Block) -> bool:
    """Whether a block of HTML begins with a table."""
    return isinstance(block, HtmlBlock) and _BEGINS.match(block.text) is not None


def table_at(blocks: Sequence[Block], index: int) -> tuple[Table, int] | None:
    """Return the table that begins with a block, and the index of the block after it.

    None if it does not end, has another table in it, or text outside of its cells. The first row is the header.
    """
    reader = _TableReader()
    for number in range(index, len(blocks)):
        block = blocks[number]
        if isinstance(block, HtmlBlock):
            reader.read_tags(block)
        else:
            reader.add(_inlines(block))
        if reader.is_other:
            return None
        if reader.is_closed:
            return Table(blocks[index].start, block.end, reader.rows), number + 1
    return None


class _TableReader:
    """Reads the blocks of one table."""

    def __init__(self) -> None:
        self.rows: list[TableRow] = []
        self.is_closed = False
        self.is_other = False
        self._is_open = False
        self._cell: TableCell | None = None

    def read_tags(self, block: HtmlBlock) -> None:
        for piece in _PIECE.finditer(block.text):
            start, end = block.start + piece.start(), block.start + piece.end()
            name = (piece["name"] or "").lower()
            if self.is_closed:
                return
            if name == "table":
                self.is_closed = bool(piece["close"])
                self.is_other = self._is_open and not self.is_closed
                self._is_open = True
            elif name == "tr":
                self._cell = None
                if not piece["close"]:
                    self.rows.append(TableRow(start, end))
            elif name in _CELLS:
                self._end_cell(start) if piece["close"] else self._begin_cell(end)
            elif name not in _AROUND:
                text = piece["text"]
                self.add([Html(start, end, piece.group())] if text is None else _texts(start, text))

    def add(self, inlines: Sequence[Inline]) -> None:
        """Add inlines to the cell. Anything but white space outside a cell makes the table one of another form."""
        if self._cell is None:
            self.is_other = self.is_other or bool(inlines)
        elif inlines:
            before = self._cell.children[-1].end if self._cell.children else inlines[0].start
            if before < inlines[0].start:
                self._cell.children.append(Text(before, inlines[0].start, " "))
            self._cell.children += inlines

    def _begin_cell(self, start: int) -> None:
        if not self.rows:
            self.is_other = True
            return
        self._cell = TableCell(start, start)
        self.rows[-1].cells.append(self._cell)

    def _end_cell(self, end: int) -> None:
        if self._cell is not None:
            self._cell.end = self.rows[-1].end = end
        self._cell = None


def _texts(start: int, text: str) -> list[Inline]:
    """Return a text of HTML without the white space around it; nothing if it has no more."""
    own = text.strip()
    start += len(text) - len(text.lstrip())
    return [Text(start, start + len(own), unescaped(own))] if own else []


def _inlines(block: Block) -> list[Inline]:
    """Return what a block in a cell says, without the blocks in deeper containers."""
    match block:
        case CodeBlock():
            return [Code(block.start, block.end, block.text)]
        case List():
            return list(_in_paragraphs([child for item in block.items for child in item.children]))
        case BlockQuote():
            return list(_in_paragraphs(block.children))
        case _:
            return list(_in_paragraphs([block]))


def _in_paragraphs(blocks: Sequence[Block]) -> Iterator[Inline]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from block.children
