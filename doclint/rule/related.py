"""Lines of other files that a finding follows from."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from doclint.page.source_file import SourceFile

MOST_RELATED = 10
"""How many related lines a finding keeps; a list may leave out thousands of functions."""


class RelatedLines(NamedTuple):
    """Lines of another file that a finding follows from, such as those that define the function that a page calls.

    `path` is the path of the file from the root. `start` is the number of the first line, counted from 1, and `end`
    that of the last one, which is included; both are 0 if the finding follows from the file as a whole. As a text, for
    messages, they are the path and the first line.

    >>> str(RelatedLines("src/orchard/tree.py", 12, 14)), str(RelatedLines("src/orchard/tree.py"))
    ('src/orchard/tree.py:12', 'src/orchard/tree.py')
    """

    path: str
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.start}" if self.start else self.path


def lines_of(source: "SourceFile", start: int | None = None, end: int | None = None) -> tuple[RelatedLines, ...]:
    """Return lines of a source file as related ones: up to `end`, or one; without `start`, the file as a whole.

    There are none if a copy on a page stands in for the file.
    """
    if source.copy is not None:
        return ()
    return (RelatedLines(source.path, start, end or start) if start else RelatedLines(source.path),)
