import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import REPLACEMENT, Places, Undecodable, expression

_SHOWN = 16  # bytes in a message
_AROUND = 200  # characters of a line that are read
_QUOTES = ("`", '"', "'", "\u2018", "\u2019", "\u201c", "\u201d")
_ABOUT_CHARACTERS = expression(r"character|charset|(?:en|de)cod|unicode|utf-?8|\bU\+FFFD|\bbytes?\b", re.IGNORECASE)
_CONTROLS = "".join(map(chr, (*range(0x09), 0x0B, *range(0x0E, 0x20), 0x7F)))
_MARK = "\ufeff"
_CONTROL = f"[{re.escape(_CONTROLS)}{_MARK}]"
_STAND_IN = r"\x00[A-Z_]{1,40}\d{0,9}\x00"
_KINDS, _SHARE = 5, 20  # a binary file has at least 5 different control characters, and 1 for each 20 characters
_HEAD = 8_000  # characters that show whether a file is a text
_ODD = expression(rf"{_STAND_IN}|{_CONTROL}|\w{{0,40}}\ufffd[\w\ufffd]{{0,40}}")
_ODD_WITHOUT_LOSS = expression(f"{_STAND_IN}|{_CONTROL}")  # it takes long to find the words around lost characters


class UndecodableBytes(Rule):
    """The page has bytes that are not UTF-8, or characters that do not belong in a text.

    Renderers show a replacement character, other tools refuse the file. Usually the page, or a name pasted into it, was
    written in Windows-1252; the message says what the bytes mean there. If a whole page is UTF-16, doclint reports that
    once, at the first line. A byte order mark (U+FEFF) within a page comes from joining files; what it precedes is then
    not at the beginning of its line, so a heading is none.

    A file that is not a text at all, such as an image, is one finding. Other control characters come from terminals. A
    word between two null characters is what a program puts in place of a text while it changes the page, and should
    replace again. A replacement character (U+FFFD) is what an
    earlier step made of bytes that it could not decode. doclint ignores both in code, which may quote them, and a
    replacement character in quotes or on a line about characters.
    """

    family = "encoding"
    severity = "error"
    covers = ("H03",)
    remedy = (
        'Decode what you put on a page with the encoding that it has, and write pages as UTF-8 (`encoding="utf-8"`).'
    )
    advice = "Save the page as UTF-8, and restore the characters that are lost."
    messages = {
        "bytes": Message("{bytes} is not UTF-8[; in Windows-1252 it is `{meaning}`]", key=("bytes",)),
        "binary": Message(
            "The file is not a text: {count} of its first {size} characters are control characters; give it another "
            "suffix, or leave it out with `exclude`"
        ),
        "encoding": Message("The page is {encoding}; write it as UTF-8"),
        "control": Message("U+{code} is a control character; remove it", key=("code",), severity="warning"),
        "mark": Message(
            "U+FEFF, which marks the beginning of a file, is within the page; remove it", severity="warning"
        ),
        "stand-in": Message(
            "`{word}`, between null characters, stands for a text that was not put back", key=("word",)
        ),
        "replacement": Message(
            "A character of `{word}` is lost: an earlier step could not decode it", key=("word",), severity="warning"
        ),
    }
    examples = (
        Invalid(b"# Page\n\nA caf\xe9 and a \xff\n", lines=(3,), fixed="# Page\n\nA café and a ÿ\n"),
        Invalid("# Page\n".encode("utf-16"), lines={1: "encoding"}),
        Valid("# Page\n\nA café.\n"),
        Invalid("# Page\n\nPress \x07 in the caf\ufffd.\n", lines={3: ("control", "replacement")}),
        Invalid("# Page\n\nMade with \ufffd and coffee.\n", lines={3: "replacement"}),
        Invalid("# Page\n\nCall \0PROTECTED4\0, then \0CODE\0.\n", lines={3: ("stand-in", "stand-in")}),
        Valid("# Page\n\nUnknown characters become \ufffd or ?.\n\nIt says `\ufffd`.\n"),
        Valid("# Page\n\nA tab\there.\n\n```\n\x1b[0m caf\ufffd\n```\n"),
        Valid(b"\xef\xbb\xbf# Page\n\nRemove `\xef\xbb\xbf`.\n"),
        Invalid("# Page\n\n\ufeff## Part\n", lines={3: "mark"}),
        Invalid(
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1f\xf3\xff\x61", lines={1: "binary"}
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source = page.source
        if source.encoding != "utf-8":
            yield Violation(Span(0, 0), "encoding", encoding=source.encoding.upper())
            return
        # It is faster to search for each character than for one of many.
        controls = [control for control in _CONTROLS if control in page.own_text]
        head = source.text[:_HEAD]
        count = sum(map(head.count, controls))
        if len(controls) >= _KINDS and count * _SHARE >= len(head):
            yield Violation(Span(0, 0), "binary", count=count, size=len(head))
            return
        for _, group in groupby(source.damage, key=lambda damage: source.position(damage.span.start).line):
            on_line = list(group)
            data = b"".join(damage.data for damage in on_line)
            span = Span(on_line[0].span.start, on_line[-1].span.end)
            shown = " ".join(f"0x{byte:02X}" for byte in data[:_SHOWN]) + (" …" if len(data) > _SHOWN else "")
            yield Violation(span, "bytes", fix=_fix(on_line), bytes=shown, meaning=_meaning(data))
        if controls or REPLACEMENT in page.own_text or _MARK in page.own_text:
            yield from _odd_characters(page)


def _odd_characters(page: Page) -> Iterator[Violation]:
    """Yield the control and replacement characters that the file itself has, outside code, each once."""
    text = page.source.text
    damaged = {one.span.start for one in page.source.damage}
    in_code = Places(block.span for block in page.document.code_blocks)
    in_code_span = Places(code.span for code in page.document.code_spans)
    seen: set[str] = set()
    for match in (_ODD if REPLACEMENT in text else _ODD_WITHOUT_LOSS).finditer(text):
        word, span = match.group(), Span(*match.span())
        if word in seen or not damaged.isdisjoint(range(*span)) or in_code.meet(span):
            continue
        if (word == REPLACEMENT and _is_intended(text, span)) or (word == _MARK and in_code_span.meet(span)):
            continue
        seen.add(word)
        if len(word) > 1 and word.startswith("\0"):
            yield Violation(span, "stand-in", word=word.strip("\0"))
        elif REPLACEMENT in word:
            yield Violation(span, "replacement", word=word)
        elif word == _MARK:
            yield Violation(span, "mark")
        else:
            yield Violation(span, "control", code=f"{ord(word):04X}")


def _is_intended(text: str, span: Span) -> bool:
    """Whether a replacement character by itself is what the text is about, not what it lost."""
    is_quoted = text[span.start - 1 : span.start] in _QUOTES and text[span.end : span.end + 1] in _QUOTES
    start, end = max(0, span.start - _AROUND), span.end + _AROUND
    line = text[start : span.start].rpartition("\n")[2] + text[span.start : end].partition("\n")[0]
    return is_quoted or _ABOUT_CHARACTERS.search(line) is not None


def _meaning(data: bytes) -> str | None:
    text = _in_windows_1252(data[:_SHOWN])
    return text + ("…" if len(data) > _SHOWN else "") if text else None


def _fix(damage: Sequence[Undecodable]) -> Fix | None:
    """Return the fix that reads the bytes as Windows-1252, which they usually are; None if some mean nothing there."""
    texts = [(one.span, _in_windows_1252(one.data)) for one in damage]
    edits = tuple(Edit(span, text) for span, text in texts if text)
    return Fix(edits, safe=False) if len(edits) == len(damage) else None


def _in_windows_1252(data: bytes) -> str | None:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() else None
