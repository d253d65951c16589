"""Patterns of texts that are alike: the markup and the words that all of them have stay, and the rest is a hole."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from doclint.engine.format_draft.sequences import evenly
from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import joined
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError, escaped
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
_TOKEN = expression(r"\w+|\W")
_MARK = "\0"  # in place of a known value


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


def draft_template(texts: Sequence[str], knowns: Sequence[Mapping[str, str]] = ()) -> str:
    """Return a template that matches all texts, with a hole where the known value of a name is in all of them.

    What else varies is `{_}`. The template is empty if there is none: a text is empty, or has several lines that vary.

    >>> texts = ['<a id="shop.Basket"></a>', '<a id="tree.Leaf"></a>']
    >>> draft_template(texts, [{"symbol": "Basket"}, {"symbol": "Leaf"}])
    '<a id="{_}.{symbol}"></a>'
    """
    knowns = knowns or [{}] * len(texts)
    for name in (*_names_in_all(texts, knowns), ""):
        marked = [_marked(text, known.get(name, "")) for text, known in zip(texts, knowns, strict=True)]
        text = _generalized(marked, name)
        if text and _matches(text, texts):
            return text
    return ""


def _names_in_all(texts: Sequence[str], knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names whose values are in all texts, the longest value first."""
    pairs = list(zip(texts, knowns, strict=True))
    names = {name for _, known in pairs[:1] for name in known}
    found = [name for name in names if all(_place(text, known.get(name, "")) >= 0 for text, known in pairs)]
    return sorted(found, key=lambda name: (-len(pairs[0][1][name]), name))


def _place(text: str, value: str) -> int:
    """Return where a value is in a text as whole words, the last time; -1 if it does not."""
    place = text.rfind(value) if value else -1
    if place < 0:
        return -1
    around = text[place - 1 : place] + text[place + len(value) : place + len(value) + 1]
    return -1 if any(character.isalnum() or character == "_" for character in around) else place


def _marked(text: str, value: str) -> str:
    place = _place(text, value)
    return text if place < 0 else f"{text[:place]}{_MARK}{text[place + len(value) :]}"


def _generalized(texts: Sequence[str], name: str) -> str:
    """Return the template of texts in which a mark replaces the value of a name."""
    if not name:
        return _between(texts)
    befores, afters = zip(*(text.partition(_MARK)[::2] for text in texts), strict=True)
    return f"{_between(befores)}{{{name}}}{_between(afters)}"


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


def _matches(text: str, texts: Sequence[str]) -> bool:
    try:
        template = Template(text)
    except TemplateError:
        return False
    return all(template.match(one) is not None for one in texts)
