"""The reference engine: nodes from the events of pulldown-cmark, through pyromark."""

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import pyromark

from doclint.markdown.nodes import (
    DEFAULT_DEPTH,
    BlockQuote,
    Break,
    Code,
    CodeBlock,
    Definition,
    Emphasis,
    FootnoteDefinition,
    FootnoteReference,
    Heading,
    Html,
    HtmlBlock,
    Link,
    LinkKind,
    List,
    ListItem,
    MissingReference,
    Paragraph,
    Strikethrough,
    Strong,
    Table,
    TableCell,
    TableRow,
    Text,
    ThematicBreak,
    Tree,
)
from doclint.markdown.source import Offsets, Places, Span

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
)
_LINK_KINDS: dict[str, LinkKind] = {
    "Inline": "inline",
    "Reference": "full",
    "Collapsed": "collapsed",
    "Shortcut": "shortcut",
    "Autolink": "autolink",
    "Email": "email",
}
_INLINE_NODES = {Emphasis, Strong, Strikethrough, Link}
_CONTAINERS = {
    "List",
    "Item",
    "BlockQuote",
    "FootnoteDefinition",
    "Emphasis",
    "Strong",
    "Strikethrough",
    "Link",
    "Image",
}
_ATX = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
_LONE_CR = re.compile(r"\r(?!\n)")
_MARKER = r"[ \t]*+(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|\Z))"
_FENCE = re.compile(r"`{3,}|~{3,}")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_RAW_TEXT = re.compile(r"<(?:pre|script|style|textarea)(?![\w-])", re.IGNORECASE)
_RAW_TEXT_START = re.compile(r"<(?:pre|script|style|textarea)(?:[ \t\r\n>]|\Z)", re.IGNORECASE)
_RAW_TEXT_END = re.compile(r"</(?:pre|script|style|textarea)>[^\r\n]*(?:\r\n?|\n|\Z)", re.IGNORECASE)
_BLANK = " \t\r\n"

_OpenInline: TypeAlias = tuple[Any, list[Any]]
_OpenBlock: TypeAlias = tuple[Any, list[Any], bool]


def parse(text: str, depth: int = DEFAULT_DEPTH) -> Tree:
    """Parse Markdown; see `parser.parse`. Offsets of the nodes are characters of the text. Any text makes a tree."""
    limited, cuts = _within_limits(text, depth)
    tree = _Builder(limited, depth).build()
    if _is_misread(tree, limited):
        from doclint.markdown.mistune import parser as mistune

        return mistune.parse(text, depth)
    if cuts:
        code = Places(block.span for block in tree.code_blocks)
        cut = next((cut for cut in cuts if not code.meet(Span(cut, cut))), None)
        tree.too_deep = min((place for place in (cut, tree.too_deep) if place is not None), default=None)
    return tree


def _is_misread(tree: Tree, text: str) -> bool:
    """Whether pulldown-cmark reads a part of the text against CommonMark, so that other parts are hidden or shown.

    It ends an HTML block that begins with `<script>` only at `</script>`, but any of the four end tags ends the block
    (CommonMark 0.31.2, section 4.6). It also begins such a block at a tag that a form feed follows, and it accepts DEL
    in a destination without angle brackets (section 6.3).
    """
    if "\x7f" in text and any("\x7f" in node.destination for node in (*tree.links, *tree.definitions)):
        return True
    return any(type(html) is HtmlBlock and _is_misread_block(html.text) for html in tree.html)


def _is_misread_block(text: str) -> bool:
    if _RAW_TEXT.match(text) is None:
        return False
    end = _RAW_TEXT_END.search(text)
    return _RAW_TEXT_START.match(text) is None or (end is not None and end.end() < len(text))


def _within_limits(text: str, depth: int) -> tuple[str, list[int]]:
    """Replace what pulldown-cmark does not read as CommonMark specifies, or not in linear time.

    A lone CR becomes LF, since it ends a line (CommonMark 0.31.2, section 2.1). On a line with more than `depth`
    markers of lists and quotes, the markers beyond become text. Return the text, which keeps its length, and the
    offsets of such markers.
    """
    if "\r" in text:
        text = _LONE_CR.sub("\n", text)
    # The line feed before each line makes the expressions begin with a literal, which is faster. The first one is a
    # quick test: a line with so many markers begins with at least as many of their characters, which is very rare.
    found = f"\n{text}"
    if _long_beginning(depth).search(found) is None:
        return text, []
    many = _many_markers(depth)
    cuts = [match.start(2) - 1 for match in many.finditer(found)]
    return many.sub(lambda match: match[1] + "x" * len(match[2]), found)[1:] if cuts else text, cuts


