"""What the front matter of a page says, in the terms of its kind."""

from collections.abc import Mapping
from typing import Any

from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.patterns.template import Template
from doclint.markdown.document import Document
from doclint.markdown.source import Span

LONGEST = 100_000
"""The most characters of a front matter that are read."""


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
    if front_matter is None or len(front_matter.text) > LONGEST:
        return {}
    try:
        data = front_matter.load()
    except ValueError:
        return {}
    captures: Captures = {}
    for key, template in templates.items():
        value = _value(data, key)
        spans = (template.match(value) if value else None) or {}
        for name, span in spans.items():
            text = value[slice(*span)]
            captures[name] = Capture(text, *_place(document.source.text, front_matter.span, text))
    return captures


def _value(data: Any, key: str) -> str:
    """Return the text or the number of a key; empty if it has neither."""
    for part in key.split("."):
        if not isinstance(data, dict) or part not in data:
            return ""
        data = data[part]
    return str(data) if isinstance(data, str | int | float) and not isinstance(data, bool) else ""


def _place(page: str, within: Span, text: str) -> Span:
    if text and page.count(text, *within) == 1:
        start = page.find(text, *within)
        return Span(start, start + len(text))
    return within
