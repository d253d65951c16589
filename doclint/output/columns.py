"""Text in the columns of a terminal: lines that break between words, and the part of a line around a place."""

from collections.abc import Sequence

from doclint.errors.expressions import expression

_NARROWEST = 40  # columns; in a narrower terminal, lines may break anywhere
_BEFORE = 10  # columns to show before a place
_SEQUENCE = expression(r"\x1b(?:\[[0-9;]*m|\]8;;[^\x1b]*+\x1b\\)")  # colors and links, which take no columns
# A place at the start, a code span and the mark of a fix are one word, even if they have spaces.
_CODE = r"``(?!`)(?:[^`]++|`(?!`))++``(?!`)|`[^`]++`"
_WORD = expression(
    r"(?:\A(?! *+[\d,]++(?: of [\d,]++)?+  ) *+[^`:]++:\d++:\d++)?+"
    rf"(?: *+(?:{_CODE}|\[unsafe fix\]|[^ ])(?:{_CODE}|[^ ])*+)?+"
)
_INDENT = expression(r" *+(?:\d++\. )?+")


def width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    plain = _SEQUENCE.sub("", text) if "\x1b" in text else text
    if plain.isascii():
        return len(plain)
    from wcwidth import wcswidth

    return max(0, wcswidth(plain))


def wrapped(line: str, columns: int, further: int = 2) -> str:
    """Return a line with breaks between words, so that it fits into some columns unless a word is longer.

    What follows a break is indented like the line, and some columns further.

    >>> print(wrapped("  1. Write links that are relative to the page.", 40))
      1. Write links that are relative to
           the page.
    """
    columns = max(columns, _NARROWEST)
    if width(line) <= columns:
        return line
    lead = _INDENT.match(_SEQUENCE.sub("", line))
    indent = " " * (further + len(lead.group() if lead else ""))
    lines, used = [""], 0
    for word in filter(None, _WORD.findall(line)):
        size = width(word)
        if used + size > columns and lines[-1].strip():
            lines.append(indent + word.lstrip(" "))
            used = width(lines[-1])
        else:
            lines[-1] += word
            used += size
    return "\n".join(one.rstrip(" ") for one in lines)


def around(line: Sequence[str], start: int, end: int, columns: int) -> tuple[int, int]:
    """Return from and to which character a line is shown, so that it fits into some columns and shows a place.

    A part of what precedes the place is shown, too. Of a place that is too long, only the start is.

    >>> around("See [the guide](docs/guide.md) for more of it.", 16, 29, 30)
    (6, 36)
    """
    before = line[max(0, start - columns) : start][::-1]
    after = line[start : start + columns]
    left = _fitting(before, max(_BEFORE, (columns - width("".join(line[start:end]))) // 3))
    right = _fitting(after, columns - width("".join(before[:left])))
    left = _fitting(before, columns - width("".join(after[:right])))
    return start - left, start + right


def _fitting(characters: Sequence[str], columns: int) -> int:
    """Return how many characters fit into some columns."""
    used = 0
    for number, character in enumerate(characters):
        used += width(character)
        if used > columns:
            return number
    return len(characters)