@cache
def _long_beginning(depth: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t>+*.)\d-]{{{depth}}}")


@cache
def _many_markers(depth: int) -> re.Pattern[str]:
    return re.compile(rf"(\n(?:{_MARKER}){{{depth}}})((?:{_MARKER})+)")


class _Builder:
    """Turns the flat stream of events into nested nodes.

    `node` is the innermost open node, `siblings` its list of children, and `stack` has these pairs for the enclosing
    nodes. Nodes nested deeper than `depth` become siblings of their parents.
    """

    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.depth = depth
        self.offsets = Offsets.of(text)
        self.tree = Tree()
        self.node: Any = None
        self.texts = self.tree.texts
        self.siblings: list[Any] = self.tree.blocks
        self.stack: list[tuple[Any, list[Any]]] = []
        self.lists = 0
        self.quotes = 0
        self.inline = False
        self.pieces: list[str] = []

    def build(self) -> Tree:
        missing: list[Any] = []
        events = pyromark.events_with_range(
            self.text, options=_OPTIONS, merge_text=True, broken_link_callback=missing.append
        )
        ends, surplus = self.offsets
        first = ends[0] if ends else len(self.text) + 1  # up to there, byte offsets are character offsets
        leaves = _LEAVES
        name: str
        event: Any
        value: Any
        for event, place in events:
            name, value = event.popitem() if type(event) is dict else (event, None)
            if name == "End":
                self.close(value)
                continue
            start, end = place["start"], place["end"]
            if end >= first:
                start -= surplus[bisect_right(ends, start)]
                end -= surplus[bisect_right(ends, end)]
            add = leaves.get(name)
            if add is not None:
                if not self.inline:
                    self.open("Paragraph", None, start, end)
                add(self, value, start, end)
            elif name != "Start":
                self.mark(name, value, start, end)
            elif type(value) is dict:
                kind, data = value.popitem()
                self.open(kind, data, start, end)
            else:
                self.open(value, None, start, end)
        self.tree.missing_references = self.missing_references(missing)
        self.tree.definitions = self.definitions()
        return self.tree

    # Nesting

    def open(self, kind: str, data: Any, start: int, end: int) -> None:
        make = _INLINES.get(kind)
        if make is None:
            if type(self.node) is Paragraph:
                self.close_paragraph()
            node, children, self.inline = _BLOCKS[kind](self, data, start, end)
        else:
            if not self.inline:
                self.open("Paragraph", None, start, end)
            node, children = make(self, data, start, end)
        self.siblings.append(node)
        self.stack.append((self.node, self.siblings))
        self.node = node
        # A list needs room for its items, because nothing else can be in it.
        if len(self.stack) + (kind == "List") < self.depth or kind not in _CONTAINERS:
            self.siblings = children
        elif self.tree.too_deep is None:
            self.tree.too_deep = start

    def close(self, tag: Any) -> None:
        if type(self.node) is Paragraph:
            self.close_paragraph()
            if tag == "Paragraph":
                return
        node = self.node
        self.node, self.siblings = self.stack.pop()
        kind = type(node)
        if kind in _INLINE_NODES:
            return
        self.inline = False
        if kind is ListItem:
            node.end = node.children[-1].end if node.children else self.end_of_line(node.start)
        elif kind is List:
            self.lists -= 1
            node.end = node.items[-1].end if node.items else self.trimmed(node.start, node.end)
        elif kind is CodeBlock or kind is HtmlBlock:
            node.text = "".join(self.pieces)
        elif kind is BlockQuote or kind is FootnoteDefinition:
            self.quotes -= kind is BlockQuote
            node.end = node.children[-1].end if node.children else self.trimmed(node.start, node.end)

    def close_paragraph(self) -> None:
        """End a paragraph. The text of a tight item has no event for its end."""
        if self.node.children:
            self.node.end = self.node.children[-1].end
        self.node, self.siblings = self.stack.pop()
        self.inline = False

    def trimmed(self, start: int, end: int) -> int:
        text = self.text
        while end > start and text[end - 1] in _BLANK:
            end -= 1
        return end

    def at_marker(self, start: int) -> int:
        """Return the offset of the first marker of a list, behind the white space at `start`."""
        while self.text[start] in _BLANK:
            start += 1
        return start

    def end_of_line(self, start: int) -> int:
        match = _LINE.match(self.text, start)
        return self.trimmed(start, match.end() if match else start)

    # Nodes that contain others. Each method returns the node and the list for its children; for a block, also whether
    # those are inlines.

    def paragraph(self, _: Any, start: int, end: int) -> _OpenBlock:
        if self.text.startswith("\\", start - 1) and type(self.node) is ListItem:
            # The range of a tight item's text that begins with an escape lacks the backslash.
            start -= 1
        node = Paragraph(start, end, [])
        self.tree.paragraphs.append(node)
        return node, node.children, True

    def heading(self, data: Any, start: int, end: int) -> _OpenBlock:
        node = Heading(start, self.trimmed(start, end), int(data["level"][1]), not _ATX.match(self.text, start), [])
        self.tree.headings.append(node)
        return node, node.children, True

    def list_(self, first: int | None, start: int, end: int) -> _OpenBlock:
        node = List(self.at_marker(start), end, first)
        self.tree.lists.append(node)
        self.lists += 1
        return node, node.items, False

    def item(self, _: Any, start: int, end: int) -> _OpenBlock:
        node = ListItem(self.at_marker(start), end, self.lists, None, [])
        self.tree.list_items.append(node)
        return node, node.children, False

    def block_quote(self, _: Any, start: int, end: int) -> _OpenBlock:
        node = BlockQuote(start, end)
        self.quotes += 1
        return node, node.children, False

    def footnote(self, label: str, start: int, end: int) -> _OpenBlock:
        node = FootnoteDefinition(start, end, label)
        return node, node.children, False

    def html_block(self, _: Any, start: int, end: int) -> _OpenBlock:
        node = HtmlBlock(start, self.trimmed(start, end), "")
        self.tree.html.append(node)
        self.pieces = []
        return node, [], True

    def code_block(self, kind: Any, start: int, end: int) -> _OpenBlock:
        if kind == "Indented":
            end = self.trimmed(start, end)
            node = CodeBlock(start, end, "", "", "", Span(start, end), closed=True)
        else:
            node = self.fenced(kind["Fenced"], start, end)
        self.tree.code_blocks.append(node)
        self.pieces = []
        return node, [], True

    def fenced(self, info: str, start: int, end: int) -> CodeBlock:
        text = self.text
        fence = _FENCE.match(text, start)
        assert fence is not None
        content = _LINE.match(text, start, end).end()  # type: ignore[union-attr]
        last = max(text.rfind("\n", start, end), text.rfind("\r", start, end)) + 1
        closer = self.closer.match(text, last, end) if last >= content else None
        run = closer[1] if closer else ""
        closed = len(run) >= len(fence.group()) and run[0] == fence.group()[0]
        if not closed:
            return CodeBlock(start, self.trimmed(start, end), fence.group(), info, "", Span(content, end), closed=False)
        return CodeBlock(start, self.trimmed(start, end), fence.group(), info, "", Span(content, last), closed=True)

    @property
    def closer(self) -> re.Pattern[str]:
        """The pattern for a closing fence here: behind the markers of enclosing quotes, in a list also indented."""
        return _closer(self.quotes, in_list=self.lists > 0)

    def table(self, _: Any, start: int, end: int) -> _OpenBlock:
        node = Table(start, self.trimmed(start, end))
        self.tree.tables.append(node)
        return node, node.rows, False

    def table_row(self, _: Any, start: int, end: int) -> _OpenBlock:
        node = TableRow(start, self.trimmed(start, end))
        return node, node.cells, False

    def table_cell(self, _: Any, start: int, end: int) -> _OpenBlock:
        # Cells that a short row lacks get a range behind the row.
        row_end = self.node.end
        node = TableCell(min(start, row_end), min(end, row_end), [])
        return node, node.children, True

    def emphasis(self, _: Any, start: int, end: int) -> _OpenInline:
        node = Emphasis(start, end, [], self.text[start])
        self.tree.emphasis.append(node)
        return node, node.children

    def strong(self, _: Any, start: int, end: int) -> _OpenInline:
        node = Strong(start, end, [], self.text[start])
        self.tree.strong.append(node)
        return node, node.children

    def strikethrough(self, _: Any, start: int, end: int) -> _OpenInline:
        node = Strikethrough(start, end)
        return node, node.children

    def link(self, data: Any, start: int, end: int, *, image: bool = False) -> _OpenInline:
        kind = _LINK_KINDS[data["link_type"]]
        if kind == "collapsed":
            end += 2
        node = Link(start, end, kind, data["dest_url"], image, data["id"], [])
        self.tree.links.append(node)
        return node, node.children

    def image(self, data: Any, start: int, end: int) -> _OpenInline:
        return self.link(data, start, end, image=True)

    # Leaves

    def mark(self, kind: str, value: Any, start: int, end: int) -> None:
        """Handle task list markers and thematic breaks."""
        if kind == "TaskListMarker":
            item = self.node if type(self.node) is ListItem else self.stack[-1][0]
            item.checked = value
        else:
            assert kind == "Rule"
            if type(self.node) is Paragraph:
                self.close_paragraph()
            self.siblings.append(ThematicBreak(start, self.trimmed(start, end)))

    def text_or_code(self, text: str, start: int, end: int) -> None:
        kind = type(self.node)
        if kind is CodeBlock:
            self.pieces.append(text)
        elif kind is not HtmlBlock:  # where it is the indentation of a line
            node = Text(start, end, text)
            self.texts.append(node)
            self.siblings.append(node)

    def code_span(self, text: str, start: int, end: int) -> None:
        code = Code(start, end, text)
        self.tree.code_spans.append(code)
        self.siblings.append(code)

    def html_line(self, text: str, _start: int, _end: int) -> None:
        self.pieces.append(text)

    def inline_html(self, text: str, start: int, end: int) -> None:
        html = Html(start, end, text)
        self.tree.html.append(html)
        self.siblings.append(html)

    def soft_break(self, _: Any, start: int, end: int) -> None:
        self.siblings.append(Break(start, end, hard=False))

    def hard_break(self, _: Any, start: int, end: int) -> None:
        self.siblings.append(Break(start, end, hard=True))

    def footnote_reference(self, label: str, start: int, end: int) -> None:
        self.siblings.append(FootnoteReference(start, end, label))

    # Nodes that have no events

    def missing_references(self, broken: list[Any]) -> list[MissingReference]:
        kinds: dict[str, LinkKind] = {"Reference": "full", "Collapsed": "collapsed"}
        found = {}
        for link in broken:
            kind = kinds.get(link["link_type"])
            if kind is None:
                continue
            start, end = link["span"]["start"], link["span"]["end"]
            start, end = self.offsets.character(start), self.offsets.character(end)
            end += 2 * (kind == "collapsed")
            if kind == "collapsed" or not self.text.startswith("\\", self.text.rfind("[", start, end) - 1):
                found[start] = MissingReference(start, end, kind, link["reference"])
        return [found[start] for start in sorted(found)]

    def definitions(self) -> list[Definition]:
        if "]:" not in self.text:
            return []
        found = []
        for label, definition in pyromark.reference_definitions(self.text, options=_OPTIONS).items():
            start, end = definition["span"]["start"], definition["span"]["end"]
            start, end = self.offsets.character(start), self.offsets.character(end)
            found.append(Definition(start, self.trimmed(start, end), label, definition["dest"]))
        return found


