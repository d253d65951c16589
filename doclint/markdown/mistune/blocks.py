"""The block structure for the engine in pure Python: mistune's block rules, applied line by line.

mistune cuts block quotes and list items out of the text before it parses their content, which loses positions, and with
lazy continuation lines the structure. Here each line first passes through the open containers, as CommonMark suggests
(0.31.2, appendix "A parsing strategy"), and the rules are applied to the rest of the line.
"""

import re
from re import Match
from typing import Any, ClassVar

import mistune

from doclint.errors.expressions import expression
from doclint.markdown.labels import collapse, label_key
from doclint.markdown.mistune.leaves import FencedCode, IndentedCode, TextLines, html_block, table
from doclint.markdown.mistune.lines import Line, lines
from doclint.markdown.mistune.scan import LABEL_TEXT, unescape
from doclint.markdown.mistune.state import Leaf, State
from doclint.markdown.nodes import BlockQuote, CodeBlock, FootnoteDefinition, Heading, List, ListItem, ThematicBreak
from doclint.markdown.source import Span

_TASK = expression(r" {0,3}\[([ xX])\](?= |$)")
_RULES = {
    "#": ("atx_heading",),
    ">": ("block_quote",),
    "<": ("raw_html",),
    "=": ("setex_heading",),
    "-": ("setex_heading", "thematic_break", "list"),
    "*": ("thematic_break", "list"),
    "_": ("thematic_break",),
    "+": ("list",),
    "[": ("footnote",),
    **dict.fromkeys("`~", ("fenced_code",)),
    **dict.fromkeys("0123456789", ("list",)),
}


class Blocks(mistune.BlockParser):
    """mistune's block parser, which here adds nodes with positions to the state instead of tokens.

    The method of a rule gets its match in the rest of the line. It returns the column up to which the line is then
    read, 0 if no block begins.
    """

    SPECIFICATION: ClassVar[dict[str, str]] = {
        **mistune.BlockParser.SPECIFICATION,
        "setex_heading": r"^ {0,3}(?P<setext_1>=+|-+) *$",
        "raw_html": r"^ {0,3}<",
        "footnote": rf"^ {{0,3}}\[\^(?P<footnote_1>{LABEL_TEXT.pattern})\]:(?P<footnote_2> *)",
    }
    sc_flag = re.MULTILINE | re.ASCII

    def parse_lines(self, state: State) -> None:
        """Parse all lines of the text."""
        for line in lines(state.text):
            self.parse_line(line, state)
        state.close(1)

    def parse_line(self, line: Line, state: State) -> None:
        """Parse one line."""
        state.line = line
        state.matched = _match_containers(line, state)
        if _continue_leaf(line, state) or _begin_table(line, state):
            return
        for _ in range(state.nesting.depth):
            end = self.begin_block(line, state)
            if not end:
                break
            if end == len(line.shown):
                return
            line.at = end
        _add_text(line, state)

    def begin_block(self, line: Line, state: State) -> int:
        """Begin the block at the current column; return the column after its beginning, 0 if no block begins."""
        if line.indent > 3 or line.blank:
            return 0
        rest = line.rest
        for rule in _RULES.get(rest.lstrip(" ")[0], ()):
            m = self.compile_sc([rule]).match(rest)
            end = self.parse_method(m, state) if m else None
            if end:
                return end
        return 0

    def parse_atx_heading(self, m: Match[str], state: Any) -> int:
        line = state.line
        start, end = line.offset(line.at + m.start("atx_1")), line.trimmed
        heading = Heading(start, end, len(m["atx_1"]), setext=False)
        inner = state.text[start + heading.level : end]
        closed = inner.rstrip("#")
        if not closed or closed[-1] in " \t":
            inner = closed.rstrip(" \t")
        end = start + heading.level + len(inner)
        state.begin(None, heading)
        state.add_inlines(heading, [(end - len(inner.lstrip(" \t")), end)])
        return len(line.shown)

    def parse_setex_heading(self, m: Match[str], state: Any) -> int:
        paragraph = state.leaf
        if not isinstance(paragraph, TextLines) or not state.all_matched:
            return 0
        paragraph.define(state)
        if not paragraph.spans:
            return 0
        start, _ = paragraph.trim(state.text)
        state.leaf = None
        heading = Heading(start, state.line.trimmed, 1 if m["setext_1"][0] == "=" else 2, setext=True)
        state.add(heading)
        state.add_inlines(heading, paragraph.spans)
        return len(state.line.shown)

    def parse_thematic_break(self, _: Match[str], state: Any) -> int:
        line = state.line
        state.begin(None, ThematicBreak(line.offset(line.at + line.indent), line.trimmed))
        return len(line.shown)

    def parse_fenced_code(self, m: Match[str], state: Any) -> int:
        line, fence = state.line, m["fenced_2"]
        if fence[0] == "`" and "`" in m["fenced_3"]:
            return 0
        start = line.offset(line.at + m.start("fenced_2"))
        info = unescape(state.text[start + len(fence) : line.end].strip(" \t"))
        node = CodeBlock(start, line.trimmed, fence, info, "", Span(line.after, line.after), closed=False)
        state.begin(FencedCode(node, line.indent), node)
        return len(line.shown)

    def parse_raw_html(self, _: Match[str], state: Any) -> int:
        line = state.line
        found = html_block(line, lone_tags=state.leaf is None)
        if not found:
            return 0
        line.at += line.indent
        state.begin(found, found.node)
        found.take(line, state)
        if found.done:
            state.close(state.matched)
        return len(line.shown)

    def parse_block_quote(self, _: Match[str], state: Any) -> int:
        line: Line = state.line
        start = line.offset(line.at + line.indent)
        if state.is_full(start):
            return 0
        node = BlockQuote(start, start + 1)
        state.begin(None, node)
        state.enter(node)
        state.open[-1].takes_marker(line, line.indent)
        return line.at

    def parse_list(self, m: Match[str], state: Any) -> int:
        line, marker, rest = state.line, m["list_2"], m["list_3"]
        interrupts = bool(rest.strip(" ")) and (len(marker) == 1 or int(marker[:-1]) == 1)
        start, end = line.offset(line.at + m.start("list_2")), line.offset(line.at + m.end("list_2"))
        if (state.in_paragraph and not interrupts) or state.is_full(start):
            return 0
        item = _begin_item(start, end, marker, state)
        space = len(rest) - len(rest.lstrip(" "))
        width = m.end("list_2") + (space if rest.strip(" ") and space < 5 else 1)
        state.enter(item, width=width, depth=2)
        line.at = min(line.at + width, len(line.shown))
        return _begin_task(item, line, state)

    def parse_footnote(self, m: Match[str], state: Any) -> int:
        line: Line = state.line
        start = line.offset(line.at + line.indent)
        if "\n" in m["footnote_1"] or state.is_full(start):
            return 0
        state.close(state.matched)
        if isinstance(state.open[-1].node, FootnoteDefinition):
            state.close(len(state.open) - 1)
        label = collapse(m["footnote_1"])
        node = FootnoteDefinition(start, line.offset(line.at + m.start("footnote_2")), label)
        state.references.footnotes.add(label_key(label))
        state.add(node)
        state.enter(node, width=4)
        return line.at + m.end()


