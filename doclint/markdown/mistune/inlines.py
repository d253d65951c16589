"""Inlines for the engine in pure Python: mistune's inline rules, with positions.

mistune keeps no positions. Where its rules differ from CommonMark (emphasis, links, raw HTML, entities), methods here
replace them. Strikethrough and footnotes follow the reference engine.
"""

from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property
from re import Match
from typing import Any, ClassVar, NamedTuple

import mistune
from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.markdown.labels import collapse, label_key
from doclint.markdown.mistune.lines import Pieces
from doclint.markdown.mistune.nesting import LINK_CLOSES, Bracket, Nesting, Run, nest, pair, run_at
from doclint.markdown.mistune.scan import (
    HTML_TAG,
    LABEL,
    LABEL_TEXT,
    WHITE_SPACE,
    destination,
    entities,
    escapes,
    title_end,
    unescape,
)
from doclint.markdown.nodes import Break, Code, FootnoteReference, Html, Inline, Link, LinkKind, MissingReference, Text

_SPECIAL = expression(r"[\\`*_~\[\]<\n]|!(?=\[)")
_TICKS = expression("`+")
_TAG = expression(HTML_TAG)
_OTHER_HTML = (("<!--", 2, "-->"), ("<?", 2, "?>"), ("<![CDATA[", 9, "]]>"))
_DECLARATION = expression("<![A-Za-z]")
_LINK_START = expression(rf"\({WHITE_SPACE}")
_LINK_END = expression(rf"{WHITE_SPACE}\)")


class References(Struct):
    """The definitions of a document, by the `label_key` of their labels, and the references without a definition."""

    destinations: dict[str, str] = {}
    footnotes: set[str] = set()
    missing: list[MissingReference] = []


def inlines(pieces: Pieces, references: References, limit: Nesting, depth: int) -> list[Inline]:
    """Return the inline nodes of some text; `depth` is how deep in the tree they are."""
    state = _State(pieces, references)
    _PARSER.parse(state)
    pair(state.runs)
    return nest(state.items, pieces, limit, depth)


class _Target(NamedTuple):
    """The kind, the destination and the label of a link."""

    kind: LinkKind
    destination: str
    label: str = ""


class _State(mistune.InlineState):
    """The state of inline parsing. `items` are nodes, delimiter runs, brackets and ends of links, in the order of the
    text.

    The first `inactive` of the `open_brackets` cannot begin a link, because they enclose one.
    """

    def __init__(self, pieces: Pieces, references: References) -> None:
        super().__init__({})
        self.src = pieces.src
        self.pieces = pieces
        self.references = references
        self.items: list[Any] = []
        self.runs: list[Run] = []
        self.open_brackets: list[Bracket] = []
        self.inactive = 0
        self.absent: set[str] = set()

    def add(self, make: Callable[..., Inline], start: int, end: int, *values: object, **named: object) -> int:
        """Add a node and return its end, as the methods of the parser do."""
        self.items.append(make(*self.pieces.span(start, end), *values, **named))
        return end

    def add_text(self, start: int, end: int) -> int:
        """Add a text unless it is empty, and return its end."""
        return self.add(Text, start, end, entities(self.src[start:end])) if start < end else end

    def find(self, closing: str, start: int) -> int:
        """Return the offset after `closing`, or 0 if it is absent. An absent text is never searched for again."""
        found = -1 if closing in self.absent else self.src.find(closing, start)
        if found < 0:
            self.absent.add(closing)
            return 0
        return found + len(closing)

    @cached_property
    def ticks(self) -> dict[int, list[int]]:
        """The offsets of all runs of backticks, by their length."""
        return by_key((run.end() - run.start(), run.start()) for run in _TICKS.finditer(self.src))


