"""A copy of a source file on a page, and where it differs from the file."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import common
from doclint.formats.reading.shapes import SourceCopy
from doclint.markdown.mojibake import all_repaired, repaired
from doclint.markdown.source import REPLACEMENT, Span, with_lf
from doclint.page.page import Page

LONGEST_NOTE = 300
"""Characters of a note beside a copy, or at its end, that are read."""

_NOT_ASCII = expression(r"[^\x00-\x7f]+")


class Difference(Struct, frozen=True):
    """The first difference between a copy and its file.

    `line` counts from 1, `column` from 0. `copied` and `original` are all lines of the copy and of the file; `rest` is
    what the copy has from the difference on.
    """

    line: int
    column: int
    copied: list[str]
    original: list[str]
    rest: str


class QuotedCopy:
    """A copy of a source file, as the generator wrote it onto a page."""

    def __init__(self, page: Page, copy: SourceCopy) -> None:
        self.page = page
        self.copy = copy
        # The generator puts a line ending of its own behind the copy.
        self.text = with_lf(page.text(copy.content)).removesuffix("\n")

    @property
    def opening(self) -> Span:
        """The line that opens the fence."""
        return self.page.rest_of_line(self.copy.start)

    @cached_property
    def repaired(self) -> str:
        """The text without the damage of a wrong encoding."""
        return repaired(self.text, {damage.text: damage.repaired for damage in self.page.document.mojibake})

    @property
    def ends_at_cut(self) -> bool:
        """Whether the copy ends exactly where the generator cuts, before or after damage made it longer."""
        return self.copy.is_cut_at(len(self.text)) and not self.copy.is_cut_at(len(self.repaired) - 1)

    @property
    def notes(self) -> Iterator[str]:
        """The texts beside the copy in its section, each no longer than a note."""
        for shape in self.page.contents:
            if shape.section == self.copy.section and shape is not self.copy:
                yield self.page.text(Span(shape.start, min(shape.end, shape.start + LONGEST_NOTE)))

    def difference(self, file: str) -> Difference | None:
        """Return where the copy first differs from the text of a file.

        Line endings, a byte order mark, blank lines at the end and damage of a wrong encoding do not count. If either
        side has lost characters, only those of ASCII count.
        """
        copied, original = _plain(self.text), _plain(file)
        if copied != original and (REPLACEMENT in copied or REPLACEMENT in original):
            copied, original = _NOT_ASCII.sub("", copied), _NOT_ASCII.sub("", original)
        elif copied != original:
            copied, original = _plain(self.repaired), _plain(all_repaired(file))
        return _difference(copied, original) if copied != original else None


def _difference(copy: str, file: str) -> Difference:
    copied, original = _lines(copy), _lines(file)
    index = common(copied, original)
    column = common(copied[index], original[index]) if index < min(len(copied), len(original)) else 0
    offset = sum(map(len, copied[:index])) + index + column
    return Difference(index + 1, column, copied, original, copy[offset:])


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _plain(text: str) -> str:
    return with_lf(text).removeprefix("\ufeff").rstrip("\n")
