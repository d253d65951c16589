"""The reference engine: nodes from the events of pulldown-cmark, through pyromark."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, takewhile
from typing import Any

import pyromark

from doclint.errors.expressions import expression
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
_LONE_CR = expression(r"\r(?!\n)")
_MARKER = r"[ \t]*+(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|\Z))"
_IN_MARKERS = " \t>+*.)0123456789-"  # also what is before them
_MARKER_BYTES = bytes.maketrans(_IN_MARKERS.encode(), b"x" * len(_IN_MARKERS))
_SAMPLES = 10  # of a line with too many markers
_FENCE = expression(r"`{3,}|~{3,}")
_TABBED_END = expression(r"^ {0,3}(`{3,}+|~{3,}+) *+\t[ \t]*+$", re.MULTILINE)
_LINE = expression(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_RAW_TEXT = expression(r"<(?:pre|script|style|textarea)(?![\w-])", re.IGNORECASE)
_RAW_TEXT_START = expression(r"<(?:pre|script|style|textarea)(?:[ \t\r\n>]|\Z)", re.IGNORECASE)
_RAW_TEXT_END = expression(r"</(?:pre|script|style|textarea)>[^\r\n]*(?:\r\n?|\n|\Z)", re.IGNORECASE)
_BLANK = " \t\r\n"


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
    in a destination without angle brackets (section 6.3). A tab after a closing fence makes it miss the fence (4.5),
    and one at the end of a heading is text to it (4.2).
    """
    if "\t" in text and (
        any(_misses_end(block) for block in tree.code_blocks)
        or any(_ends_with_tab(heading, text) for heading in tree.headings)
    ):
        return True
    with_destination: Iterator[Link | Definition] = chain(tree.links, tree.definitions)
    if "\x7f" in text and any("\x7f" in node.destination for node in with_destination):
        return True
    return any(type(html) is HtmlBlock and _is_misread_block(html.text) for html in tree.html)


def _is_misread_block(text: str) -> bool:
    if _RAW_TEXT.match(text) is None:
        return False
    end = _RAW_TEXT_END.search(text)
    return _RAW_TEXT_START.match(text) is None or (end is not None and end.end() < len(text))


def _misses_end(block: CodeBlock) -> bool:
    """Whether a line of a fenced block ends it, although it is read as a part of it."""
    ends = _TABBED_END.finditer(block.text) if block.fence and "\t" in block.text else ()
    return any(end[1].startswith(block.fence) for end in ends)


def _ends_with_tab(heading: Heading, text: str) -> bool:
    """Whether a tab is at the end of the line of a heading, or before the `#` that close it."""
    line = _LINE.match(text, heading.start).group().rstrip("\r\n")  # type: ignore[union-attr]
    return not heading.setext and "\t" in line[len(line.rstrip(" \t#")) :]


def _within_limits(text: str, depth: int) -> tuple[str, list[int]]:
    """Replace what pulldown-cmark does not read as CommonMark specifies, or not in linear time.

    A lone CR becomes LF, since it ends a line (CommonMark 0.31.2, section 2.1). On a line with more than `depth`
    markers of lists and quotes, the markers beyond become text. Return the text, which keeps its length, and the
    offsets of such markers.
    """
    if "\r" in text:
        text = _LONE_CR.sub("\n", text)
    if not _may_have_many_markers(text, depth):
        return text, []
    # The line feed before each line makes the expression begin with a literal, which is faster.
    many, found = _many_markers(depth), f"\n{text}"
    cuts = [match.start(2) - 1 for match in many.finditer(found)]
    return many.sub(lambda match: match[1] + "x" * len(match[2]), found)[1:] if cuts else text, cuts


