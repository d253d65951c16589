"""What happens to a docstring that a generator collects line by line."""

import re

from doclint.kit import expression
from doclint.source.locate import Letters

_GAP = expression(rb"[^\s] {4,}[^\s]")
_WORD = 40  # characters of a word in a message


def faults_of(overview: Letters, docstring: Letters, begins: int, *, is_quoted: bool, behind: bytes) -> list[str]:
    """Return what is wrong with an overview that has the letters of a docstring.

    The overview has them from the letter `begins` of the docstring on, and may have more after them. It may be quoted.
    `behind` is what follows the docstring in the source.
    """
    faults = []
    joint = _joint(overview, docstring, begins)
    if joint:
        faults.append(f"its lines run together (`{joint}`)")
    elif _GAP.search(overview.data, 0, _end(overview, docstring, begins)) and not _GAP.search(docstring.data):
        faults.append("blanks replace its line breaks")
    if is_quoted:
        faults.append("its quotes are kept")
    rest = overview.letters[len(docstring.letters) :]
    if rest and Letters(behind).letters.startswith(rest):
        faults.append("the code behind it follows")
    return faults


def _end(overview: Letters, docstring: Letters, begins: int) -> int:
    """Return the byte of the overview at which the docstring ends: code that follows has lines of its own."""
    letters = min(len(overview.letters), len(docstring.letters) - begins)
    return overview.place(letters - 1) + 1


def _joint(overview: Letters, docstring: Letters, begins: int) -> str:
    """Return the first word of the overview that joins the end of a line of the docstring with the next line."""
    # Lines without letters have the same next letter.
    starts = dict.fromkeys(docstring.letter(line.end()) for line in re.finditer(rb"\n", docstring.data))
    for first in (start - begins for start in starts):
        if not 0 < first < min(len(overview.letters), len(docstring.letters)):
            continue
        left, right = overview.place(first - 1), overview.place(first)
        between = overview.data[left + 1 : right]
        # Scripts that write no spaces, and words that are divided, need none.
        is_joined = not between.strip(b".,;:!?)") and between.strip() == between
        if is_joined and min(overview.data[left], overview.data[right]) < 0x80:
            start = max(overview.data.rfind(mark, 0, left) for mark in (b" ", b"\n")) + 1
            return overview.data[start : right + _WORD].split(maxsplit=1)[0].decode(errors="ignore")[-2 * _WORD :]
    return ""
