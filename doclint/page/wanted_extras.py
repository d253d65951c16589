"""Extras with which pages install distributions: `pip install shop[dev]`."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import Places, Span
from doclint.page.page import Page

_INSTALL = expression(r"\b(?:pip3?|pipx|uv|uvx|poetry|pdm)\b[^\n]{0,100}?\b(?:install|add|run)\b(?P<rest>[^\n]{0,300})")
_WANTED = expression(
    r"(?<![\w./:-])(?P<name>[A-Za-z][\w.-]*+|\.)\[(?P<extras>[A-Za-z][\w.-]*+(?:[ ]?,[ ]?[A-Za-z][\w.-]*+)*+)\]"
)
_WORD = expression(r"[\w.-]++")
_HINTS = ("pip", "uv ", "poetry add", "pdm add")


class WantedExtra(Struct, frozen=True):
    """An extra that a page has in a command, its place, and the distribution: `.` is that of the folder."""

    name: str
    distribution: str
    span: Span


def wanted_extras(page: Page) -> Iterator[WantedExtra]:
    """Yield the extras in commands that install something, in code."""
    text = page.source.text
    if "[" not in text or not any(hint in text for hint in _HINTS):
        return
    code = Places(one.span for several in (page.document.code_spans, page.document.code_blocks) for one in several)
    for install in _INSTALL.finditer(text):
        for wanted in _WANTED.finditer(text, *install.span("rest")):
            if code.meet(Span(*wanted.span())):
                for word in _WORD.finditer(text, *wanted.span("extras")):
                    yield WantedExtra(word[0], wanted["name"], Span(*word.span()))
