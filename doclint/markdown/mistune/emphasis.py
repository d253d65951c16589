"""Pairing the delimiters of emphasis, strong emphasis and strikethrough."""

from collections.abc import Iterable
from unicodedata import category

from msgspec import Struct


class Run(Struct):
    """A delimiter run of `size` characters. The part from `left` to `right` is not paired yet.

    `closed` and `opened` are the widths of the delimiters taken from its left and from its right end.
    """

    char: str
    size: int
    left: int
    right: int
    opens: bool
    closes: bool
    opened: list[int] = []
    closed: list[int] = []


def run_at(src: str, start: int, end: int) -> Run | None:
    """Return the delimiter run between two offsets; None if it can neither open nor close (CommonMark, section 6.2)."""
    if src.startswith("~~~", start):
        return None
    before = _sort(src[start - 1] if start else "\n")
    after = _sort(src[end] if end < len(src) else "\n")
    opens = after != "space" and (after != "punctuation" or before != "")
    closes = before != "space" and (before != "punctuation" or after != "")
    if src[start:end] == "~~":
        opens = after != "space"
    elif src[start] != "*":
        left_flanking = opens
        opens = opens and (not closes or before == "punctuation")
        closes = closes and (not left_flanking or after == "punctuation")
    return Run(src[start], end - start, start, end, opens, closes) if opens or closes else None


def _sort(char: str) -> str:
    if char.isalnum():
        return ""
    if char in " \t\n\f\r":
        return "space"
    kind = category(char)
    return "space" if kind == "Zs" else "punctuation" if kind[0] in "PS" else ""


def pair(runs: Iterable[Run]) -> None:
    """Pair the delimiters of some runs (CommonMark 0.31.2, appendix "Process emphasis").

    After a search for an opener has failed, later searches for such an opener stop at the same place.
    """
    openers: list[Run] = []
    bottoms: dict[tuple[str, int, bool], int] = {}
    for run in runs:
        key = _kind(run)
        while run.closes and run.left < run.right:
            place = _opener(openers, run, bottoms.get(key, -1))
            if place is None:
                bottoms[key] = run.left
                break
            del openers[place + 1 :]
            _use(openers[place], run)
            if openers[place].left == openers[place].right:
                openers.pop()
        if run.opens and run.left < run.right:
            openers.append(run)


def _kind(closer: Run) -> tuple[str, int, bool]:
    # The reference engine has one limit for all tildes, although only runs of the same length match.
    return ("~", 0, False) if closer.char == "~" else (closer.char, closer.size % 3, closer.opens)


def _opener(openers: list[Run], closer: Run, bottom: int) -> int | None:
    for place in range(len(openers) - 1, -1, -1):
        opener = openers[place]
        if opener.left < bottom:
            return None
        if opener.char == closer.char and _match(opener, closer):
            return place
    return None


def _match(opener: Run, closer: Run) -> bool:
    if closer.char == "~":
        return opener.size == closer.size
    both_ways = opener.closes or closer.opens
    return not both_ways or (opener.size + closer.size) % 3 != 0 or opener.size % 3 == closer.size % 3 == 0


def _use(opener: Run, closer: Run) -> None:
    width = min(2, opener.right - opener.left, closer.right - closer.left)
    opener.right -= width
    closer.left += width
    opener.opened.append(width)
    closer.closed.append(width)
