"""Folders drawn as trees in fences: with `├──`, or by indentation and slashes."""

import re
from collections.abc import Iterable, Iterator
from posixpath import join

from msgspec import Struct
from msgspec.structs import replace

from doclint import Page, Span
from doclint.kit import expression
from doclint.kit.nodes import CodeBlock

_DRAWN = ("├", "└", "|--", "+--", "`--")
_LANGUAGES = frozenset(("", "text", "txt", "plaintext", "plain", "tree", "ascii"))
_BRANCH = expression(r"(?P<depth>(?:[ \t\xa0│┃]|\|(?!--))*+)(?:[├└┣┗╰][─━-]*+|[|+`]-{2,})[ \t\xa0]*+")
_TRUNK = expression(r"[ \t\xa0]*+(?:[│|┃]|\Z)")  # a line that only goes on with what is drawn
_NAME = expression(
    r"(?:[^\w.@~$<{(\[\s/*`-]++\s++)?+(?P<mark>\*\*|`)?+"  # a picture of a folder, emphasis
    r"(?P<name>[\w.@+~$(\[-][^\s`,:]*+)[`:]?+(?P<gap>\s*+)(?P<note>.*+)",
    re.DOTALL,
)
_NOTE = expression(r"#|//|<|←|-|–|—|:|\(|\||→|=|\[|\*|\Z")
_WIDE = 2  # blanks between a name and what is said of it
_MOST = 2_000  # entries of a tree
_LEAST_FOLDERS = 2  # lines with a slash at the end in a tree without branches


class Entry(Struct, frozen=True):
    """A line of a drawn tree: the path from the root of the tree, the place of the name on the page, and what the line
    says of it. The path is empty if the name is not certain. `parent` is the number of the entry that it is in, or -1.
    """

    path: str
    span: Span
    note: str
    parent: int


class DrawnTree(Struct, frozen=True):
    """A tree by the name on its first line, empty if it has none, and its entries in the order of their lines."""

    root: str
    block: CodeBlock
    entries: list[Entry]


class _Line(Struct, frozen=True):
    """The column of a name, -1 for the root of a tree; the name, empty if it is not certain; its place and its note;
    and whether it is drawn as the last one of its folder.
    """

    depth: int
    name: str
    span: Span
    note: str
    is_last: bool = False


def drawn_trees(page: Page) -> Iterator[DrawnTree]:
    """Yield the trees in the fences of a page; each line without a branch begins another one."""
    for block in page.document.code_blocks:
        if any(mark in block.text for mark in _DRAWN):
            yield from _trees(block, _by_branches(page, block))
        elif block.language in _LANGUAGES and block.text.count("/\n") + block.text.count("/ ") >= _LEAST_FOLDERS:
            yield from _trees(block, _by_indentation(page, block))


def _by_branches(page: Page, block: CodeBlock) -> Iterator[_Line]:
    for start, end in page.source.lines(block.content):
        line = page.text(Span(start, end))
        branch = _BRANCH.match(line)
        if branch is not None:
            found = _line(len(branch["depth"]), line, start, branch.end())
            yield replace(found, is_last="└" in branch[0])
        elif not _TRUNK.match(line):
            yield _line(-1, line, start, 0)


def _by_indentation(page: Page, block: CodeBlock) -> list[_Line]:
    """Return the lines of a tree that has no branches; none if a line is not a name."""
    lines = []
    for start, end in page.source.lines(block.content):
        text = page.text(Span(start, end))
        depth = len(text) - len(text.lstrip(" \t\xa0"))
        if depth < len(text):
            lines.append(_line(depth, text, start, depth))
    least = min((line.depth for line in lines), default=0)
    folders = [line for line in lines if line.name.endswith("/")]
    if not all(line.name for line in lines) or len(folders) < _LEAST_FOLDERS:
        return []
    first = [line for line in lines if line.depth == least]
    has_root = len(first) == 1 and len(lines) > 1
    return [replace(line, depth=-1) if has_root and line.depth == least else line for line in lines]


def _line(depth: int, text: str, start: int, at: int) -> _Line:
    """Return what a line says from some column on; a name that something unknown follows is not certain."""
    match = _NAME.match(text, at)
    if match is None:
        return _Line(depth, "", Span(start + at, start + len(text)), "")
    note, has_gap = match["note"], len(match["gap"]) >= _WIDE or "\t" in match["gap"]
    is_certain = has_gap or _NOTE.match(note) is not None or not match["gap"]
    written = match["name"].removesuffix(match["mark"] or " ")
    name = written.removeprefix("./") if is_certain and not note.startswith(",") else ""
    first = start + match.start("name")
    return _Line(depth, name, Span(first, first + len(written)), note)


def _trees(block: CodeBlock, lines: Iterable[_Line]) -> Iterator[DrawnTree]:
    tree = DrawnTree("", block, [])
    # Each entry that the next line can be in: its column, its number, and whether its folder is already drawn.
    open_: list[tuple[int, int, bool]] = []
    for line in lines:
        if line.depth < 0:
            if tree.entries:
                yield tree
            tree, open_ = DrawnTree(line.name, block, []), []
            continue
        is_drawn = False  # what follows may be in the last folder, if blanks are lost
        while open_ and open_[-1][0] >= line.depth:
            _, _, is_drawn = open_.pop()
        parent = open_[-1][1] if open_ else -1
        above = tree.entries[parent].path if parent >= 0 else ""
        is_certain = line.name and not is_drawn and (above or parent < 0)
        path = join(above, line.name) if is_certain else ""
        if len(tree.entries) < _MOST:
            open_.append((line.depth, len(tree.entries), is_drawn or line.is_last))
            tree.entries.append(Entry(path, line.span, line.note, parent))
    if tree.entries:
        yield tree
