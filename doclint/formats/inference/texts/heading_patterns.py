"""Patterns of titles and headings."""

import re
from collections.abc import Sequence

from doclint.errors.expressions import expression
from doclint.formats.inference.samples import TextSample
from doclint.formats.inference.texts.plain_templates import between, split_at
from doclint.formats.inference.texts.text_patterns import compiled, draft_patterns
from doclint.formats.patterns.pattern import first_match
from doclint.formats.patterns.template import has_words
from doclint.formats.schema.contents import SYMBOL
from doclint.markdown.nodes import plain_text

_ENOUGH = 0.95  # share of the headings that a pattern must match
_MOST_TAILS = 3  # ways in which what is behind a name begins
_MARKUP = expression(r"[\\`*_<>~]")


def heading_patterns(samples: Sequence[TextSample], most: int) -> list[str]:
    """Return the patterns of some headings; empty if nothing can be said of them.

    A heading often has a name with something behind it that varies, such as parameters. So a pattern that is made of
    what is in front of a name and behind it takes precedence over one that says less.
    """
    found = [pattern.text for pattern in draft_patterns(samples, most)]
    around = _around_name(samples)
    if around and (not found or not all(found) or _worth(found[:1]) < _worth([around])):
        return [around]
    return found if all(found) else []


def _worth(patterns: Sequence[str]) -> tuple[bool, bool, int]:
    has_symbol = any(f"{{{SYMBOL}}}" in text for text in patterns)
    return has_symbol, all(map(has_words, patterns)), -sum(map(len, patterns))


def _around_name(samples: Sequence[TextSample]) -> str:
    """Return a pattern of what is in front of the names in headings, and behind them; empty if there is none."""
    texts = [plain_text(sample.inlines) for sample in samples]
    pairs = [split_at(text, sample.known.get(SYMBOL, "")) for text, sample in zip(texts, samples, strict=True)]
    there = [pair for pair in pairs if pair is not None]
    if len(there) < _ENOUGH * len(samples) or not there:
        return ""
    text = _marked(f"{between([before for before, _ in there])}{{{SYMBOL}}}{_tail([after for _, after in there])}")
    return text if _share(text, samples) >= _ENOUGH else ""


def _tail(texts: Sequence[str]) -> str:
    """Return the template of what is behind names: of texts that begin in a few ways, each is an optional part."""
    filled = [text for text in texts if text]
    groups: dict[str, list[str]] = {}
    for text in filled:
        groups.setdefault(text[0], []).append(text)
    if len(groups) == 1 and len(filled) == len(texts):
        return between(filled)
    return "".join(f"[{between(group)}]" for group in groups.values()) if len(groups) <= _MOST_TAILS else "[ {_}]"


def _marked(text: str) -> str:
    """Return a template of a plain text as a pattern, which is Markdown; holes stay."""
    pieces = re.split(r"(\{[^{}]*\})", text)
    return "".join(piece if number % 2 else _MARKUP.sub(r"\\\g<0>", piece) for number, piece in enumerate(pieces))


def _share(text: str, samples: Sequence[TextSample]) -> float:
    """Return which share of the headings a pattern matches."""
    patterns = compiled(text)
    return sum(first_match(patterns, sample.inlines) is not None for sample in samples) / len(samples)