class _Inlines(mistune.InlineParser):
    """mistune's inline parser, which here adds nodes to the state instead of tokens."""

    SPECIFICATION: ClassVar[dict[str, str]] = {
        **mistune.InlineParser.SPECIFICATION,
        "emphasis": r"\*+|_+",
        "strikethrough": r"~+",
        "link_close": r"\]",
        "inline_html": r"<",
        "linebreak": r"\\\n",
        "softbreak": r"[ \t]*\n",
    }
    DEFAULT_RULES: ClassVar[Any] = (
        "escape",
        "codespan",
        "emphasis",
        "strikethrough",
        "link",
        "link_close",
        "auto_link",
        "auto_email",
        "inline_html",
        "linebreak",
    )

    def parse(self, state: Any) -> list[dict[str, Any]]:
        src, rules, pos = state.src, self.compile_sc(), 0
        while special := _SPECIAL.search(src, pos):
            start = special.start()
            if special[0] == "\n":
                start = pos + len(src[pos:start].rstrip(" \t"))
            state.add_text(pos, start)
            match = rules.match(src, start)
            pos = (self.parse_method(match, state) if match else 0) or state.add_text(start, start + 1)
        state.add_text(pos, len(src))
        return []

    def parse_escape(self, m: Match[str], state: Any) -> int:
        end: int = state.add(Text, m.start() + 1, m.end(), escapes(m[0]))
        return end

    def parse_codespan(self, m: Match[str], state: Any) -> int:
        starts = state.ticks.get(len(m[0]), ())
        following = bisect_left(starts, m.end())
        if following == len(starts):
            state.add_text(m.start(), m.end())
            return m.end()
        text = state.src[m.end() : starts[following]].replace("\n", " ")
        if text.strip(" ") and text[0] == text[-1] == " ":
            text = text[1:-1]
        end: int = state.add(Code, m.start(), starts[following] + len(m[0]), text)
        return end

    def parse_auto_link(self, m: Match[str], state: Any, kind: LinkKind = "autolink") -> int:
        text = m[0][1:-1]
        start, end = state.pieces.span(m.start() + 1, m.end() - 1)
        state.add(Link, m.start(), m.end(), kind, text, children=[Text(start, end, text)])
        return m.end()

    def parse_auto_email(self, m: Match[str], state: Any) -> int:
        return self.parse_auto_link(m, state, "email")

    def parse_inline_html(self, m: Match[str], state: Any) -> int:
        end = _html_end(state, m.start())
        return state.add(Html, m.start(), end, state.src[m.start() : end]) if end else 0

    def parse_linebreak(self, m: Match[str], state: Any) -> int:
        state.add(Break, m.start(), m.end(), hard=True)
        return m.end()

    def parse_softbreak(self, m: Match[str], state: Any) -> int:
        hard = m[0].endswith("  \n")
        state.add(Break, m.start() if hard else m.end() - 1, m.end(), hard=hard)
        return m.end()

    def parse_emphasis(self, m: Match[str], state: Any) -> int:
        run = run_at(state.src, m.start(), m.end())
        if run:
            state.items.append(run)
            state.runs.append(run)
        else:
            state.add_text(m.start(), m.end())
        return m.end()

    parse_strikethrough = parse_emphasis

    def parse_link(self, m: Match[str], state: Any) -> int:
        bracket = Bracket(m.start(), m.end(), len(state.items), len(state.runs))
        state.items.append(bracket)
        state.open_brackets.append(bracket)
        return m.end()

    def parse_link_close(self, m: Match[str], state: Any) -> int:
        if not state.open_brackets:
            return 0
        bracket = state.open_brackets.pop()
        around = len(state.open_brackets)
        active = around >= state.inactive or state.src[bracket.start] == "!"
        state.inactive = min(state.inactive, around)
        if not active:
            return 0
        return _inline_link(state, bracket, m.end()) or _reference(state, bracket, m.end())


_PARSER = _Inlines()


def _html_end(state: _State, start: int) -> int:
    for opening, skip, closing in _OTHER_HTML:
        if state.src.startswith(opening, start):
            return state.find(closing, start + skip)
    if _DECLARATION.match(state.src, start):
        return state.find(">", start)
    tag = _TAG.match(state.src, start)
    return tag.end() if tag else 0


def _inline_link(state: _State, bracket: Bracket, pos: int) -> int:
    opening = _LINK_START.match(state.src, pos)
    found = destination(state.src, opening.end()) if opening else None
    closing = _LINK_END.match(state.src, title_end(state.src, found.end) or found.end) if found else None
    if not found or not closing:
        return 0
    return _link(state, bracket, closing.end(), _Target("inline", unescape(found.raw)))


def _reference(state: _State, bracket: Bracket, pos: int) -> int:
    """Add a reference of any kind, or a footnote reference, and return its end; 0 if the label is not defined.

    An undefined full or collapsed reference is added to the missing ones.
    """
    kind: LinkKind = "shortcut"
    end = pos
    inner = LABEL_TEXT.fullmatch(state.src, bracket.end, pos - 1)
    text = inner[0] if inner else ""
    label = collapse(text)
    following = LABEL.match(state.src, pos)
    if following and collapse(following[1]) and not _is_footnote(following[1]):
        kind, label, end = "full", collapse(following[1]), following.end()
    elif _is_footnote(text):
        return _footnote_reference(state, bracket, pos, collapse(text[1:]))
    elif state.src.startswith("[]", pos):
        kind, end = "collapsed", pos + 2
    url = state.references.destinations.get(label_key(label))
    if url is not None:
        return _link(state, bracket, end, _Target(kind, url, label))
    if label and kind != "shortcut":
        state.references.missing.append(MissingReference(*state.pieces.span(bracket.start, end), kind, label))
    return 0


def _is_footnote(label: str) -> bool:
    return label.startswith("^") and collapse(label) != "^"


def _footnote_reference(state: _State, bracket: Bracket, pos: int, label: str) -> int:
    if label_key(label) not in state.references.footnotes:
        return 0
    del state.items[bracket.items :]
    del state.runs[bracket.runs :]
    # As in the reference engine, a link cannot contain a footnote.
    state.open_brackets.clear()
    state.inactive = 0
    state.add_text(bracket.start, bracket.end - 1)
    return state.add(FootnoteReference, bracket.end - 1, pos, label)


def _link(state: _State, bracket: Bracket, end: int, target: _Target) -> int:
    image = state.src[bracket.start] == "!"
    kind, url, label = target
    bracket.link = Link(*state.pieces.span(bracket.start, end), kind, url, image, label)
    state.items.append(LINK_CLOSES)
    pair(state.runs[bracket.runs :])
    del state.runs[bracket.runs :]
    if not image:
        state.inactive = len(state.open_brackets)
    return end
