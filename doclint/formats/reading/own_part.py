"""The part of a page that its generator owns, where the format says that it is between comments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from doclint.markdown.nodes import Block, HtmlBlock

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format

_COMMENT = "<!--"


def own_blocks(blocks: Sequence[Block], format_: "Format") -> list[Block]:
    """Return the blocks of a page that are of a format: all, or those between the comments that it has around them.

    There may be several such parts. One without its end is none, as its generator may replace any of what follows.
    """
    if not format_.between:
        return list(blocks)
    found: list[Block] = []
    part: list[Block] = []
    end = ""
    for block in blocks:
        comment = block.text if isinstance(block, HtmlBlock) and _COMMENT in block.text else ""
        begun = next((last for first, last in format_.between if comment and first in comment), "")
        if end and end in comment:
            found += part
            end = ""
        elif begun:
            part, end = [], begun
        elif end:
            part.append(block)
    return found
