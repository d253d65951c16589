"""Mojibake: text that was read in the wrong encoding and written again."""

import codecs
import re
from typing import NamedTuple
from unicodedata import category

from doclint.markdown.source import Span

# Mojibake has at least two characters: a character outside ASCII has two bytes or more in UTF-8.
_RUN = re.compile(r"[^\x00-\x7f][^\x00-\x7f]+")  # faster than `{2,}`
_UTF8_CHARACTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NO_TEXT = frozenset({"Cc", "Cn", "Co"})
_CODECS = ("cp1252", "latin-1", "cp1251", "cp1250", "mac-roman", "cp437")


class Mojibake(NamedTuple):
    """A run of characters that results from reading UTF-8 in another encoding, and the original text."""

    span: Span
    text: str
    repaired: str


def mojibake(text: str) -> list[Mojibake]:
    """Find all mojibake in a text and repair it. ftfy decides what is mojibake.

    >>> mojibake("Keyword â†’ Section")
    [Mojibake(span=Span(start=8, end=11), text='â†’', repaired='→')]
    >>> mojibake("naïve façade, ÆØÅ, 東京, → —")
    []
    """
    if text.isascii():
        return []
    found = []
    fixed: dict[str, str] = {}  # each run is repaired once, since words recur
    for match in _RUN.finditer(text):
        run = match.group()
        if run not in fixed:
            fixed[run] = _fixed(run)
        if fixed[run] != run:
            found.append(Mojibake(Span(*match.span()), run, fixed[run]))
    return found


def all_repaired(text: str) -> str:
    """Return a text with all its mojibake repaired."""
    return repaired(text, {one.text: one.repaired for one in mojibake(text)})


def repaired(text: str, repairs: dict[str, str]) -> str:
    """Return a text with each run that is a key of `repairs` replaced by its value."""
    return _RUN.sub(lambda match: repairs.get(match.group(), match.group()), text) if repairs else text


def _fixed(run: str) -> str:
    """Return a run repaired, or as it is if it is not mojibake."""
    if not _could_be_utf8(run):
        return run
    # ftfy is slow to import and rarely needed.
    from ftfy import fix_encoding

    fixed = fix_encoding(run)
    return run if any(category(character) in _NO_TEXT for character in fixed) else fixed


def _could_be_utf8(run: str) -> bool:
    """Whether a run, encoded in some single-byte encoding, has a character of UTF-8. All mojibake has."""
    for codec in _CODECS:
        try:
            if _UTF8_CHARACTER.search(run.encode(codec, "doclint-control")):
                return True
        except UnicodeEncodeError:
            continue
    return False


def _control_as_byte(error: UnicodeError) -> tuple[bytes, int]:
    """Encode control characters as single bytes. Windows decodes undefined bytes as the control characters of the same
    number.
    """
    if not isinstance(error, UnicodeEncodeError) or not 0x80 <= ord(error.object[error.start]) < 0xA0:
        raise error
    return bytes([ord(error.object[error.start])]), error.start + 1


codecs.register_error("doclint-control", _control_as_byte)
