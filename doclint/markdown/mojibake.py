"""Encoding damage: text that was read in the wrong encoding and written again."""

import codecs
import re
from typing import NamedTuple
from unicodedata import category

from doclint.markdown.source import Span

# Damage is at least two characters long: what is outside ASCII has two bytes or more in UTF-8.
_RUN = re.compile(r"[^\x00-\x7f][^\x00-\x7f]+")  # what begins with one character is found faster
_UTF8_CHARACTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NO_TEXT = frozenset({"Cc", "Cn", "Co"})
_CODECS = ("cp1252", "latin-1", "cp1251", "cp1250", "mac-roman", "cp437")


class Mojibake(NamedTuple):
    """A run of characters that came of reading UTF-8 as something else, and what it was."""

    span: Span
    text: str
    repaired: str


def mojibake(text: str) -> list[Mojibake]:
    """Find and repair mojibake, with ftfy as the judge.

    >>> mojibake("Keyword â†’ Section")
    [Mojibake(span=Span(start=8, end=11), text='â†’', repaired='→')]
    >>> mojibake("naïve façade, ÆØÅ, 東京, → —")
    []
    """
    if text.isascii():
        return []
    found = []
    fixed: dict[str, str] = {}  # each run once: words come again
    for match in _RUN.finditer(text):
        run = match.group()
        if run not in fixed:
            fixed[run] = _fixed(run)
        if fixed[run] != run:
            found.append(Mojibake(Span(*match.span()), run, fixed[run]))
    return found


def all_repaired(text: str) -> str:
    """The text with all its damage repaired."""
    return repaired(text, {one.text: one.repaired for one in mojibake(text)})


def repaired(text: str, repairs: dict[str, str]) -> str:
    """The text with each damaged run that is a key of `repairs` replaced by its value."""
    return _RUN.sub(lambda match: repairs.get(match.group(), match.group()), text) if repairs else text


def _fixed(run: str) -> str:
    """The run without its damage, or as it is."""
    if not _could_be_utf8(run):
        return run
    # Slow to import, and hardly ever needed.
    from ftfy import fix_encoding

    fixed = fix_encoding(run)
    return run if any(category(character) in _NO_TEXT for character in fixed) else fixed


def _could_be_utf8(run: str) -> bool:
    """Whether the run, written in some single-byte encoding, has a character of UTF-8: all damage has."""
    for codec in _CODECS:
        try:
            if _UTF8_CHARACTER.search(run.encode(codec, "doclint-control")):
                return True
        except UnicodeEncodeError:
            continue
    return False


def _control_as_byte(error: UnicodeError) -> tuple[bytes, int]:
    """Windows leaves some bytes undefined and yet reads them: as the control characters of the same number."""
    if not isinstance(error, UnicodeEncodeError) or not 0x80 <= ord(error.object[error.start]) < 0xA0:
        raise error
    return bytes([ord(error.object[error.start])]), error.start + 1


codecs.register_error("doclint-control", _control_as_byte)
