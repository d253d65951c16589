"""Comments that document a declaration: those above it, and those behind it on its line.

In JavaScript and TypeScript, a comment is documentation if it begins with `/**` (JSDoc; TSDoc). It is about what
follows it, and the last one counts. In Go, comments that touch are one (`go/ast.CommentGroup`).
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.languages.nodes import last_line
from doclint.source.trees import Node, text_of

_NONE = expression(r"(?!)")
_MARK = expression(r"//[/!]*<? ?|/\*[*!]*<?")  # where a comment begins
_STAR = expression(r"[ \t]*\*(?!/)")  # where a further line of a block begins


class CommentRules(Struct, frozen=True):
    """Which comments of a language document a declaration.

    `above` and `behind` are patterns for the text of such a comment. A blank line below it separates it from what
    follows if it `must_touch`. Nodes of the types `between` do not separate either, and begin the declaration.
    """

    above: re.Pattern[str]
    behind: re.Pattern[str] = _NONE
    must_touch: bool = False
    between: frozenset[str] = frozenset()


class Documented(Struct):
    """A node with the nodes `between` above it, and the text of the comments that document it."""

    node: "Node"
    between: "list[Node]"
    docstring: str


def documented(data: bytes, nodes: "Iterable[Node]", rules: CommentRules) -> Iterator[Documented]:
    """Yield the nodes that are not comments, in their order, with what documents each."""
    last: Documented | None = None
    above: list[str] = []  # the comments since the last node
    behind: list[str] = []
    between: list[Node] = []
    column = 0  # of the last comment behind a node
    end = 0  # the last line of the last node or comment
    for node in nodes:
        start = node.start_point[0] + 1
        if not node.type.endswith("comment"):
            if node.type in rules.between:
                between.append(node)
                end = last_line(node)
                continue
            if last:
                yield _with_trailing(last, behind)
            is_apart = rules.must_touch and start > end + 1
            last = Documented(node, between, "" if is_apart else plain_text(above))
            above, behind, between, end = [], [], [], last_line(node)
            continue
        text = text_of(data, node)
        # A line comment right below one that is behind a declaration continues it.
        continues = behind and start == end + 1 and node.start_point[1] == column and text.startswith("//")
        if last and not above and (continues or (start == end and rules.behind.match(text))):
            behind.append(text)
            column, end = node.start_point[1], last_line(node)
        elif rules.above.match(text):
            if (text.startswith("/*") and not rules.must_touch) or start > end + 1:
                above = []
            above.append(text)
            end = last_line(node)
        else:
            end = last_line(node)
    if last:
        yield _with_trailing(last, behind)


def plain_text(comments: list[str]) -> str:
    r"""Return the text of some comments without their marks and their common indentation.

    >>> plain_text(["/** Weighs.\n *\n *   @return grams\n */"])
    'Weighs.\n\n@return grams'
    """
    lines: list[str] = []
    for comment in comments:
        mark = _MARK.match(comment)
        text = comment[mark.end() :] if mark else comment
        if not comment.startswith("/*"):
            lines.append(text.rstrip())
            continue
        first, *rest = text.removesuffix("*/").rstrip().split("\n")
        if rest and all(_STAR.match(line) or not line.strip() for line in rest):
            rest = [_STAR.sub("", line, count=1) for line in rest]
        lines += [first.strip(), *_without_margin(rest)]
    return "\n".join(_without_margin(lines)).strip("\n")


def _with_trailing(one: Documented, behind: list[str]) -> Documented:
    if behind and not one.docstring:
        one.docstring = plain_text(behind)
    return one


def _without_margin(lines: list[str]) -> list[str]:
    """Return some lines without their common indentation and the blanks at their ends."""
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]


_OF_FILE = expression(r"^\s*+@(?:packageDocumentation|module|fileoverview|file)\b", re.MULTILINE)


class DocumentedNode(NamedTuple):
    """A node of a syntax tree with the text of its documentation, and the decorators beside it."""

    node: "Node"
    docstring: str
    decorators: tuple["Node", ...]


def documented_nodes(data: bytes, block: "Node") -> Iterator[DocumentedNode]:
    """Yield what a block contains, in order, without comments and without decorators that the grammar sets apart."""
    comment: Node | None = None
    decorators: list[Node] = []
    row = -1
    for node in block.named_children:
        if node.type == "comment":
            # A comment behind something on its line is about that.
            if node.start_point.row > row and data.startswith(b"/**", node.start_byte):
                comment = node
        elif node.type == "decorator":
            decorators.append(node)
        else:
            yield DocumentedNode(node, comment_text(text_of(data, comment)) if comment else "", tuple(decorators))
            comment, decorators = None, []
            row = node.end_point.row


def module_docstring(data: bytes, root: "Node") -> str:
    """Return the documentation of a module: of the comments at its head, the one that says that it is about the file.

    The tags that say so are those of TSDoc (`@packageDocumentation`), TypeDoc (`@module`) and JSDoc (`@file`).
    """
    for node in root.named_children:
        if node.type not in ("comment", "hash_bang_line"):
            break
        text = comment_text(text_of(data, node))
        if _OF_FILE.search(text):
            return text
    return ""


def comment_text(comment: str) -> str:
    r"""Return the text of a documentation comment without its marks and its indentation; empty for other comments.

    >>> comment_text("/**\n   * Weigh the fruit.\n   *\n   *     all()\n   */")
    'Weigh the fruit.\n\n    all()'
    """
    is_documentation = comment.startswith("/**") and comment.endswith("*/") and len(comment) >= len("/***/")
    return plain_text([comment]) if is_documentation else ""
