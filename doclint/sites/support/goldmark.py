"""The ids that Hugo gives to places on a page (`markup/goldmark/autoid.go` and the extension `attributes`, 0.168)."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.nodes import plain_text
from doclint.sites.support.ids import title_of, typeset

_ATTRIBUTES = expression(r"^[ \t>]*+\{(?P<list>[^{}\n]*+)\}[ \t]*+$", re.MULTILINE)
_ID = expression(r"#(?P<id>[^\s\"'}#]++)")
_DEFINITION = expression(r"[ \t>]*+:[ \t]")
_DEFINED_BELOW = expression(r"[ \t>]*+\n?[ \t>]*+\n[ \t>]*+:[ \t]")
_DESTINATION = expression(r"\]\([^()\n]*+\)|\]\[[^\[\]\n]*+\]")


class IdSettings(NamedTuple):
    """The settings of Hugo that decide about ids, below `markup.goldmark`; with `dashes`, the typographer is on."""

    kind: str = "github"
    headings: bool = True
    terms: bool = False
    dashes: bool = True


def ids_in(document: Document, rules: IdSettings) -> Iterator[str]:
    """Yield the ids of headings and, if the rules say so, of terms that the page defines, and those in attributes."""
    known: set[str] = set()
    last: Counter[str] = Counter()
    read = partial(typeset, has_alternatives=True) if rules.dashes else plain_text
    places = [(heading.start, read(heading.children), "heading") for heading in document.headings]
    if rules.terms:
        places += [(start, term, "id") for start, term in _terms(document)]
    for _, text, default in sorted(places):
        title = title_of(text)
        if title.id is not None:
            known.add(title.id)
        elif rules.headings or default == "id":
            known.add(_unique(anchor(title.text.rpartition("\n")[2], rules.kind) or default, known, last))
    yield from known
    for attributes in _ATTRIBUTES.finditer(document.source.text):
        yield from (match["id"] for match in _ID.finditer(attributes["list"]))


def _unique(name: str, known: set[str], last: Counter[str]) -> str:
    """Return a name with the first number that makes it new; `last` has the last number that each name got."""
    if name not in known:
        return name
    last[name] += 1
    while f"{name}-{last[name]}" in known:
        last[name] += 1
    return f"{name}-{last[name]}"


def anchor(text: str, kind: str = "github") -> str:
    """Return the id that Hugo makes of a text, by the setting `autoIDType` (earlier `autoHeadingIDType`).

    >>> anchor("Détails: `x_y` & C++"), anchor("Détails ½", "github-ascii"), anchor("1. Use -- it!", "blackfriday")
    ('détails-x_y--c', 'details-', '1-use-it')
    """
    if kind == "blackfriday":
        parts = "".join(one.lower() if unicodedata.category(one)[0] in "LN" else " " for one in text)
        return "-".join(parts.split())
    if kind == "github-ascii":
        decomposed = unicodedata.normalize("NFD", text)
        text = "".join(one for one in decomposed if unicodedata.category(one) != "Mn" and one.isascii())
    return "".join(map(_of_character, text))


def _of_character(one: str) -> str:
    if one in "- ":
        return "-"
    is_kept = one == "_" or unicodedata.category(one) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")
    return one.lower()[:1] if is_kept else ""


def _terms(document: Document) -> Iterator[tuple[int, str]]:
    r"""Yield the start and the text of each term of the definition lists on a page, which CommonMark does not know.

    The terms are the lines before one that begins with a colon; a single blank line may be between them.
    """
    text = document.source.text
    if "\n:" not in text and "\n " not in text and ">" not in text:
        return
    for paragraph in document.paragraphs:
        lines = text[paragraph.start : paragraph.end].splitlines()
        is_defined = [_DEFINITION.match(line) is not None for line in lines]
        if _DEFINED_BELOW.match(text, paragraph.end) or (len(lines) > 1 and any(is_defined)):
            terms = zip(lines, is_defined, strict=True)
            found = [_DESTINATION.sub("]", line).strip() for line, defines in terms if not defines]
            yield from ((paragraph.start + number, term) for number, term in enumerate(found))
