"""Patterns: Markdown with named holes, matched against inline nodes and never against raw text.

A pattern is written as the Markdown it matches, such as ``**Path**: `{path}` ``. It is parsed like a page, and the
texts of its nodes, and its HTML, are templates; `doclint.formats.patterns.template` explains the grammar of holes. The
text of a pattern can also have holes for any text with any markup, or none: `{name:markup}`, which captures the text
that readers see, and `{_:markup}`, which captures nothing. They end at the next text or node of the pattern. Where a
format takes alternatives, an optional part may have markup: ``[, default `{default}`]``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import MAYBE_TEXT, cut, joined
from doclint.formats.patterns.template import (
    MARKUP,
    UNREAD,
    Template,
    TemplateError,
    has_words,
    shown,
    unclear_end,
)
from doclint.markdown.nodes import (
    Block,
    Break,
    Code,
    Emphasis,
    Heading,
    Html,
    HtmlBlock,
    Inline,
    Link,
    Paragraph,
    Strikethrough,
    Strong,
    Text,
    ThematicBreak,
    plain_text,
)
from doclint.markdown.parser import parse
from doclint.markdown.source import Span


class Capture(Struct, gc=False):
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

_LIST_MARKER = expression(r"(?:[-+*]|\d{1,9}[.)])(?:\s|\Z)")
_MOST_MARKUP_HOLES = 20  # of a text: matching takes a step inside of another one for each
_MOST_FIGURES = 1_000  # digits of a number; Python refuses to read very long ones
_MARKERS: dict[type[Any] | None, str] = {Code: "`", Strong: "**", Emphasis: "*", Strikethrough: "~~", Break: "\\\n"}
_MARKUP_HOLE = expression(r"(?<!\{)\{([a-z][a-z0-9._-]*|_):" + MARKUP + r"\}")


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
    def nodes(self) -> "PatternNodes":
        return _compile_all([] if self.thematic_break else _inlines(self.text), self.text)

    @cached_property
    def _html(self) -> Template | None:
        """The template of an HTML block, if the pattern is one where a block may stand."""
        match parse(self.text).blocks if self.text.startswith("<") else ():
            case [HtmlBlock(text=text)]:
                return Template(text.rstrip())
        return None

    @cached_property
    def has_words(self) -> bool:
        """Whether the pattern has words of its own, besides its holes."""
        return has_words(self.text)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all holes that have one. Raises TemplateError if the text is not a pattern."""
        names = tuple(name for node in self.nodes for name in node.names())
        if len(set(names)) < len(names):
            raise TemplateError(f"`{self.text}` has two holes of one name")
        return names

    @cached_property
    def has_unread(self) -> bool:
        """Whether the pattern has holes for text that nothing reads."""
        return any(node.has_unread() for node in self.nodes)

    @property
    def is_empty(self) -> bool:
        """Whether the pattern has no text: it stands for nothing where alternatives are given."""
        return not self.text

    @cached_property
    def fixed(self) -> str | None:
        """The only text that matches the pattern; None if there are several, or the pattern has markup."""
        match self.nodes:
            case [PatternNode(kind=kind, template=Template(fixed=text))] if kind is Text:
                return text
        return None

    def match(self, inlines: Sequence[Inline]) -> Captures | None:
        """Return the captures by hole if some inlines match the pattern, else None."""
        captures: Captures = {}
        return captures if self.nodes.match(inlines, captures) else None

    def may_open(self, kind: type[Any], character: str) -> bool:
        """Whether inlines could match of which the first is of some type and begins with a character; empty if it has
        no text.
        """
        first = next(iter(self.nodes), None)
        if first is None or first.optional:
            return True
        if first.kind is not kind:
            return first.kind is Text and kind in MAYBE_TEXT
        return not (first.beginning and character) or first.beginning[0] == character

    def match_block(self, block: Block) -> Captures | None:
        """Return the captures by hole if a block matches, else None.

        The block is a paragraph, a thematic break for `---`, or raw HTML for a pattern that begins like such a block
        (CommonMark 0.31.2, section 4.6), line by line.
        """
        if self.thematic_break:
            return {} if isinstance(block, ThematicBreak) else None
        if type(block) is HtmlBlock:
            captures: Captures = {}
            is_match = self._html is not None and _capture(self._html, block.text.rstrip(), block, captures)
            return captures if is_match else None
        return self.match(block.children) if type(block) is Paragraph else None

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the pattern as Markdown, for messages: holes with a value are filled, others become `<name>`."""
        return self.text if self.thematic_break else "".join(node.fill(values) for node in self.nodes)


class PatternNode:
    """One inline node of a pattern: its type, the template of its text, the patterns of its children.

    A `hole` for any inlines has the type None, the template of the text in front of it, if there is any, and the nodes
    `following` it; any other node is of a class of its own.
    """

    __slots__ = (
        "beginning",
        "children",
        "destination",
        "following",
        "hole",
        "image",
        "kind",
        "optional",
        "template",
    )
    following: "PatternNodes"

    def __init__(
        self,
        kind: type[Any] | None,
        template: Template | None = None,
        children: Iterable["PatternNode"] = (),
        destination: Template | None = None,
        *,
        hole: str = "",
        image: bool = False,
    ):
        self.kind = kind
        self.template = template
        self.children = PatternNodes(children)
        self.destination = destination
        self.hole = hole
        self.image = image
        self.optional = (kind is Text and template is not None and template.may_be_empty) or bool(hole)
        self.beginning = template.beginning if template else ""

    def names(self) -> Iterator[str]:
        for template in (self.template, self.destination):
            if template:
                yield from template.names
        if self.hole and self.hole != UNREAD:
            yield self.hole
        for child in self.children:
            yield from child.names()

    def has_unread(self) -> bool:
        templates = (one for one in (self.template, self.destination) if one)
        own = self.hole == UNREAD or any(one.has_unread for one in templates)
        return own or any(child.has_unread() for child in self.children)

    def fill(self, values: Mapping[str, str]) -> str:
        text = self.template.fill(values) if self.template else "".join(child.fill(values) for child in self.children)
        if self.destination:
            return f"{'!' * self.image}[{text}]({self.destination.fill(values)})"
        if self.hole:
            return text + values.get(self.hole, shown(self.hole))
        marker = _MARKERS.get(self.kind, "")
        return marker if self.kind is Break else f"{marker}{text}{marker}"

    def match(self, inline: Any, captures: Captures) -> bool:  # noqa: ARG002 - other nodes match and capture something
        """Whether the node matches an inline, which is not plain text for a generator; adds what it captures.

        A hole for any inlines matches none of them by itself.
        """
        return False

    def find(self, inline: Any) -> int:
        """Return where in an inline a match of the node may begin: a character of a text, or 0; -1 without one."""
        if self.template is None or self.kind not in (Text, None):
            return 0 if self.match(inline, {}) else -1
        if type(inline) is not Text:
            return -1
        text, fixed = inline.text, self.template.fixed
        if self.kind is Text and fixed is not None:
            return len(text) - len(fixed) if text.endswith(fixed) else -1
        return text.find(self.beginning)


class _FixedNode(PatternNode):
    """A text, code or raw HTML without holes."""

    __slots__ = ("fixed",)

    def __init__(self, kind: type[Any], template: Template, fixed: str) -> None:
        super().__init__(kind, template)
        self.fixed = fixed

    def match(self, inline: Any, captures: Captures) -> bool:  # noqa: ARG002 - it captures nothing
        return type(inline) is self.kind and inline.text == self.fixed


class _TextNode(PatternNode):
    """A text, code or raw HTML with holes."""

    __slots__ = ()
    template: Template

    def match(self, inline: Any, captures: Captures) -> bool:
        return type(inline) is self.kind and _capture(self.template, inline.text, inline, captures)


class _SpanNode(PatternNode):
    """Emphasis, strong or not, or struck text. That with underscores is plain text for a generator."""

    __slots__ = ()

    def match(self, inline: Any, captures: Captures) -> bool:
        kind = type(inline)
        if kind is not self.kind or (kind is not Strikethrough and inline.marker == "_"):
            return False
        return self.children.match(inline.children, captures)


class _LinkNode(PatternNode):
    """A link or an image."""

    __slots__ = ()
    destination: Template

    def match(self, inline: Any, captures: Captures) -> bool:
        if type(inline) is not Link or inline.image is not self.image:
            return False
        if not _capture(self.destination, inline.destination, inline, captures):
            return False
        return not self.children or self.children.match(inline.children, captures)


class _BreakNode(PatternNode):
    """A hard line break."""

    __slots__ = ()

    def match(self, inline: Any, captures: Captures) -> bool:  # noqa: ARG002 - it captures nothing
        return type(inline) is Break and inline.hard


class PatternNodes(list[PatternNode]):
    """The nodes of a pattern, or those in one of its nodes. They have a choice if some are optional, or holes."""

    __slots__ = ("has_choice",)

    def __init__(self, nodes: Iterable[PatternNode]) -> None:
        super().__init__(nodes)
        self.has_choice = any(node.optional for node in self)

    def match(self, inlines: Sequence[Inline], captures: Captures) -> bool:
        """Whether the nodes match all of some inlines; adds what they capture."""
        index, count = 0, len(inlines)
        if self.has_choice:
            inlines = joined(inlines)
            count = len(inlines)
            for node in self:
                if index < count and node.match(inlines[index], captures):
                    index += 1
                elif not node.optional:
                    return False
                elif node.hole:
                    return _match_hole(node, inlines[index:], captures)
            return index == count
        if count == len(self):
            for node in self:
                if not node.match(inlines[index], captures):
                    break
                index += 1
            else:
                return True
        # No node matches an inline that is plain text for a generator, so what matched had nothing to join.
        whole = joined(inlines)
        return whole is not inlines and self.match(whole, captures)


def _match_hole(node: PatternNode, inlines: Sequence[Inline], captures: Captures) -> bool:
    """Match the text in front of a hole for any inlines, those in it, and the nodes after it with the rest."""
    nodes = node.following
    if node.template is not None:
        first = inlines[0] if inlines else None
        found = node.template.match_start(first.text) if isinstance(first, Text) else None
        if found is None or not isinstance(first, Text):
            return False
        spans, end = found
        captures.update({name: _located(first.text, *span, first) for name, span in spans.items()})
        inlines = [*cut(first, end, len(first.text)), *inlines[1:]]
    held, rest = _held(nodes, inlines)
    if rest is None:
        return False
    if held and node.hole != UNREAD:
        captures[node.hole] = _covering(held)
    return nodes.match(rest, captures)


def _held(nodes: PatternNodes, inlines: Sequence[Inline]) -> tuple[list[Inline], Sequence[Inline] | None]:
    """Return the inlines up to where the first of some nodes begins, and the rest; None if it does not begin."""
    if not nodes:
        return list(inlines), []
    # Each node without a choice matches one inline, so that such nodes can only match the last inlines.
    for index in range(0 if nodes.has_choice else max(len(inlines) - len(nodes), 0), len(inlines)):
        inline = inlines[index]
        place = nodes[0].find(inline)
        if place > 0 and isinstance(inline, Text):
            before, after = cut(inline, 0, place), cut(inline, place, len(inline.text))
            return [*inlines[:index], *before], [*after, *inlines[index + 1 :]]
        if place == 0:
            return list(inlines[:index]), inlines[index:]
    return [], None


def _covering(inlines: list[Inline]) -> Capture:
    if len(inlines) == 1 and isinstance(inlines[0], Text):
        return _located(inlines[0].text, 0, len(inlines[0].text), inlines[0])
    return Capture(plain_text(inlines), inlines[0].start, inlines[-1].end)


def _capture(template: Template, text: str, inline: Any, captures: Captures) -> bool:
    """Whether a template matches a text of an inline; adds what it captures."""
    hole = template.hole
    if hole:
        if not text or "\n" in text:
            return False
        if hole != UNREAD:
            captures[hole] = _located(text, 0, len(text), inline)
        return True
    around = template.around
    if around is not None:
        found = around.find(text)
        if found is not None and around.name and around.name != UNREAD:
            captures[around.name] = _located(text, *found, inline)
        return found is not None
    spans = template.match(text)
    for name, span in spans.items() if spans else ():
        captures[name] = _located(text, *span, inline)
    return spans is not None


def _located(text: str, start: int, end: int, inline: Any) -> Capture:
    first, last = inline.start, inline.end
    # The text of a code span has backticks around it; text and destination of a link are somewhere within it.
    markup, kind = last - first - len(text), type(inline)
    if kind is Code and not markup & 1:
        first += markup >> 1
    elif markup or kind is Link:
        return Capture(text[start:end], first, last)
    return Capture(text[start:end], first + start, first + end)


def _inlines(text: str) -> Sequence[Inline]:
    # A heading may begin like a list (`1. First`) or like a block of HTML, a paragraph may not.
    match parse(f"# {text}" if _LIST_MARKER.match(text) or text.startswith("<") else text).blocks:
        case [Paragraph(children=children) | Heading(children=children)] if not text.startswith("#"):
            return joined(children)
        case []:
            return []
        case _ if text.startswith("<"):
            # Several lines of HTML are only a block.
            return [Html(0, len(text), text)]
        case _:
            hint = "; write headings without `#`" if text.startswith("#") else ""
            raise TemplateError(f"`{text}` is not one line of inline Markdown{hint}")


def _compile_all(inlines: Sequence[Inline], text: str) -> PatternNodes:
    nodes = [node for inline in inlines for node in _compile(inline, text)]
    for hole, node in pairwise(nodes):
        if hole.hole and node.kind in (Text, None) and not node.beginning:
            raise TemplateError(f"`{text}` {unclear_end(hole.hole)}")
    for number, node in enumerate(nodes, 1):
        if node.hole:
            node.following = PatternNodes(nodes[number:])
    return PatternNodes(nodes)


def _compile(inline: Inline, text: str) -> Iterator[PatternNode]:
    match inline:
        case Text():
            yield from _compile_text(inline.text, text)
        case Code() | Html():
            yield _text_node(type(inline), Template(inline.text))
        case Strong() | Emphasis() | Strikethrough():
            yield _SpanNode(type(inline), None, _compile_all(joined(inline.children), text))
        case Link():
            children = _compile_all(joined(inline.children), text)
            yield _LinkNode(Link, None, children, Template(inline.destination), image=inline.image)
        case Break():
            yield _BreakNode(Break)
        case _:
            raise TemplateError(f"`{text}` has a {type(inline).__name__}, which patterns cannot match")


def _compile_text(piece: str, text: str) -> Iterator[PatternNode]:
    *pairs, rest = _MARKUP_HOLE.split(piece) if MARKUP in piece else [piece]
    if len(pairs) > 2 * _MOST_MARKUP_HOLES:
        raise TemplateError(f"`{text}` has more than {_MOST_MARKUP_HOLES} holes for any markup")
    for before, hole in zip(pairs[::2], pairs[1::2], strict=True):
        lead = Template(before) if before else None
        if lead and not lead.ends_with_text:
            raise TemplateError(f"`{text}` does not say where the hole `{hole}` begins")
        yield PatternNode(None, lead, hole=hole)
    if rest:
        yield _text_node(Text, Template(rest))


def _text_node(kind: type[Any], template: Template) -> PatternNode:
    fixed = template.fixed
    return _TextNode(kind, template) if fixed is None else _FixedNode(kind, template, fixed)


def first_match(patterns: Iterable[Pattern], inlines: Sequence[Inline]) -> Captures | None:
    """Return the captures of the first pattern that matches."""
    for pattern in patterns:
        captures: Captures = {}
        if pattern.nodes.match(inlines, captures):
            return captures
    return None


def first_match_of_block(patterns: Iterable[Pattern], block: Block) -> Captures | None:
    """Return the captures of the first pattern that matches a block."""
    for pattern in patterns:
        captures = pattern.match_block(block)
        if captures is not None:
            return captures
    return None
