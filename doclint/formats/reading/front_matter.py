"""What the front matter of a page says, in the terms of its kind."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.patterns.template import Template
from doclint.markdown.document import Document, FrontMatter
from doclint.markdown.source import Span

_LONGEST = 100_000  # characters of a front matter that is read


def captures_of(document: Document, templates: Mapping[str, Template]) -> Captures:
    r"""Return the holes that templates of values capture, by their keys; keys in tables have dots.

    A value that does not match, or cannot be read, captures nothing. The place of a capture is exact if the front
    matter has the text once, and otherwise all of it.

    >>> from doclint.markdown.source import Source
    >>> document = Document(Source.from_text("---\ntitle: Module shop.basket\n---\n"))
    >>> captures_of(document, {"title": Template("Module {module}")})["module"].text
    'shop.basket'
    """
    front_matter = document.front_matter if templates else None
    if front_matter is None:
        return {}
    captures: Captures = {}
    for key, value in values_of(document, templates).items():
        spans = (templates[key].match(value) if value else None) or {}
        for name, span in spans.items():
            text = value[slice(*span)]
            captures[name] = Capture(text, *_place(document.source.text, front_matter.span, text))
    return captures


def values_of(document: Document, keys: Iterable[str]) -> dict[str, str]:
    """Return the texts and numbers of some keys, those in tables with dots; empty for a key with neither.

    Of a front matter that cannot be read, no key has a value.
    """
    data = data_of(document.front_matter)
    return {key: _value(data, key) for key in keys}


@lru_cache(maxsize=4)  # each kind that a page could be of asks for the same one
def data_of(front_matter: FrontMatter | None) -> Any:
    """Return what a front matter says; None if there is none, it is too long, or it cannot be read.

    Callers must not change it: it is kept for the next one.
    """
    if front_matter is None or len(front_matter.text) > _LONGEST:
        return None
    try:
        return front_matter.load()
    except ValueError:
        return None


def text_of(value: Any) -> str | None:
    """Return a text or a number as text; None for other values."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _value(data: Any, key: str) -> str:
    """Return the text or the number of a key; empty if it has neither."""
    for part in key.split("."):
        if not isinstance(data, dict) or part not in data:
            return ""
        data = data[part]
    return text_of(data) or ""


def _place(page: str, within: Span, text: str) -> Span:
    if text and page.count(text, *within) == 1:
        start = page.find(text, *within)
        return Span(start, start + len(text))
    return within
