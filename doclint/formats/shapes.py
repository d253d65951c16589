"""Shapes: the contents of a page as typed claims. They are what rules about formats read.

A shape knows the characters it covers and the key of the section it stands in. What the holes of its pattern hold
is in `captures`.
"""

from dataclasses import dataclass, field
from typing import Literal

from doclint.formats.pattern import Capture, Captures
from doclint.nodes import CodeBlock
from doclint.source import Span


@dataclass(slots=True, kw_only=True)
class Shape:
    start: int
    end: int
    section: str = ""
    captures: Captures = field(default_factory=dict)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True, kw_only=True)
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
    """Named things. The generator stops after `cap` of them, if a cap is known."""

    items: list[Item]
    cap: int | None = None


@dataclass(slots=True, kw_only=True)
class Symbols(Listing):
    """Names that the page says the source defines, as things of `kind`; each item captures `symbol`."""

    kind: str


@dataclass(slots=True, kw_only=True)
class Imports(Listing):
    """Names that the page says the source imports or includes; each item captures `module`."""


@dataclass(slots=True, kw_only=True)
class Links(Listing):
    """A list of links."""


@dataclass(slots=True, kw_only=True)
class Entries(Listing):
    """A list of other things: `of` says of what."""

    of: str


@dataclass(slots=True, kw_only=True)
class Table(Listing):
    """A table; each item is a row, `header` the texts of the first one."""

    header: tuple[str, ...]


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
    expected: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True, kw_only=True)
class Fields(Shape):
    """A list of fields, and the `missing` ones: key and the value's pattern."""

    fields: list[Field]
    missing: list[tuple[str, str]]

    def get(self, key: str) -> Field | None:
        return next((found for found in self.fields if found.key == key), None)


@dataclass(slots=True, kw_only=True)
class Claim(Shape):
    """A statement. `of` is the closed set it comes from (empty if none) and `key` its name there."""

    key: str
    of: str = ""


@dataclass(slots=True, kw_only=True)
class FixedText(Shape):
    """A text that is the same on all pages. `role` is `default` where it stands for nothing found, or `placeholder`."""

    role: str


@dataclass(slots=True, kw_only=True)
class SourceCopy(Shape):
    """The quoted source. `content` spans the quoted characters, between the lines of the fence."""

    block: CodeBlock
    content: Span
    cut: int | None


@dataclass(slots=True, kw_only=True)
class Command(Shape):
    """A command line in a fence: `text` is the content, `matched` whether it has the format's own form."""

    block: CodeBlock
    text: str
    matched: bool


@dataclass(slots=True, kw_only=True)
class Prose(Shape):
    """Blocks that are free text, or that nothing in the format describes."""

    role: str = ""
