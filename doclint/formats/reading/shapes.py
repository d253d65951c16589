"""Shapes: the content of a page, typed as its format describes it. Rules about formats read shapes.

`start` and `end` of all classes are characters of the page, half-open.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from doclint.formats.patterns.pattern import Capture, Captures, Pattern
from doclint.markdown.nodes import CodeBlock, Heading, Node
from doclint.markdown.source import Span

if TYPE_CHECKING:
    from doclint.formats.reading.written_code import WrittenCode
    from doclint.formats.schema.contents import Children, Content, Cut, Defining
    from doclint.formats.schema.statements import Statement


class Shape(Node, eq=False, kw_only=True):
    """A piece of a section's content. `section` is the key of the section, `captures` has the holes of its pattern.

    `element` is the element of the format that took it; None for what no element takes.
    """

    section: str = ""
    element: "Content | None" = None
    captures: Captures = field(default_factory=dict)


class Item(Node, eq=False):
    """One entry of a listing. The format determines its captures: a symbol has `symbol`, an import `module`.

    `outer` is the entry whose inner list has this one.
    """

    captures: Captures
    outer: "Item | None" = None

    def __getitem__(self, hole: str) -> Capture:
        """Return the capture of a hole. Raises KeyError if the entry has no such hole."""
        return self.captures[hole]


class Listing(Shape, kw_only=True):
    """A list of named things.

    The generator stops after `cap` items, if that is not None. `is_sorted` is true if it sorts them, and `is_important`
    if the page claims that they are the important ones of a folder. If `lists` is not empty, the items are all files,
    or all folders, in a folder, all sections of the page, or all pages of the kinds `of_kinds`. If the items define
    symbols, `spec` is what the format says about these.
    """

    items: list[Item]
    cap: int | None
    is_sorted: bool = False
    is_important: bool = False
    lists: "Children" = ""
    of_kinds: tuple[str, ...] = ()
    spec: "Defining | None" = None


class Symbols(Listing, kw_only=True):
    """Names that the source defines according to the page, each of one of `kinds`; items have the capture `symbol`."""

    kinds: tuple[str, ...]


class Imports(Listing, kw_only=True):
    """Names that the source imports or includes according to the page; items have the capture `module`."""


class Links(Listing, kw_only=True):
    """A list of links."""


class Entries(Listing, kw_only=True):
    """A list of other things; `of` is what they are."""

    of: str = ""


class TableListing(Listing, kw_only=True):
    """A table; each item is a row after the header."""


class SymbolSignature(Shape, kw_only=True):
    """A signature as a page writes it. The captures are code; the places of those in fences are exact.

    `hides` is what of the parameters the generator leaves out, `omits` which parameters, by their names, and `language`
    the info string of the fence. `spans` are those of the captures in the text of the `code`.
    """

    code: "WrittenCode"
    spans: dict[str, Span]
    hides: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()
    language: str = ""


class SymbolExample(Shape, kw_only=True):
    """A fenced example of the symbol that the section defines; `names` are texts that the format wants in it."""

    block: CodeBlock
    names: Sequence[str] = ()


class Field(Node, eq=False, kw_only=True):
    """One item of a list of fields.

    `state` is "matched" if the value matches the format, "malformed" if it does not, and "unknown" if the format has no
    field with that key. `expected` is the pattern of the value; None for an unknown field.
    """

    key: str
    value: Capture
    captures: Captures
    state: Literal["matched", "malformed", "unknown"]
    expected: Pattern | None


class Fields(Shape, kw_only=True):
    """A list of fields. `missing` are the keys of absent fields, each with the pattern of its value."""

    fields: list[Field]
    missing: list[tuple[str, Pattern]]


class Stated(Shape, kw_only=True):
    """A text that the format words; `spec` is the format's description of it."""

    spec: "Statement"


class Claim(Stated, kw_only=True):
    """A statement. `key` is its name in the closed set `of`, or in its section if `of` is empty."""

    key: str
    of: str = ""


class FixedText(Stated, kw_only=True):
    """A text that is the same on all pages except for the holes."""


class SourceCopy(Shape, kw_only=True):
    """The quoted source.

    `content` spans the quoted characters between the lines of the fence. `cut` is where the generator cuts a source. A
    `placeholder` is a text of the generator in place of the source.
    """

    block: CodeBlock
    content: Span
    cut: "Cut | None"
    placeholder: bool = False

    def is_cut_at(self, characters: int) -> bool:
        """Whether a copy of `characters` characters may be only the beginning of the source."""
        return self.cut is not None and characters >= self.cut.characters


class Command(Shape, kw_only=True):
    """A command line in a fence. `text` is the content; `matched` is true if it matches the format."""

    block: CodeBlock
    text: str
    matched: bool


class Absent(Struct, eq=False, kw_only=True):
    """Content that the format requires in the section under a heading, and that the page lacks."""

    heading: Heading
    content: "Content"


class Prose(Shape, kw_only=True):
    """A block of free text, or one that the format does not describe. `of` is what the text is taken from, if known."""

    of: str = ""


def captures_in(shape: Shape) -> list[Captures]:
    """Return the holes of a shape, and those of each of its items or fields."""
    if isinstance(shape, Listing):
        return [shape.captures, *[item.captures for item in shape.items]]
    if type(shape) is Fields:
        return [shape.captures, *[one.captures for one in shape.fields]]
    return [shape.captures]
