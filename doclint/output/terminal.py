"""Text that is safe to print: a terminal shows what a page contains, and does not obey it."""

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"
)


def safe(text: str) -> str:
    r"""Return text with escapes for control characters and those that change the writing direction; tabs become spaces.

    >>> safe("a\x1b[31mb\tc\u202e")
    'a\\x1b[31mb c\\u202e'
    """
    return _UNSAFE.sub(lambda match: _escape(match.group()), text.replace("\t", " "))


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
