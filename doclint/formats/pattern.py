"""Patterns: Markdown with named holes, matched against inline nodes and never against raw text.

A pattern is written as the Markdown it matches, such as ``**Path**: `{path}` ``. It is parsed like a page, and the
texts of its nodes are templates; `doclint.formats.template` explains the grammar of holes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from doclint.formats.template import Template, TemplateError
from doclint.markdown.nodes import (
    Block,
    Break,
    Code,
    Emphasis,
    Heading,
    Inline,
    Link,
    Paragraph,
    Strong,
    Text,
    ThematicBreak,
)
from doclint.markdown.parser import parse
from doclint.markdown.source import Span


@dataclass(slots=True)
class Capture:
    """The text in a hole of a pattern on a page, and its place: characters of the page, half-open.

    If the page has the text with escapes, entities or repaired characters, the place is that of the whole inline node.
    """

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def number(self) -> int | None:
        """The text as a whole number, with or without thousands separators; None if it is not a number.

        >>> Capture("13,269", 0, 6).number
        13269
        """
        figures = self.text.replace(",", "")
        return int(figures) if figures.isdecimal() and len(figures) <= _MOST_FIGURES else None


Captures = dict[str, Capture]

_LIST_MARKER = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:\s|\Z)")
_MOST_FIGURES = 1_000  # digits of a number; Python refuses to read very long ones
_EMPHASIS = {Emphasis: 1, Strong: 2}  # the number of markers on each side
_MAYBE_TEXT = frozenset({Break, *_EMPHASIS})  # nodes that can be plain text for a generator


class Pattern:
    """A pattern. It is compiled when it is first used, because a page needs few of a format's many patterns.

    >>> from doclint.markdown.parser import parse
    >>> pattern = Pattern("**`{name}`**: [{label}](./{page})")
    >>> page = parse("**`Context`**: [core](./core.py_docs.md)")
    >>> captures = pattern.match(page.paragraphs[0].children)
    >>> captures["page"].text
    'core.py_docs.md'
    >>> captures["name"].span
    Span(start=3, end=10)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.thematic_break = text == "---"

    @cached_property
    def _nodes(self) -> list["_Node"]:
        return [] if self.thematic_break else [_compile(node, self.text) for node in _inlines(self.text)]

    @cached_property
    def _compiled(self) -> tuple["_Node | None", list["_Node"]]:
        return _first(self._nodes), self._nodes

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all holes. Raises TemplateError if the text is not a pattern."""
        names = tuple(name for node in self._nodes for name in node.names())
        if len(set(names)) < len(names):
            raise TemplateError(f"`{self.text}` has two holes of one name")
        return names

    @property
    def is_empty(self) -> bool:
        """Whether the pattern has no text: it stands for nothing where alternatives are given."""
        return not self.text

    @cached_property
    def fixed(self) -> str | None:
        """The only text that matches the pattern; None if there are several, or the pattern has markup."""
        match self._nodes:
            case [_Node(kind=kind, template=Template(fixed=text))] if kind is Text:
                return text
        return None

    def match(self, inlines: Sequence[Inline]) -> Captures | None:
        """Return the captures by hole if some inlines match the pattern, else None."""
        # Inlines are matched against many patterns, most of which fail at the first node already.
        first, nodes = self._compiled
        if first and not (inlines and first.may_begin(inlines[0])):
            return None
        captures: Captures = {}
        return captures if _match(nodes, joined(inlines), captures) else None

    def match_block(self, block: Block) -> Captures | None:
        """Return the captures by hole if a block matches, else None: a paragraph, or a thematic break for `---`."""
        if self.thematic_break:
            return {} if isinstance(block, ThematicBreak) else None
        return self.match(block.children) if isinstance(block, Paragraph) else None

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the pattern as Markdown, for messages: holes with a value are filled, others become `<name>`."""
        return self.text if self.thematic_break else "".join(node.fill(values) for node in self._nodes)


class _Node:
    """One inline node of a pattern: its type, the template of its text, the patterns of its children."""

    __slots__ = ("beginning", "children", "destination", "first", "kind", "optional", "template")

    def __init__(
        self, kind: type[Any], template: Template | None, children: list["_Node"], destination: Template | None
    ):
        self.kind = kind
        self.template = template
        self.children = children
        self.destination = destination
        self.optional = kind is Text and template is not None and template.may_be_empty
        self.beginning = template.beginning if template else ""
        self.first = _first(children)

    def names(self) -> Iterator[str]:
        for template in (self.template, self.destination):
            if template:
                yield from template.names
        for child in self.children:
            yield from child.names()

    def fill(self, values: Mapping[str, str]) -> str:
        text = self.template.fill(values) if self.template else "".join(child.fill(values) for child in self.children)
        if self.destination:
            return f"[{text}]({self.destination.fill(values)})"
        marker = {Code: "`", Strong: "**", Emphasis: "*"}.get(self.kind, "")
        return f"{marker}{text}{marker}"

    def may_begin(self, inline: Any) -> bool:
        """Whether the node could match an inline, or a longer one that it is the first piece of; a quick test."""
        kind = type(inline)
        if kind is not self.kind:
            return self.kind is Text and _is_plain_text(inline)
        if self.beginning:
            text: str = inline.text
            return text.startswith(self.beginning) or (kind is Text and self.beginning.startswith(text))
        return not (self.first and inline.children) or self.first.may_begin(inline.children[0])

    def match(self, inline: Any, captures: Captures) -> bool:
        if type(inline) is not self.kind:
            return False
        if self.template is not None:
            return _capture(self.template, inline.text, inline, captures)
        if self.destination is not None and not _capture(self.destination, inline.destination, inline, captures):
            return False
        return not self.children or _match(self.children, joined(inline.children), captures)


