"""Mojibake: text that was read in the wrong encoding and written again."""

import re
from functools import cache
from unicodedata import category

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import Span

# Mojibake has at least two characters: a character outside ASCII has two bytes or more in UTF-8.
_RUN = expression(r"[^\x00-\x7f][^\x00-\x7f]+")  # faster than `{2,}`
_UTF8_CHARACTER = expression("[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NO_TEXT = frozenset({"Cc", "Cn", "Co"})
_CODECS = ("cp1252", "latin-1", "cp1251", "cp1250", "mac-roman", "cp437")


class Mojibake(Struct, frozen=True):
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
    # Most texts, in whatever language, end here: after ASCII, after single characters, or after one search.
    if text.isascii() or not _RUN.search(text) or not _beginning().search(text):
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

    fixed = fix_encoding(run).replace("\ufeff", "")  # a byte order mark says nothing within a page
    return run if any(category(character) in _NO_TEXT for character in fixed) else fixed


def _could_be_utf8(run: str) -> bool:
    """Whether a run, encoded in some single-byte encoding, has a character of UTF-8. All mojibake has."""
    if not _beginning().search(run):
        return False
    characters = set(map(ord, run))
    return any(codec.keys() >= characters and _UTF8_CHARACTER.search(run.translate(codec)) for codec in _codecs())


@cache
def _codecs() -> list[dict[int, int]]:
    """Return the bytes above ASCII of each encoding by character, both as numbers.

    Windows decodes undefined bytes as the control characters of the same number, so these count as bytes as well.
    """
    controls = {number: number for number in range(0x80, 0xA0)}
    every = range(0x80, 0x100)
    return [
        controls | {ord(char): byte for byte in every if (char := bytes([byte]).decode(name, "ignore"))}
        for name in _CODECS
    ]


@cache
def _beginning() -> re.Pattern[str]:
    """Compile a pattern for what all mojibake has: the first two bytes of a character of UTF-8, each as a character
    of some encoding.
    """
    pairs = [pair for codec in _codecs() for pair in codec.items()]
    leading = "".join(sorted({chr(char) for char, byte in pairs if 0xC2 <= byte <= 0xF4}))
    following = "".join(sorted({chr(char) for char, byte in pairs if 0x80 <= byte <= 0xBF}))
    return re.compile(f"[{leading}][{following}]")  # no character of ASCII, so nothing to escape
