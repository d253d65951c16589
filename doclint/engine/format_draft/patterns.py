"""Patterns of texts that are alike: the markup and the words that all of them have stay, and the rest is a hole."""

from collections.abc import Mapping, Sequence

from doclint.engine.format_draft.sequences import evenly
from doclint.engine.format_draft.templates import draft_template
from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import joined
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import TemplateError
from doclint.markdown.nodes import Code, Emphasis, Html, Inline, Link, Strikethrough, Strong, Text

ANYTHING = "{_:markup}"
"""The pattern of texts that have nothing in common."""
_MARKERS: dict[type[Inline], str] = {Code: "`", Strong: "**", Emphasis: "*", Strikethrough: "~~"}
_MARKUP = expression(r"[\\`*_<>~]")
_HOLE = expression(r"(\{[^{}]*\})")
_LAST_HOLE = expression(r"\{_(?::any)?\}\Z")
_FREE = ("{_}", "{_:any}", ANYTHING)
_MOST = 3  # patterns
_MOST_TEXTS = 300
_FEW = 0.05  # the share of the texts from which on a pattern is worth being an alternative

Inlines = Sequence[Inline]
Known = Mapping[str, str]


def patterns_of(rows: Sequence[Inlines]) -> list[str]:
    """Return patterns that together match all of some texts: one for each markup that several of them begin with."""
    found, is_whole = _by_markup(rows)
    if not is_whole or ANYTHING in found:
        found = [text for text in found if text not in _FREE]
        return [*found, ANYTHING] if len(found) < _MOST else [ANYTHING]
    return found


def heading_patterns(rows: Sequence[Inlines]) -> list[str]:
    """Return patterns that match most of some headings: one that matches any would take those of other sections."""
    found, _ = _by_markup(rows)
    return [text for text in found if text != ANYTHING] or patterns_of(rows)


def _by_markup(rows: Sequence[Inlines]) -> tuple[list[str], bool]:
    """Return a pattern for each markup that texts begin with, and whether these match all of the texts."""
    groups: dict[object, list[Inlines]] = {}
    for row in rows:
        groups.setdefault(type(row[0]) if row else None, []).append(row)
    large = [group for group in groups.values() if len(group) > max(_FEW * len(rows), len(groups) > 1)]
    found = list(dict.fromkeys(filter(None, map(pattern_of, large)))) if len(large) <= _MOST else []
    return found, bool(found) and len(large) == len(groups) and None not in groups


def pattern_of(rows: Sequence[Inlines], knowns: Sequence[Known] = ()) -> str:
    """Return the pattern of texts, with the hole of a known value that all of them have."""
    every = list(zip(map(joined, rows), knowns or [{}] * len(rows), strict=True))
    several = evenly(every, _MOST_TEXTS)
    for is_careful in (False, True):
        text = _pattern([row for row, _ in several], [known for _, known in several], is_careful=is_careful)
        if is_pattern_of(text, [row for row, _ in several]):
            return text
    return ANYTHING


def is_pattern_of(text: str, rows: Sequence[Inlines]) -> bool:
    """Whether a text is a pattern that matches others."""
    try:
        pattern = Pattern(text)
        return pattern.names is not None and all(pattern.match(row) is not None for row in rows)
    except TemplateError:
        return False


def _pattern(rows: Sequence[Inlines], knowns: Sequence[Known], *, is_careful: bool) -> str:
    parts: list[str] = []
    for column in zip(*rows, strict=False):
        part = _node(column, knowns, is_careful=is_careful)
        if part is None:
            break
        parts.append(part)
    else:
        if len({len(row) for row in rows}) == 1:
            return "".join(parts)
    # No hole can be right in front of another one.
    return _LAST_HOLE.sub("", "".join(parts)) + ANYTHING


def _node(column: Sequence[Inline], knowns: Sequence[Known], *, is_careful: bool) -> str | None:
    """Return the pattern of nodes at one place of texts; None if they are of several kinds."""
    first = column[0]
    if len({type(inline) for inline in column}) > 1:
        return None
    if isinstance(first, Link):
        links = [inline for inline in column if isinstance(inline, Link)]
        text = _pattern([link.children for link in links], knowns, is_careful=is_careful)
        target = draft_template([link.destination for link in links], knowns)
        return f"{'!' * first.image}[{text}]({target})"
    marker = _MARKERS.get(type(first), "")
    if isinstance(first, Text | Code | Html):
        texts = [inline.text for inline in column if isinstance(inline, Text | Code | Html)]
        template = draft_template(texts, knowns)
        is_marked = is_careful and isinstance(first, Text)
        return f"{marker}{_escaped(template) if is_marked else template}{marker}" if template else None
    if isinstance(first, Strong | Emphasis | Strikethrough):
        rows = [inline.children for inline in column if isinstance(inline, Strong | Emphasis | Strikethrough)]
        return f"{marker}{_pattern(rows, knowns, is_careful=is_careful)}{marker}"
    return None


def _escaped(template: str) -> str:
    """Return a template of a plain text as a pattern, which is Markdown; holes stay."""
    pieces = _HOLE.split(template)
    return "".join(piece if number % 2 else _MARKUP.sub(r"\\\g<0>", piece) for number, piece in enumerate(pieces))
