"""Lines of other files that a finding follows from."""

from typing import NamedTuple


class RelatedLines(NamedTuple):
    """Lines of another file that a finding follows from, such as those that define the function that a page calls.

    `path` is the path of the file from the root. `start` is the number of the first line, counted from 1, and `end`
    that of the last one, which is included; both are 0 if the finding follows from the file as a whole.
    """

    path: str
    start: int = 0
    end: int = 0
