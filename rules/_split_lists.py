"""Lists that a text without indent splits, and tables that a cell of several paragraphs splits: the first part is what
the format describes, and the others are prose.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from doclint import Page
from doclint.kit import expression, schema
from doclint.kit.nodes import Code, CodeBlock, List, Paragraph, Strong, plain_text
from doclint.kit.shapes import Prose

if TYPE_CHECKING:
    from doclint.formats.documented.symbols import Members

_LISTS = schema.SymbolsContent | schema.TableContent
_TYPE = expression(r" (?![-/]).*")  # behind an option
_ROW = expression(r"(?m)^\|[ \t]*+`?([^|\s`]++)")


class SplitLists:
    """The names that begin the items of lists which no element takes, and lines that look like rows, also in the code
    that a fence in a cell opened, by the number of headings in front of them.
    """

    def __init__(self, page: Page) -> None:
        self._headings = [heading.start for heading in page.document.headings]
        self._names: dict[int, set[str]] = {}
        free = {prose.start for prose in page.all(Prose)}
        for block in page.document.blocks:
            if isinstance(block, List) and block.start in free:
                self._names.setdefault(self._section(block.start), set()).update(_names(block))
            elif isinstance(block, Paragraph | CodeBlock) and block.start in free:
                rows = _ROW.findall(page.text(block.span))
                self._names.setdefault(self._section(block.start), set()).update(rows)

    def names(self, lists: "Iterable[Members]") -> Collection[str]:
        """Return the names in the sections of some lists."""
        sections = {self._section(each.span.start) for each in lists if isinstance(each.spec, _LISTS)}
        found = [self._names[section] for section in sections if section in self._names]
        return found[0] if len(found) == 1 else set().union(*found)

    def _section(self, start: int) -> int:
        return bisect_left(self._headings, start)


def _names(block: List) -> set[str]:
    """Return the code, or the bold text, that begins the items of a list, with and without a type behind it."""
    firsts = (item.inlines[0] for item in block.items if item.inlines)
    found = {plain_text([first]) for first in firsts if isinstance(first, Code | Strong)}
    return found | {_TYPE.sub("", one) for one in found}
