"""Text that is safe to print: terminals and the logs of CI show what a page contains, and do not obey it.

Runners of CI obey lines of a log: those that begin with `::`, after any white space (GitHub), and those that have
`##[...]` or `##vso[...]` anywhere (Azure, and GitHub as well).
"""

from collections.abc import Sequence
from re import Match

from msgspec import json

from doclint.errors.expressions import expression

UNSAFE = (
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
"""A pattern of the characters that cannot be seen or that a terminal obeys, for Python and for JavaScript."""

_UNSAFE = expression(UNSAFE)
_COMMAND = expression(r"(?<=#)#(?=\w*\[)")
_COMMAND_AT_START = expression(r"((?:\A|\r)[^\S\r]*):(?=:)")  # runners end a line at a carriage return, too


def safe(text: str) -> str:
    r"""Return text with escapes for control characters, for those that change the writing direction, and for one
    character of each command to a runner of CI; tabs become spaces.

    >>> safe("a\x1b[31mb\tc\u202e"), safe("see ##[group]"), safe(" ::error::")
    ('a\\x1b[31mb c\\u202e', 'see #\\x23[group]', ' \\x3a:error::')
    """
    return without_commands(without_controls(text))


def safe_characters(text: str) -> list[str]:
    r"""Return how each character of a text is shown in the middle of a line.

    >>> safe_characters("\t##[\0")
    [' ', '#', '\\x23', '[', '\\x00']
    """
    shown = list(text) if text.isprintable() else [without_controls(character) for character in text]
    for match in _COMMAND.finditer(text):
        shown[match.start()] = _escape(match.group())
    return shown


def without_commands(text: str) -> str:
    """Return a line with an escape for one character of each command to a runner of CI, and for nothing else."""
    if "##" in text:
        text = _COMMAND.sub(lambda match: _escape(match.group()), text)
    return _COMMAND_AT_START.sub(r"\1\\x3a", text) if "::" in text else text


def html_without_commands(text: str) -> str:
    """Return HTML with a character reference in each command to a runner of CI, which shows the same.

    >>> html_without_commands("see ##[group]"), html_without_commands("::error::")
    ('see #&#35;[group]', '&#58;:error::')
    """
    return _COMMAND_AT_START.sub(r"\1&#58;", _COMMAND.sub("&#35;", text))


def safe_json(text: str) -> str:
    r"""Return a JSON document with the same content that is safe to print, by escapes of JSON in its strings.

    >>> safe_json('["\x7f ##[group]"]')
    '["\\u007f #\\u0023[group]"]'
    """
    if "##" in text:
        text = _COMMAND.sub(_json_escape, text)
    # The search takes long, and is seldom needed: JSON in one line has no other characters that cannot be printed.
    is_safe = "\x7f" not in text if text.isascii() else text.isprintable()
    return text if is_safe else _UNSAFE_IN_JSON.sub(_json_escape, text)


def as_json(document: object) -> str:
    """Return a document as JSON that is safe to print, indented."""
    return json.format(as_line(document), indent=2)


def as_line(document: object) -> str:
    """Return a document as JSON that is safe to print, in one line."""
    return safe_json(json.encode(document).decode())


# JSON has escapes for the control characters of ASCII already, and `\n` is between its strings.
_UNSAFE_IN_JSON = expression(f"[{UNSAFE.partition(chr(0x1F))[2]}")


def _json_escape(match: Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def without_controls(text: str) -> str:
    """Return text with escapes for all that a terminal would obey; tabs become spaces."""
    if text.isprintable():  # no character in `_UNSAFE` is, nor is a tab
        return text
    return _UNSAFE.sub(lambda match: _escape(match.group()), text.replace("\t", " "))


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"


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
    used = 0
    for number, character in enumerate(characters):
        used += width(character)
        if used > columns:
            return number
    return len(characters)