def _may_have_many_markers(text: str, depth: int) -> bool:
    """Whether a line may begin with more than `depth` markers: nearly no text has so many of their characters in a row.

    Samples of the text show it in a tenth of the time: those among so many characters in a row are of markers, too.
    """
    step = max(depth // _SAMPLES, 1)
    samples = text[::step].encode("ascii", "replace").translate(_MARKER_BYTES)
    return b"x" * (depth // step) in samples


@cache
def _many_markers(depth: int) -> re.Pattern[str]:
    return re.compile(rf"(\n(?=[{_IN_MARKERS}]{{{depth}}})(?:{_MARKER}){{{depth}}})((?:{_MARKER})+)")


class _Builder:
    """Turns the flat stream of events into nested nodes.

    `node` is the innermost open block that contains blocks, `siblings` its list of children, and `stack` has these
    pairs for the enclosing blocks. `leaf` is the open block that contains inlines, and `outer` has the lists of inlines
    around the innermost one. Nodes nested deeper than `depth` become siblings of their parents.
    """

    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.depth = depth
        self.offsets = Offsets.of(text)
        self.tree = Tree()
        self.missing: list[Any] = []
        self.events: Iterator[tuple[Any, Any]] = pyromark.events_with_range(
            text, options=_OPTIONS, merge_text=True, broken_link_callback=self.missing.append
        )
        self.node: Any = None
        self.siblings: list[Any] = self.tree.blocks
        self.stack: list[tuple[Any, list[Any]]] = []
        self.leaf: Any = None
        self.outer: list[list[Any]] = []
        self.lists = 0
        self.quotes = 0

    def build(self) -> Tree:
        ends, surplus = self.offsets
        first = ends[0] if ends else len(self.text) + 1  # up to there, byte offsets are character offsets
        texts, code_spans, outer = self.tree.texts, self.tree.code_spans, self.outer
        inlines: list[Any] | None = None  # those of the innermost open node; None if no open block has any
        node: Any
        for event, place in self.events:  # an event is a name, or a dictionary of one name and a value
            if "End" in event:
                if outer:
                    inlines = outer.pop()
                else:
                    self.close(event["End"])
                    inlines = None
                continue
            start, end = place["start"], place["end"]
            if end >= first:
                start -= surplus[bisect_right(ends, start)]
                end -= surplus[bisect_right(ends, end)]
            if "Text" in event:
                node = Text(start, end, event["Text"])
                texts.append(node)
            elif "Start" in event:
                inlines = self.open(event["Start"], inlines, start, end)
                continue
            elif "Code" in event:
                node = Code(start, end, event["Code"])
                code_spans.append(node)
            else:
                inlines = self.add(event, inlines, start, end)
                continue
            if inlines is None:
                inlines = self.paragraph(None, start, end)
            inlines.append(node)
        self.tree.missing_references = self.missing_references()
        self.tree.definitions = self.definitions()
        return self.tree

    def add(self, event: Any, inlines: list[Any] | None, start: int, end: int) -> list[Any] | None:
        """Add the node of a rarer event. Return the list for the next inlines; None if no open block has any."""
        node: Any
        match event:
            case "Rule":
                if self.leaf is not None:
                    self.close_leaf()
                self.siblings.append(ThematicBreak(start, self.trimmed(start, end)))
                return None
            case {"TaskListMarker": is_checked}:
                self.node.checked = is_checked
                return inlines
            case {"InlineHtml": text}:
                node = Html(start, end, text)
                self.tree.html.append(node)
            case {"FootnoteReference": label}:
                node = FootnoteReference(start, end, label)
            case _:
                node = Break(start, end, hard=event == "HardBreak")
        if inlines is None:
            inlines = self.paragraph(None, start, end)
        inlines.append(node)
        return inlines

    # Nesting

    def open(self, tag: Any, inlines: list[Any] | None, start: int, end: int) -> list[Any] | None:
        """Begin a node. Return the list for the inlines in it; None if it has none."""
        kind, data = tag.popitem() if type(tag) is dict else (tag, None)
        block = _BLOCKS.get(kind)
        if block is not None:
            if self.leaf is not None:
                self.close_leaf()
            return block(self, data, start, end)
        node = _INLINES[kind](self, data, start, end)
        if inlines is None:
            inlines = self.paragraph(None, start, end)
        inlines.append(node)
        outer = self.outer
        outer.append(inlines)
        may_nest = len(self.stack) + 1 + len(outer) < self.depth or self.has_room(1 + len(outer), start)
        return node.children if may_nest else inlines

    def has_room(self, more: int, start: int) -> bool:
        """Whether the node at `start`, which has `more` open nodes below `node`, may have children of its own."""
        if len(self.stack) + more < self.depth:
            return True
        if self.tree.too_deep is None:
            self.tree.too_deep = start
        return False

    def enter(self, node: Any, children: list[Any]) -> None:
        self.siblings.append(node)
        self.stack.append((self.node, self.siblings))
        self.node, self.siblings = node, children

    def close(self, tag: Any) -> None:
        """End the innermost block. The text of a tight item has no event for its end."""
        leaf = self.leaf
        if leaf is not None:
            self.close_leaf()
            if type(leaf) is not Paragraph or tag == "Paragraph":
                return
        node = self.node
        self.node, self.siblings = self.stack.pop()
        kind = type(node)
        if kind is ListItem:
            node.end = node.children[-1].end if node.children else self.end_of_line(node.start)
        elif kind is List:
            self.lists -= 1
            node.end = node.items[-1].end if node.items else self.trimmed(node.start, node.end)
        elif kind is BlockQuote or kind is FootnoteDefinition:
            self.quotes -= kind is BlockQuote
            node.end = node.children[-1].end if node.children else self.trimmed(node.start, node.end)

    def close_leaf(self) -> None:
        leaf = self.leaf
        self.leaf = None
        if type(leaf) is Paragraph and leaf.children:
            leaf.end = leaf.children[-1].end

    def trimmed(self, start: int, end: int) -> int:
        text = self.text
        while end > start and text[end - 1] in _BLANK:
            end -= 1
        return end

    def at_marker(self, start: int) -> int:
        """Return the offset of the first marker of a list, after the white space at `start`."""
        text = self.text
        while text[start] in _BLANK:
            start += 1
        return start

    def end_of_line(self, start: int) -> int:
        match = _LINE.match(self.text, start)
        return self.trimmed(start, match.end() if match else start)

    # Blocks. Each method returns the list for the inlines of the block, or None if it has none.

    def paragraph(self, _: Any, start: int, end: int) -> list[Any]:
        if type(self.node) is ListItem and self.text[start - 1] == "\\":
            # The range of a tight item's text that begins with an escape lacks the backslash.
            start -= 1
        node = Paragraph(start, end, [])
        self.tree.paragraphs.append(node)
        self.siblings.append(node)
        self.leaf = node
        return node.children

    def heading(self, data: Any, start: int, end: int) -> list[Any]:
        end = self.trimmed(start, end)
        node = Heading(start, end, int(data["level"][1]), self.text.find("\n", start, end) != -1, [])
        self.tree.headings.append(node)
        self.siblings.append(node)
        self.leaf = node
        return node.children

    def list_(self, first: int | None, start: int, end: int) -> None:
        node = List(self.at_marker(start) if self.text[start] in _BLANK else start, end, first, [])
        self.tree.lists.append(node)
        self.lists += 1
        # Nothing but items can be in a list, so it needs room for them.
        self.enter(node, node.items if self.has_room(2, start) else self.siblings)

    def item(self, _: Any, start: int, end: int) -> None:
        marker = self.at_marker(start) if self.text[start] in _BLANK else start
        node = ListItem(marker, end, self.lists, None, [])
        self.tree.list_items.append(node)
        may_nest = len(self.stack) + 1 < self.depth or self.has_room(1, start)  # a call less for most items
        self.enter(node, node.children if may_nest else self.siblings)

    def block_quote(self, _: Any, start: int, end: int) -> None:
        node = BlockQuote(start, end, [])
        self.quotes += 1
        self.enter(node, node.children if self.has_room(1, start) else self.siblings)

    def footnote(self, label: str, start: int, end: int) -> None:
        node = FootnoteDefinition(start, end, label, [])
        self.enter(node, node.children if self.has_room(1, start) else self.siblings)

    def html_block(self, _: Any, start: int, end: int) -> None:
        # Besides lines, there is the indentation of a line, as text.
        node = HtmlBlock(start, self.trimmed(start, end), self.texts_of("Html"))
        self.tree.html.append(node)
        self.siblings.append(node)

    def code_block(self, kind: Any, start: int, end: int) -> None:
        text = self.texts_of("Text")
        if kind == "Indented":
            end = self.trimmed(start, end)
            node = CodeBlock(start, end, "", "", text, Span(start, end), closed=True)
        else:
            node = self.fenced(kind["Fenced"], text, start, end)
        self.tree.code_blocks.append(node)
        self.siblings.append(node)

    def texts_of(self, kind: str) -> str:
        """Read the rest of the block, and return the texts of a kind in it."""
        inside = takewhile(lambda one: "End" not in one[0], self.events)
        return "".join([event[kind] for event, _ in inside if kind in event])

    def fenced(self, info: str, displayed: str, start: int, end: int) -> CodeBlock:
        text = self.text
        fence = _FENCE.match(text, start)
        assert fence is not None
        content = _LINE.match(text, start, end).end()  # type: ignore[union-attr]
        last = max(text.rfind("\n", start, end), text.rfind("\r", start, end)) + 1
        closer = _closer(self.quotes, in_list=self.lists > 0).match(text, last, end) if last >= content else None
        run = closer[1] if closer else ""
        closed = len(run) >= len(fence.group()) and run[0] == fence.group()[0]
        inside = Span(content, last if closed else end)
        return CodeBlock(start, self.trimmed(start, end), fence.group(), info, displayed, inside, closed=closed)

    def table(self, _: Any, start: int, end: int) -> None:
        node = Table(start, self.trimmed(start, end), [])
        self.tree.tables.append(node)
        self.enter(node, node.rows)

    def table_row(self, _: Any, start: int, end: int) -> None:
        node = TableRow(start, self.trimmed(start, end), [])
        self.enter(node, node.cells)

    def table_cell(self, _: Any, start: int, end: int) -> list[Any]:
        # Cells that a short row lacks get a range after the row.
        row_end = self.node.end
        node = TableCell(min(start, row_end), min(end, row_end), [])
        self.siblings.append(node)
        self.leaf = node
        return node.children

    # Inlines

    def emphasis(self, _: Any, start: int, end: int) -> Emphasis:
        node = Emphasis(start, end, [], self.text[start])
        self.tree.emphasis.append(node)
        return node

    def strong(self, _: Any, start: int, end: int) -> Strong:
        node = Strong(start, end, [], self.text[start])
        self.tree.strong.append(node)
        return node

    def link(self, data: Any, start: int, end: int, *, image: bool = False) -> Link:
        kind = _LINK_KINDS[data["link_type"]]
        if kind == "collapsed":
            end += 2
        node = Link(start, end, kind, data["dest_url"], image, data["id"], [])
        self.tree.links.append(node)
        return node

    # Nodes that have no events

    def missing_references(self) -> list[MissingReference]:
        found = {}
        for link in self.missing:
            kind = _LINK_KINDS.get(link["link_type"])
            if kind not in ("full", "collapsed"):
                continue
            start, end = (self.offsets.character(link["span"][one]) for one in ("start", "end"))
            end += 2 * (kind == "collapsed")
            if kind == "collapsed" or not self.text.startswith("\\", self.text.rfind("[", start, end) - 1):
                found[start] = MissingReference(start, end, kind, link["reference"])
        return [found[start] for start in sorted(found)]

    def definitions(self) -> list[Definition]:
        if "]:" not in self.text:
            return []
        found = []
        for label, definition in pyromark.reference_definitions(self.text, options=_OPTIONS).items():
            start, end = (self.offsets.character(definition["span"][one]) for one in ("start", "end"))
            found.append(Definition(start, self.trimmed(start, end), label, definition["dest"]))
        return found


@cache
def _closer(quotes: int, *, in_list: bool) -> re.Pattern[str]:
    """Return the pattern for a closing fence after the markers of enclosing quotes, in a list also indented."""
    indentation = r"[ \t]*+" if in_list else " {0,3}+"
    return re.compile(rf"(?:[ \t]*+>){{0,{quotes}}}(?: ?|(?<=>)\t){indentation}(`+|~+)[ \t]*+\Z")


_BLOCKS: dict[str, Callable[[_Builder, Any, int, int], list[Any] | None]] = {
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
_INLINES: dict[str, Callable[[_Builder, Any, int, int], Any]] = {
    "Emphasis": _Builder.emphasis,
    "Strong": _Builder.strong,
    "Strikethrough": lambda _builder, _data, start, end: Strikethrough(start, end, []),
    "Link": _Builder.link,
    "Image": partial(_Builder.link, image=True),
}
