"""Leaves, the blocks that consist of whole lines: paragraphs, code, HTML and tables."""

import re
from typing import ClassVar

from mistune.helpers import BLOCK_TAGS
from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.mistune.lines import Line, Pieces
from doclint.markdown.mistune.scan import HTML_TAG, definition
from doclint.markdown.mistune.state import Leaf, State
from doclint.markdown.nodes import CodeBlock, HtmlBlock, Paragraph, Table, TableCell, TableRow
from doclint.markdown.rows import BAR, cells
from doclint.markdown.source import Span

_ESCAPED_PIPE = expression(r"\\(?=\|)")
_DELIMITER_ROW = expression(r"\|?+[ :]*+-[ :-]*+(?:\|[ :]*+-[ :-]*+)*+\|?+ *+$")
_TAGS = "|".join(sorted({*BLOCK_TAGS, "search"} - {"source"}))
_HTML_BLOCKS = [
    (expression(start, re.IGNORECASE), expression(end, re.IGNORECASE) if end else None)
    for start, end in (
        (r"<(?:pre|script|style|textarea)(?:[ \t>]|$)", r"</(?:pre|script|style|textarea)>"),
        (r"<!--", r"-->"),
        (r"<\?", r"\?>"),
        (r"<![A-Z]", r">"),
        (r"<!\[CDATA\[", r"\]\]>"),
        (rf"</?(?:{_TAGS})(?:[ \t]|/?>|$)", None),
    )
]
_MOST_ADDED_CELLS = 2**18  # of one table, which ends there
_LONE_TAG = expression(rf"(?:{HTML_TAG})[ \t]*$")


class TextLines(Leaf, Struct):
    """A paragraph: the spans of its lines, without their indentation.

    `head` is the index of the line that a table could begin with. Text after a task marker is `plain`: it defines no
    references.
    """

    lazy: ClassVar[bool] = True
    plain: bool = False
    spans: list[tuple[int, int]] = []
    head: int = 0

    def take(self, line: Line, state: State) -> bool:
        indent = line.indent
        if state.all_matched and indent < 4 and line.shown.startswith("|", line.at + indent):
            self.head = len(self.spans)
        self.spans.append((line.offset(line.at + indent), line.end))
        return True

    def close(self, state: State) -> None:
        self.define(state)
        if self.spans:
            start, end = self.trim(state.text)
            node = Paragraph(start, end)
            state.add(node)
            state.add_inlines(node, self.spans)

    def trim(self, text: str) -> tuple[int, int]:
        """Remove the white space at the end of the last line, and return the span of the paragraph."""
        start, end = self.spans[-1]
        end = start + len(text[start:end].rstrip(" \t"))
        self.spans[-1] = start, end
        return self.spans[0][0], end

    def define(self, state: State) -> None:
        """Remove the link reference definitions at the beginning of the paragraph, and add them to the state."""
        if self.plain or not self.spans or not state.text.startswith("[", self.spans[0][0]):
            return
        pieces, pos = Pieces(state.text, self.spans, "\n"), 0
        while found := definition(pieces.src, pos):
            state.define(found.label, found.destination, pieces.offset(pos), pieces.end(found.end))
            pos = found.after
        taken = len(self.spans) if pos == len(pieces.src) else pieces.src.count("\n", 0, pos)
        del self.spans[:taken]
        self.head = max(0, self.head - taken)


class FencedCode(Leaf, Struct):
    """A fenced code block. Up to `indent` columns of indentation, which the fence has, are removed from its lines."""

    verbatim: ClassVar[bool] = True
    node: CodeBlock
    indent: int
    lines: list[str] = []
    done: bool = False

    def take(self, line: Line, _: State) -> bool:
        indent, fence, start = line.indent, self.node.fence, self.node.content.start
        rest = line.shown[line.at + indent :].rstrip(" ")
        if indent < 4 and len(rest) >= len(fence) and not rest.strip(fence[0]):
            self.node.closed = self.done = True
            self.node.content = Span(start, line.start)
        else:
            self.lines.append(line.verbatim(line.at + min(indent, self.indent)))
            self.node.content = Span(start, line.after)
        if rest:
            self.node.end = line.trimmed
        return True

    def close(self, _: State) -> None:
        self.node.text = "".join(self.lines)


