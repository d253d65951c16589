"""Where the destination of a link stands on the page, and how another one is written there."""

import re
from urllib.parse import quote

from doclint.markdown.nodes import Definition, Link
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page

_BEHIND_TEXT = re.compile(r"\]\(\s*+(?P<angle><?)")
_BEHIND_LABEL = re.compile(r"\[(?:[^\[\]\\]|\\.)++\]:\s*+(?P<angle><?)")
_UNSAFE = re.compile(r"[^\w./~+@=,;:!-]+")


def place_of(page: Page, link: Link | Definition) -> Span | None:
    """The characters of a destination; None where they are not on the page as they are read, but in escapes, say."""
    text, destination = page.source.text, link.destination
    if isinstance(link, Link) and link.kind == "html":
        start = text.find(destination, link.start, link.end) if destination else -1
        return Span(start, start + len(destination)) if text[link.start : link.end].strip() == destination else None
    if isinstance(link, Definition):
        match = _BEHIND_LABEL.match(text, link.start, link.end)
    else:
        behind = link.children[-1].end if link.children else link.start + (2 if link.image else 1)
        match = _BEHIND_TEXT.match(text, behind, link.end)
    if match is None or not destination or not text.startswith(destination, match.end(), link.end):
        return None
    end = match.end() + len(destination)
    following = text[end : end + 1]
    ends = following == ">" if match["angle"] else (following in ("", ")") or following.isspace())
    return Span(match.end(), end) if ends else None


def new_path(page: Page, link: Link | Definition, path: str, *, safe: bool) -> Fix | None:
    """The fix that gives a link another path or address; its query and its fragment stay."""
    place = place_of(page, link)
    if place is None:
        return None
    old = link.destination.partition("#")[0].partition("?")[0]
    return Fix((Edit(Span(place.start, place.start + len(old)), _written(path)),), safe)


def with_scheme(page: Page, link: Link | Definition) -> Fix | None:
    """The fix that makes a web address of a destination that looks like one."""
    place = place_of(page, link)
    return Fix((Edit(Span(place.start, place.start), "https://"),), safe=False) if place else None


def new_fragment(page: Page, link: Link | Definition, fragment: str) -> Fix | None:
    """The fix that gives a link another fragment; a guess."""
    place = place_of(page, link)
    if place is None:
        return None
    old = link.destination.partition("#")[2]
    return Fix((Edit(Span(place.end - len(old), place.end), _written(fragment)),), safe=False)


def _written(part: str) -> str:
    """Part of a destination as it can stand anywhere: with what means something there in percent."""
    return _UNSAFE.sub(lambda match: quote(match.group(), safe="", errors="surrogateescape"), part)
