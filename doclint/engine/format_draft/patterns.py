"""Patterns of texts that are alike: the markup and the words that all of them have stay, and the rest is a hole."""

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from doclint.engine.format_draft.sequences import evenly
from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.patterns.inlines import joined
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError, escaped
from doclint.markdown.nodes import Code, Emphasis, Html, Inline, Link, Strikethrough, Strong, Text

ANYTHING = "{_:markup}"
"""The pattern of texts that have nothing in common."""
FREE = frozenset({"", "{_}", "{_:any}", ANYTHING})
"""Patterns that say nothing."""
_MARKERS: dict[type[Inline], str] = {Code: "`", Strong: "**", Emphasis: "*", Strikethrough: "~~"}
_MARKUP = expression(r"[\\`*<]|~~|(?<![^\W_])_|_(?![^\W_])")
_HOLE = expression(r"(\{[^{}]*\})")
_LAST_HOLE = expression(r"\{_(?::any)?\}\Z")
_MOST = 3  # patterns
_MOST_TEXTS = 300
_FEW = 0.05  # the share of the texts from which on a pattern is worth being an alternative
_TOKEN = expression(r"\w+|\W")

Inlines = Sequence[Inline]


class Known(Struct, frozen=True):
    """A hole of the path of some pages, and its value for each of them."""

    hole: str = ""
    values: Sequence[str] = ()


UNKNOWN = Known()
"""No hole."""


def patterns_of(rows: Sequence[Inlines], *, is_heading: bool = False) -> list[str]:
    """Return patterns that together match all of some texts: one for each markup that several of them begin with.

    Those of headings match most, because one that matches any heading would take those of other sections.
    """
    groups = by_key((type(row[0]) if row else None, row) for row in rows)
    large = [group for group in groups.values() if len(group) > max(_FEW * len(rows), len(groups) > 1)]
    found = list(dict.fromkeys(map(pattern_of, large))) if len(large) <= _MOST else []
    telling = [text for text in found if text != ANYTHING]
    if (is_heading and telling) or (telling == found != [] and len(large) == len(groups) and None not in groups):
        return telling
    telling = [text for text in telling if text not in FREE]
    return [*telling, ANYTHING] if len(telling) < _MOST else [ANYTHING]


def pattern_of(rows: Sequence[Inlines], known: Known = UNKNOWN) -> str:
    """Return the pattern of texts, with a known hole if all of them have its value."""
    several = evenly([joined(row) for row in rows], _MOST_TEXTS)
    text = _pattern(several, Known(known.hole, evenly(known.values, _MOST_TEXTS)))
    try:
        pattern = Pattern(text)
        is_right = pattern.names is not None and all(pattern.match(row) is not None for row in several)
    except TemplateError:
        is_right = False
    return text if is_right else pattern_of(rows) if known.hole else ANYTHING


def _pattern(rows: Sequence[Inlines], known: Known) -> str:
    parts: list[str] = []
    for column in zip(*rows, strict=False):
        part = _node(column, known)
        if part is None:
            break
        parts.append(part)
    else:
        if len(set(map(len, rows))) == 1:
            return "".join(parts)
    # No hole can be right in front of another one.
    return _LAST_HOLE.sub("", "".join(parts)) + ANYTHING


def _node(column: Sequence[Inline], known: Known) -> str | None:
    """Return the pattern of nodes at one place of texts; None if they are of several kinds."""
    if len(set(map(type, column))) > 1:
        return None
    first, marker = column[0], _MARKERS.get(type(column[0]), "")
    texts = [inline.text for inline in column if isinstance(inline, Text | Code | Html)]
    rows = [inline.children for inline in column if isinstance(inline, Link | Strong | Emphasis | Strikethrough)]
    if texts:
        pieces = _HOLE.split(draft_template(texts, known))
        if isinstance(first, Text):  # a pattern is Markdown
            pieces[::2] = (_MARKUP.sub(r"\\\g<0>", piece) for piece in pieces[::2])
        return f"{marker}{''.join(pieces)}{marker}" if any(pieces) else None
    if isinstance(first, Link):
        target = draft_template([link.destination for link in column if isinstance(link, Link)], known)
        return f"{'!' * first.image}[{_pattern(rows, known)}]({target})"
    return f"{marker}{_pattern(rows, known)}{marker}" if rows else None


def draft_template(texts: Sequence[str], known: Known = UNKNOWN) -> str:
    """Return a template that matches all texts, with a known hole if all of them have its value.

    What else varies is `{_}`. The template is empty if there is none: a text is empty, or has several lines that vary.

    >>> texts = ['<a id="shop.Basket"></a>', '<a id="tree.Leaf"></a>']
    >>> draft_template(texts, Known("symbol", ["Basket", "Leaf"]))
    '<a id="{_}.{symbol}"></a>'
    """
    parts = list(map(_around, texts, known.values))
    if known.hole and all(parts):
        before, after = zip(*(match.groups() for match in parts if match), strict=True)
        text = f"{_between(before)}{{{known.hole}}}{_between(after)}"
    else:
        text = _between(texts)
    try:
        template = Template(text)
        is_right = all(template.match(one) is not None for one in texts)
    except TemplateError:
        is_right = False
    return text if text and is_right else draft_template(texts) if known.hole else ""


def _around(text: str, value: str) -> re.Match[str] | None:
    """Return what is before and after a value that a text has as whole words, the last time; None if it has not."""
    return re.fullmatch(rf"(|.*(?<!\w)){re.escape(value)}(|(?!\w).*)", text, re.DOTALL) if value else None


def _between(texts: Sequence[str]) -> str:
    """Return the template of texts that begin and end with the same words, with a hole for what is between them."""
    if len(set(texts)) == 1:
        return escaped(texts[0])
    rows = [_TOKEN.findall(text) for text in texts]
    begin = _common(rows)
    end = _common([row[len(begin) :][::-1] for row in rows])[::-1]
    is_empty = any(len(row) == len(begin) + len(end) for row in rows)
    return f"{escaped(''.join(begin))}{'{_:any}' if is_empty else '{_}'}{escaped(''.join(end))}"


def _common(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that all rows begin with."""
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))]
