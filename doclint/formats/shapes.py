"""Shapes: the contents of a page as typed claims. They are what rules about formats read.

A shape knows the characters it covers and the key of the section it stands in. What the holes of its pattern hold
is in `captures`.
"""

from dataclasses import dataclass, field
from typing import Literal

from doclint.formats.pattern import Capture, Captures, Pattern
from doclint.formats.schema import Children, Content, Cut, Statement
from doclint.markdown.nodes import CodeBlock, Heading
from doclint.markdown.source import Span


@dataclass(slots=True, kw_only=True)
class Shape:
    start: int
    end: int
    section: str = ""
    captures: Captures = field(default_factory=dict)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True)
class Item:
    """One entry of a listing. Which captures there are depends on the format: a symbol has `symbol`, an import
    `module`.
    """

    start: int
    end: int
    captures: Captures

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def __getitem__(self, hole: str) -> Capture:
        return self.captures[hole]


@dataclass(slots=True, kw_only=True)
class Listing(Shape):
    """Named things. The generator stops after `cap` of them; `is_sorted` where it sorts them, and `is_choice` where it
    says that they are the important ones of a folder. `lists` says of what in a folder they are all.
    """

    items: list[Item]
    cap: int | None
    is_sorted: bool = False
    is_choice: bool = False
    lists: Children = ""


@dataclass(slots=True, kw_only=True)
class Symbols(Listing):
    """Names that the page says the source defines, as things of one of `kinds`; each item captures `symbol`."""

    kinds: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Imports(Listing):
    """Names that the page says the source imports or includes; each item captures `module`."""


@dataclass(slots=True, kw_only=True)
class Links(Listing):
    """A list of links."""


@dataclass(slots=True, kw_only=True)
class Entries(Listing):
    """A list of other things; `of` says of which."""

    of: str = ""


@dataclass(slots=True, kw_only=True)
class Table(Listing):
    """A table; each item is a row behind the header."""


@dataclass(slots=True, kw_only=True)
class Field:
    """One item of a list of fields. `state` tells how it compares to the format; `expected` is the pattern it should
    have.
    """

    start: int
    end: int
    key: str
    value: Capture
    captures: Captures
    state: Literal["matched", "malformed", "unknown"]
    expected: Pattern | None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True, kw_only=True)
class Fields(Shape):
    """A list of fields, and the `missing` ones: key and the value's pattern."""

    fields: list[Field]
    missing: list[tuple[str, Pattern]]


@dataclass(slots=True, kw_only=True)
class Stated(Shape):
    """What the page says in the words of its format; `spec` is what the format says of it."""

    spec: Statement


@dataclass(slots=True, kw_only=True)
class Claim(Stated):
    """A statement. `key` is its name in the closed set `of`, or with an empty `of` in its section."""

    key: str
    of: str = ""


@dataclass(slots=True, kw_only=True)
class FixedText(Stated):
    """A text that is the same on all pages except for what its holes hold."""


@dataclass(slots=True, kw_only=True)
class SourceCopy(Shape):
    """The quoted source. `content` spans the quoted characters, between the lines of the fence; `cut` is where the
    generator cuts a source. Of a `placeholder` the generator has put a text of its own in place of the source.
    """

    block: CodeBlock
    content: Span
    cut: Cut | None
    placeholder: bool = False

    def is_cut_at(self, characters: int) -> bool:
        """Whether a copy of so many characters may be only the beginning of the source."""
        return self.cut is not None and characters >= self.cut.characters


@dataclass(slots=True, kw_only=True)
class Command(Shape):
    """A command line in a fence: `text` is the content, `matched` whether it has the format's own form."""

    block: CodeBlock
    text: str
    matched: bool


@dataclass(slots=True, kw_only=True)
class Absent:
    """Content that the format has in the section under a heading and the page has not."""

    heading: Heading
    content: Content


@dataclass(slots=True, kw_only=True)
class Prose(Shape):
    """A block that is free text, or that nothing in the format describes. `of` is what the format has it taken from."""

    of: str = ""