class IndentedCode(Leaf, Struct):
    """An indented code block. `size` is the number of its lines so far, without blank lines at the end."""

    verbatim: ClassVar[bool] = True
    node: CodeBlock
    lines: list[str] = []
    size: int = 0

    def take(self, line: Line, _: State) -> bool:
        indent, blank = line.indent, line.blank
        if indent < 4 and not blank:
            return False
        self.lines.append(line.verbatim(line.at + min(indent, 4)))
        if not blank:
            self.size = len(self.lines)
            self.node.end = line.trimmed
        return True

    def close(self, _: State) -> None:
        self.node.text = "".join(self.lines[: self.size])
        self.node.content = self.node.span


class HtmlLines(Leaf, Struct):
    """An HTML block. It ends with the line that matches `stop`, or before a blank line if `stop` is None."""

    verbatim: ClassVar[bool] = True
    node: HtmlBlock
    stop: re.Pattern[str] | None
    lines: list[str] = []
    done: bool = False

    def take(self, line: Line, _: State) -> bool:
        blank = line.blank
        if blank and not self.stop:
            return False
        self.lines.append(line.verbatim(line.at))
        if not blank:
            self.node.end = line.trimmed
        self.done = bool(self.stop and self.stop.search(line.rest))
        return True

    def close(self, _: State) -> None:
        self.node.text = "".join(self.lines)


def html_block(line: Line, *, lone_tags: bool) -> HtmlLines | None:
    """Return the HTML block that begins after the indentation of a line; None if none does."""
    column = line.at + line.indent
    node = HtmlBlock(line.offset(column), line.trimmed, "")
    for start, stop in _HTML_BLOCKS:
        if start.match(line.shown, column):
            return HtmlLines(node, stop)
    return HtmlLines(node, None) if lone_tags and _LONE_TAG.match(line.shown, column) else None


class TableRows(Leaf, Struct):
    """A table. GFM adds missing cells to a row and drops excess ones (0.29, section 4.10).

    `added` counts the added cells, so that a wide table with many short rows does not take quadratic time.
    """

    node: Table
    columns: int
    added: int = 0

    def take(self, line: Line, state: State) -> bool:
        start, end = line.offset(line.at + line.indent), line.trimmed
        if self.added > _MOST_ADDED_CELLS or state.text[start:end] == "|":
            return False
        self.add(start, end, state)
        return True

    def add(self, start: int, end: int, state: State) -> None:
        """Add the row between two offsets."""
        row = TableRow(start, end)
        for cell in cells(state.text, start, end)[: self.columns]:
            node = TableCell(*cell)
            row.cells.append(node)
            state.add_inlines(node, _without_escapes(state.text, *cell), "")
        lacking = self.columns - len(row.cells)
        self.added += lacking
        row.cells.extend(TableCell(end, end) for _ in range(lacking))
        self.node.rows.append(row)
        self.node.end = end


def table(paragraph: TextLines, line: Line, state: State) -> TableRows | None:
    """Return the table whose delimiter row a line is, if the last line of the paragraph is its header; else None."""
    row = line.rest.strip(" ")
    if "|" not in row or not _DELIMITER_ROW.match(row):
        return None
    paragraph.define(state)
    if paragraph.head != len(paragraph.spans) - 1:
        return None
    start, end = paragraph.spans[-1]
    end = start + len(state.text[start:end].rstrip(" \t"))
    header = cells(state.text, start, end)
    columns = row.removeprefix("|").removesuffix("|").count("|") + 1
    if len(header) != columns or not BAR.search(state.text, start, end):
        return None
    paragraph.spans.pop()
    return TableRows(Table(start, end), columns)


def _without_escapes(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of a cell's text without surrounding blanks and without backslashes before pipes."""
    while start < end and text[start] in " \t":
        start += 1
    while start < end and text[end - 1] in " \t":
        end -= 1
    spans = []
    for escape in _ESCAPED_PIPE.finditer(text, start, end):
        spans.append((start, escape.start()))
        start = escape.end()
    return [*spans, (start, end)]
