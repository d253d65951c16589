"""The ids that kramdown gives to places on a page (kramdown 2.4 and kramdown-parser-gfm 1.1)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.slugs import slug
from doclint.repository.configuration import text as as_text
from doclint.sites.support.ids import typeset

_ATTRIBUTES = expression(r"\{:(?![:/])(?P<list>[^{}\n]*+)\}")
_ID = expression(r"(?:^|[\s.\w:-])#(?P<id>[A-Za-z][\w:-]*+)|\bid=[\"'](?P<value>[^\"'{}]++)")
_OWN = expression(r"[ \t]\{#(?P<id>[A-Za-z_:][\w:.-]*+)\}\Z")
_NEXT = expression(r"[ \t]*+\n?[ \t]{0,3}+\{:(?![:/])[^{}\n]*?(?:#|\bid=)")
# A closing tag ends a block of HTML, and a line break begins none. In CommonMark only a blank line ends a block: there
# the fence after a line break opens no code, and all that follows looks like code.
_AFTER_HTML = expression(r"(?:</\w++>|<br[ \t]*+/?>)[ \t]*+\n(?P<heading>\#{1,6}[ \t][^\n]++)$", re.MULTILINE)
_ANCHOR = expression(r"<a[ \t]++(?:id|name)=(?P<quote>[\"'])(?P<name>[^\"'<>\n]++)(?P=quote)")
_BEFORE_LETTER = expression(r"^[^a-zA-Z]+", re.MULTILINE)
_NOT_IN_ID = expression(r"[^a-zA-Z0-9 -]+")
_MARKS = expression(r"^[ \t]*#{1,6}[ \t]*|(?<![ \t])[ \t]++#++[ \t]*+$|\n[ \t]*+[=-]++[ \t]*+$")


def ids_in(document: Document, options: Any) -> Iterator[str]:
    """Yield the ids of headings and those in attributes; the options are those of kramdown, as Jekyll sets them."""
    text = document.source.text
    get = options.get if isinstance(options, dict) else {}.get
    prefix = as_text(get("auto_id_prefix"))
    is_github = as_text(get("input"), "GFM").lower() == "gfm"
    make, number = (_github_id, _numbered) if is_github else (kramdown_id, _numbered_sections)
    made = []
    for heading in document.headings:
        shown = typeset(heading.children) if is_github else _MARKS.sub("", text[heading.start : heading.end].strip())
        own = _OWN.search(shown)
        if own is not None:
            yield own["id"]
        elif _NEXT.match(text, heading.end) is None:
            made.append(make(shown))
    made += [make(_MARKS.sub("", heading["heading"])) for heading in _AFTER_HTML.finditer(text)] if "<" in text else []
    if get("auto_ids") is not False:
        yield from (prefix + one for one in number(made))
    yield from (anchor["name"] for anchor in _ANCHOR.finditer(text)) if "<br" in text else ()
    for attributes in _ATTRIBUTES.finditer(text) if "{:" in text else ():
        yield from (match["id"] or match["value"] for match in _ID.finditer(f" {attributes['list']}"))


def _github_id(text: str) -> str:
    """Return the id by the parser for GitHub's Markdown (`generate_gfm_header_id`)."""
    return slug(text.replace("\t", " "))


def kramdown_id(text: str) -> str:
    """Return the id that kramdown makes of the source of a heading (`Converter::Base#basic_generate_id`).

    >>> kramdown_id("1. Use `x_y` -- fast!"), kramdown_id("42")
    ('use-xy----fast', '')
    """
    return _NOT_IN_ID.sub("", _BEFORE_LETTER.sub("", text)).replace(" ", "-").lower()


def _numbered(ids: Iterable[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for one in ids:
        yield f"{one}-{counts[one]}" if counts[one] else one
        counts[one] += 1


def _numbered_sections(ids: Iterable[str]) -> Iterator[str]:
    return _numbered(one or "section" for one in ids)
