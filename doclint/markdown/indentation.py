"""Indentation of blocks that an engine reads as code, and that MDX does not: it has no indented code."""

from collections.abc import Iterable

from doclint.errors.expressions import expression
from doclint.markdown.source import Span

_BLANKS = expression(r"[ \t]*+")
_LINE_IN_BLOCK = expression(r"(?<![^\r\n])[ \t]++")
_TAB = 4


def without_indentation(text: str, blocks: Iterable[Span], fences: Iterable[Span] = ()) -> str:
    r"""Return a text in which some blocks that an engine reads as indented code are not indented, of the same length.

    The blanks before each line move to the end of the line above, except those that keep it in its list. A fence that
    begins in a block is part of it.

    >>> without_indentation("- a\n\n       b\n       c\n", [Span(11, 22)])
    '- a\n     \n  b     \n  c\n'
    """
    pieces = []
    done = 0
    ends = {fence.start: fence.end for fence in fences}
    for block in blocks:
        if block.start < done:
            continue
        start = max(text.rfind("\n", 0, block.start), text.rfind("\r", 0, block.start)) + 1
        if text[start : block.start].strip(" \t"):
            continue
        columns = _TAB + len(_BLANKS.match(text, block.start).group().expandtabs(_TAB))  # type: ignore[union-attr]
        end = block.end
        for line in _LINE_IN_BLOCK.finditer(text, start):
            if line.start() > end:
                break
            end = max(end, ends.get(line.end(), 0))
            ending = _ending_before(text, line.start())
            moved = _leading(line.group(), columns)
            pieces += [text[done : line.start() - len(ending)], " " * len(moved), ending or "\n"]
            done = line.start() + len(moved) + (not ending)
    return "".join([*pieces, text[done:]])


def _leading(blanks: str, columns: int) -> str:
    """Return the first of some blanks, as many as have room in some columns."""
    width = 0
    for count, blank in enumerate(blanks):
        width += _TAB - width % _TAB if blank == "\t" else 1
        if width > columns:
            return blanks[:count]
    return blanks


def _ending_before(text: str, start: int) -> str:
    return "\r\n" if text.endswith("\r\n", 0, start) else text[start - 1 : start]