@cache
def _closer(quotes: int, *, in_list: bool) -> re.Pattern[str]:
    indentation = r"[ \t]*+" if in_list else " {0,3}+"
    return re.compile(rf"(?:[ \t]*+>){{0,{quotes}}} ?{indentation}(`+|~+)[ \t]*+\Z")


_BLOCKS: dict[str, Callable[[_Builder, Any, int, int], _OpenBlock]] = {
    "Paragraph": _Builder.paragraph,
    "Heading": _Builder.heading,
    "List": _Builder.list_,
    "Item": _Builder.item,
    "CodeBlock": _Builder.code_block,
    "BlockQuote": _Builder.block_quote,
    "HtmlBlock": _Builder.html_block,
    "FootnoteDefinition": _Builder.footnote,
    "Table": _Builder.table,
    "TableHead": _Builder.table_row,
    "TableRow": _Builder.table_row,
    "TableCell": _Builder.table_cell,
}
_INLINES: dict[str, Callable[[_Builder, Any, int, int], _OpenInline]] = {
    "Emphasis": _Builder.emphasis,
    "Strong": _Builder.strong,
    "Strikethrough": _Builder.strikethrough,
    "Link": _Builder.link,
    "Image": _Builder.image,
}
_LEAVES: dict[str, Callable[[_Builder, Any, int, int], None]] = {
    "Text": _Builder.text_or_code,
    "Code": _Builder.code_span,
    "Html": _Builder.html_line,
    "InlineHtml": _Builder.inline_html,
    "SoftBreak": _Builder.soft_break,
    "HardBreak": _Builder.hard_break,
    "FootnoteReference": _Builder.footnote_reference,
}
