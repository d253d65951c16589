"""Scanning the smallest parts of CommonMark: escapes, entities, tags, labels, destinations and titles."""

import re
from html.entities import html5

from mistune.helpers import HTML_TAGNAME
from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.labels import collapse

_ATTRIBUTE = r"""[ \t\n]++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:[ \t\n]*+=[ \t\n]*+(?:[^ \t\n"'=<>`]++|'[^']*+'|"[^"]*+"))?"""
HTML_TAG = rf"<{HTML_TAGNAME}(?:{_ATTRIBUTE})*+[ \t\n]*+/?>|</{HTML_TAGNAME}[ \t\n]*+>"
WHITE_SPACE = r"[ \t]*\n?[ \t]*"
TITLE = r""""(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)"""
LABEL_TEXT = expression(r"(?:[^\\\[\]]|\\.){1,999}", re.DOTALL)
LABEL = expression(rf"\[({LABEL_TEXT.pattern})\]", re.DOTALL)

_PUNCTUATION = r"[!-/:-@\[-`{-~]"
_ESCAPE = expression(rf"\\({_PUNCTUATION})")
_ENTITY = expression(r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]*));")
_ESCAPE_OR_ENTITY = expression(rf"\\(?P<escaped>{_PUNCTUATION})|{_ENTITY.pattern}")
_POINTED = expression(r"<((?:[^<>\\\n]|\\[^\n])*+)>")
_BARE = expression(rf"[^\x00-\x20\x7f()\\]+|\\{_PUNCTUATION}|[()\\]")
_MOST_PARENTHESES = 32
_DEFINITION = expression(rf"{LABEL.pattern}:{WHITE_SPACE}", re.DOTALL)
_TITLE = expression(rf"(?=[ \t\n]){WHITE_SPACE}(?:{TITLE})", re.DOTALL)
_LINE_END = expression(r"[ \t]*(?:\n|\Z)")


def escapes(text: str) -> str:
    """Resolve backslash escapes."""
    return _ESCAPE.sub(r"\1", text)


def entities(text: str) -> str:
    """Resolve entities and numeric character references."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def unescape(text: str) -> str:
    """Resolve escapes and entities."""
    if "\\" not in text and "&" not in text:
        return text
    return _ESCAPE_OR_ENTITY.sub(lambda m: m["escaped"] or _character(m), text)


def _character(m: re.Match[str]) -> str:
    if m["name"]:
        return html5.get(m["name"] + ";", m[0])
    code = int(m["decimal"]) if m["decimal"] else int(m["hex"], 16)
    valid = 0 < code < 0xD800 or 0xDFFF < code < 0x110000
    return chr(code) if valid else "\N{REPLACEMENT CHARACTER}"


class LinkDestination(Struct, frozen=True):
    """A link destination as it is written, and the offset after it."""

    raw: str
    end: int


def destination(src: str, pos: int) -> LinkDestination | None:
    """Return the link destination that begins at an offset, which may be empty; None if there is none."""
    if src.startswith("<", pos):
        pointed = _POINTED.match(src, pos)
        return LinkDestination(pointed[1], pointed.end()) if pointed else None
    depth, end = 0, pos
    while token := _BARE.match(src, end):
        if token[0] == ")" and not depth:
            break
        depth += (token[0] == "(") - (token[0] == ")")
        if depth > _MOST_PARENTHESES:
            return None
        end = token.end()
    return None if depth else LinkDestination(src[pos:end], end)


def title_end(src: str, pos: int) -> int | None:
    """Return the offset after the title that follows a destination and white space; None if there is none."""
    title = _TITLE.match(src, pos)
    return title.end() if title else None


class FoundDefinition(Struct, frozen=True):
    """A link reference definition, the offset after it, and the offset of the next line."""

    label: str
    destination: str
    end: int
    after: int


def definition(src: str, pos: int) -> FoundDefinition | None:
    """Return the link reference definition that begins at an offset; None if there is none."""
    start = _DEFINITION.match(src, pos)
    found = destination(src, start.end()) if start and collapse(start[1]) else None
    if not start or not found or found.end == start.end():
        return None
    for end in (title_end(src, found.end), found.end):
        line_end = _LINE_END.match(src, end) if end is not None else None
        if line_end and end is not None:
            return FoundDefinition(collapse(start[1]), unescape(found.raw), end, line_end.end())
    return None