def _first(nodes: list[_Node]) -> _Node | None:
    """Return the node that must match the first inline; None if the first node is optional."""
    return nodes[0] if nodes and not nodes[0].optional else None


def _match(nodes: list[_Node], inlines: Sequence[Inline], captures: Captures) -> bool:
    index, count = 0, len(inlines)
    for node in nodes:
        if index < count and node.match(inlines[index], captures):
            index += 1
        elif not node.optional:
            return False
    return index == count


def _capture(template: Template, text: str, inline: Any, captures: Captures) -> bool:
    hole = template.hole
    if hole:
        if not text or "\n" in text:
            return False
        captures[hole] = _located(text, (0, len(text)), inline)
        return True
    around = template.around
    if around is not None:
        found = around.find(text)
        if found is not None and around.name:
            captures[around.name] = _located(text, found, inline)
        return found is not None
    spans = template.match(text)
    for name, span in spans.items() if spans else ():
        captures[name] = _located(text, span, inline)
    return spans is not None


def _located(text: str, span: tuple[int, int], inline: Any) -> Capture:
    start, end = span
    held = text[start:end]
    first, last, kind = inline.start, inline.end, type(inline)
    # The text of a code span has backticks around it; text and destination of a link are somewhere within it.
    markup = last - first - len(text)
    if markup if kind is Text else kind is not Code or markup % 2:
        return Capture(held, first, last)
    first += markup // 2
    return Capture(held, first + start, first + end)


def _inlines(text: str) -> list[Inline]:
    # A heading may begin like a list (`1. First`), a paragraph may not.
    match parse(f"# {text}" if _LIST_MARKER.match(text) else text).blocks:
        case [Paragraph(children=children) | Heading(children=children)] if not text.startswith("#"):
            return children
        case []:
            return []
        case _:
            raise TemplateError(f"`{text}` is not one line of inline Markdown")


def _compile(node: Inline, text: str) -> _Node:
    match node:
        case Text() | Code():
            return _Node(type(node), Template(node.text), [], None)
        case Strong() | Emphasis():
            return _Node(type(node), None, [_compile(child, text) for child in node.children], None)
        case Link():
            return _Node(Link, None, [_compile(child, text) for child in node.children], Template(node.destination))
        case _:
            raise TemplateError(f"`{text}` has a {type(node).__name__}, which patterns cannot match")


def first_match(patterns: Iterable[Pattern], inlines: Sequence[Inline]) -> Captures | None:
    """Return the captures of the first pattern that matches."""
    for pattern in patterns:
        captures = pattern.match(inlines)
        if captures is not None:
            return captures
    return None


def first_match_of_block(patterns: Iterable[Pattern], block: Block) -> Captures | None:
    """Return the captures of the first pattern that matches a block."""
    for pattern in patterns:
        captures = pattern.match_block(block)
        if captures is not None:
            return captures
    return None


def joined(inlines: Sequence[Inline]) -> Sequence[Inline]:
    """Return inlines as a generator means them, with soft line breaks and emphasis by underscores as plain text.

    Formats mark emphasis with asterisks. The underscores of `src/__init__.py`, written without a code span, make `init`
    bold for a reader, but belong to the name.
    """
    for inline in inlines:
        if type(inline) in _MAYBE_TEXT and _is_plain_text(inline):
            break
    else:
        return inlines
    result: list[Inline] = []
    for is_text, pieces in groupby(_pieces(inlines), key=lambda piece: isinstance(piece, Text)):
        run = list(pieces)
        if is_text:
            text = "".join(piece.text for piece in run if isinstance(piece, Text))
            result.append(Text(run[0].start, run[-1].end, text))
        else:
            result += run
    return result


def _is_plain_text(inline: Inline) -> bool:
    kind = type(inline)
    return (kind is Break and not inline.hard) or (kind in _EMPHASIS and inline.marker == "_")  # type: ignore[union-attr]


def _pieces(inlines: Sequence[Inline]) -> Iterator[Inline]:
    for inline in inlines:
        if not _is_plain_text(inline):
            yield inline
        elif isinstance(inline, Emphasis | Strong):
            width = _EMPHASIS[type(inline)]
            yield Text(inline.start, inline.start + width, "_" * width)
            yield from _pieces(inline.children)
            yield Text(inline.end - width, inline.end, "_" * width)
        else:
            yield Text(inline.start, inline.end, " ")


def split(inlines: Sequence[Inline], separator: re.Pattern[str]) -> list[list[Inline]]:
    """Split inlines at each separator in their texts. The separators are dropped, and parts may be empty.

    >>> from doclint.markdown.parser import parse
    >>> inlines = parse("`a`, b, **c** d").paragraphs[0].children
    >>> [[type(inline).__name__ for inline in part] for part in split(inlines, re.compile(", "))]
    [['Code'], ['Text'], ['Strong', 'Text']]
    """
    parts: list[list[Inline]] = [[]]
    for inline in joined(inlines):
        if not isinstance(inline, Text):
            parts[-1].append(inline)
            continue
        exact = inline.end - inline.start == len(inline.text)
        start = 0
        for match in separator.finditer(inline.text):
            _append(parts[-1], inline, start, match.start(), exact=exact)
            parts.append([])
            start = match.end()
        _append(parts[-1], inline, start, len(inline.text), exact=exact)
    return parts


def _append(part: list[Inline], inline: Text, start: int, end: int, *, exact: bool) -> None:
    """Add a piece of a text. If the text has escapes, the place of the piece is that of the whole text."""
    if start < end:
        span = (inline.start + start, inline.start + end) if exact else inline.span
        part.append(Text(*span, inline.text[start:end]))
