"""Optional parts of a pattern that have markup: each choice of them is a pattern of its own."""

import re
from collections.abc import Iterator
from itertools import product

from doclint.errors.expressions import expression
from doclint.formats.patterns.template import HOLE, MARKUP, TemplateError

# Neither a link nor doubled brackets.
_PART = expression(r"(?<!\[)\[(?!\[)([^\[\]]*)\](?![\](])")
_MARKUP = expression(r"[`*_~<]")
_MOST_PARTS = 4  # which double the patterns


def choices(text: str) -> list[str]:
    """Return the patterns that a pattern stands for if optional parts of it have markup, the one with all parts first.

    Other optional parts stay: they are those of templates. Raises TemplateError if there are too many parts.

    >>> choices("`{symbol}`[ = `{default}`][ ({kind})]")
    ['`{symbol}` = `{default}`[ ({kind})]', '`{symbol}`[ ({kind})]']
    >>> choices("{symbol}[: {description:markup}]")
    ['{symbol}: {description:markup}', '{symbol}']
    """
    if "[" not in text:
        return [text]
    parts = list(_with_markup(text))
    if len(parts) > _MOST_PARTS:
        raise TemplateError(f"`{text}` has more than {_MOST_PARTS} optional parts with markup")
    return ["".join(_pieces(text, parts, kept)) for kept in product((True, False), repeat=len(parts))]


def _with_markup(text: str) -> Iterator[re.Match[str]]:
    """Yield the optional parts that have markup, or a hole for it."""
    backticks = end = 0
    for part in _PART.finditer(text):
        backticks += text.count("`", end, part.start())
        end = part.start()
        # Within a code span, an optional part is text, and so is what looks like markup in it.
        if backticks % 2 == 0 and (f":{MARKUP}}}" in part[1] or _MARKUP.search(HOLE.sub("", part[1]))):
            yield part


def _pieces(text: str, parts: list[re.Match[str]], kept: tuple[bool, ...]) -> list[str]:
    pieces, end = [], 0
    for part, is_kept in zip(parts, kept, strict=True):
        pieces += [text[end : part.start()], part[1] if is_kept else ""]
        end = part.end()
    return [*pieces, text[end:]]