def _match_containers(line: Line, state: State) -> int:
    for number, container in enumerate(state.open):
        if number and not container.takes(line):
            return number
    return len(state.open)


def _continue_leaf(line: Line, state: State) -> bool:
    """Offer the line to an open verbatim leaf, and return whether the leaf took it."""
    leaf = state.leaf
    if leaf is None or leaf.lazy:
        return False
    taken = state.all_matched and leaf.verbatim and leaf.take(line, state)
    if not state.all_matched or (leaf.done if taken else leaf.verbatim):
        state.close(state.matched)
    return taken


def _begin_table(line: Line, state: State) -> bool:
    paragraph = state.leaf
    if not isinstance(paragraph, TextLines) or not state.all_matched or line.indent > 3:
        return False
    found = table(paragraph, line, state)
    if not found:
        return False
    state.begin(found, found.node)
    found.add(found.node.start, found.node.end, state)
    found.node.end = line.trimmed
    return True


def _add_text(line: Line, state: State) -> None:
    if line.blank:
        state.close(state.matched)
    elif state.leaf is None or not state.leaf.take(line, state):
        leaf: Leaf = TextLines()
        node = None
        if line.indent > 3:
            start = line.behind(line.at + 4)
            node = CodeBlock(start, start, "", "", "", Span(start, start), closed=True)
            leaf = IndentedCode(node)
        state.begin(leaf, node)
        leaf.take(line, state)


def _begin_item(start: int, end: int, marker: str, state: State) -> ListItem:
    state.close(state.matched)
    container = state.open[-1]
    if container.bullet != marker[-1]:
        state.add(List(start, end, int(marker[:-1]) if len(marker) > 1 else None))
        container.bullet = marker[-1]
    depth = 1 + sum(isinstance(outer.node, ListItem) for outer in state.open)
    item = ListItem(start, end, depth)
    container.children[-1].items.append(item)
    return item


def _begin_task(item: ListItem, line: Line, state: State) -> int:
    """Read a task marker and the text after it, in which no other block can begin."""
    task = _TASK.match(line.shown, line.at)
    if not task:
        return line.at
    item.checked = task[1] != " "
    item.end = line.offset(task.end() - 1) + 1
    line.at = task.end()
    if not line.blank:
        text = TextLines(plain=True)
        state.begin(text)
        text.take(line, state)
    return len(line.shown)
