"""The elements of a section's content, as models."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, Union

from msgspec import Meta, Struct, field

from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.models import (
    Model,
    Names,
    OneOrMore,
    OrName,
    Patterns,
    PatternText,
    Some,
    SomePatterns,
    TemplateText,
)
from doclint.formats.schema.statements import Statement
from doclint.source.symbols import SymbolKind

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

SymbolKinds = OneOrMore[SymbolKind]


class Defining:
    """What names symbols on a page, and says how many of them.

    The hole `symbol` has the name. It may be qualified by the names of its scopes (`Basket.weigh`); otherwise its scope
    is the symbol that the nearest section above defines, or the module. Further holes describe the symbol: `type`,
    `default`, `value`, `description`, `returns`, `base`; `optional` or `required`, whose text does not matter;
    `source.path` and `source.line`, or `source.link`, where it is defined.
    """

    defines: SymbolKinds = []
    elsewhere: bool = False
    states: Literal["", "required", "optional", "read-only"] = ""
    complete: Literal["", "public", "documented", "imported", "most", "all"] = ""
    ordered: bool = False
    omits: list[str] = []


class When(Model, frozen=True):
    """A condition on the file that a page is about. One of the families or one of the extensions is enough."""

    family: Names = []
    ext: Names = []


class Content:
    """One element of a section's content."""

    optional: bool = False
    leading: bool = False
    when: When | None = None

    @classmethod
    def read(cls, value: Any) -> "Content":
        """Return the element in a table of a file. Raises ValueError if no element has its shape."""
        element = ELEMENTS.get(_tag(value))
        if element is None:
            raise ValueError("no element has this shape")
        found: Content = element.from_table(value)
        return found

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        return handler.generate_schema(_any_content())


class TextContent(Model, Content, Statement, frozen=True, kw_only=True):
    """A text that the generator words: one paragraph, one block of HTML, or a thematic break, written `---`."""

    shape: Literal["text"]
    text: SomePatterns
    key: str = ""


class ClaimsContent(Model, Content, frozen=True, kw_only=True):
    """Statements that the generator picks from a set: the sentences of a paragraph, or the items of a list."""

    shape: Literal["claims"]
    of: str
    layout: Literal["sentences", "items"] = "items"


class FieldSpec(Model, frozen=True):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: str
    value: Patterns
    empty: PatternText | None = None
    optional: bool = False


class FieldsContent(Model, Content, frozen=True, kw_only=True):
    """A list of items such as ``- **Path**: `src/basket.py` ``: what the page says about its subject, by keys."""

    shape: Literal["fields"]
    items: Annotated[list[FieldSpec], Meta(min_length=1)]


Children: TypeAlias = Literal["", "files", "folders", "sections", "pages"]


CHILD = {"files": "file", "folders": "subfolder", "sections": SYMBOL, "pages": SYMBOL}
"""The hole for the name of one item of a listing, by what it lists."""


class ListingContent(Model, Content, frozen=True, kw_only=True):
    """A list of named things: the items of a list, paragraphs, or one with a label such as ``**Label**: `a`, `b` ``.

    The pattern of an item matches its first paragraph; the rest is free text.
    """

    names: ClassVar[str] = ""
    """The hole that names what an item is; empty if an item needs none."""

    item: SomePatterns
    below: Patterns = []
    layout: Literal["list", "paragraphs", "fence"] = "list"
    label: str = ""
    cap: Annotated[int, Meta(ge=1)] | None = None
    sorted_by: Literal["text"] | None = None
    important: bool = False
    lists: Children = ""
    of_kinds: Names = []
    nested: bool = False
    under: Patterns = []

    @cached_property
    def labelled(self) -> "list[Pattern]":
        """The patterns of a single item in the same paragraph as its label."""
        return [Pattern(f"{label.text} {item.text}") for label in self.under for item in self.item]


class SymbolsContent(ListingContent, Defining, frozen=True, kw_only=True):
    """A list of names that the source defines, according to the page. Each item has the hole `symbol`."""

    names: ClassVar[str] = SYMBOL

    shape: Literal["symbols"]
    defines: SymbolKinds


class ImportsContent(ListingContent, frozen=True, kw_only=True):
    """A list of what the source imports or includes, according to the page. Each item has the hole `module`."""

    names: ClassVar[str] = "module"

    shape: Literal["imports"]


class LinksContent(ListingContent, frozen=True, kw_only=True):
    """A list of links to other pages or files."""

    shape: Literal["links"]


class EntriesContent(ListingContent, frozen=True, kw_only=True):
    """A list of other things: folders, file types, base classes, steps."""

    shape: Literal["entries"]
    of: str
    repeats: bool = False


class TableColumn(Struct, frozen=True):
    """A column of a table: what the cell of its header says."""

    text: str
    is_optional: bool


def _column(cell: str) -> TableColumn:
    is_doubled = cell.startswith("[[") and cell.endswith("]]")
    is_optional = not is_doubled and cell.startswith("[") and cell.endswith("]")
    return TableColumn(cell[1:-1] if is_doubled or is_optional else cell, is_optional)


class TableContent(Model, Content, Defining, frozen=True, kw_only=True):
    """A table with a certain header, in Markdown or in HTML. Rows that do not match are free text."""

    shape: Literal["table"]
    header: Annotated[list[str], Meta(min_length=1)]
    row: Annotated[list[Patterns], Meta(min_length=1)]
    cap: Annotated[int, Meta(ge=1)] | None = None
    sorted_by: Literal["default"] | None = None
    none: Patterns = []
    lists: Children = ""
    of_kinds: Names = []

    @cached_property
    def columns(self) -> list[TableColumn]:
        """The columns that the table may have."""
        return [_column(cell) for cell in self.header]


Layout = Literal["fence", "quote", "paragraph", "heading", "items"]


class SignatureContent(Model, Content, Defining, frozen=True, kw_only=True):
    """The signature of the symbol that the section or the page defines.

    Its holes hold code, and end at the literal after them outside of brackets and strings. A hole within brackets may
    be empty. Each run of white space counts as one blank. The hole `members` reaches as far as it can; what it declares
    are members of the symbol or, below no symbol, constants and variables of the module.
    """

    shape: Literal["signature"]
    text: Some[TemplateText]
    layout: Some[Layout] = field(default_factory=lambda: ["fence"])
    fence: Names = []
    hides: list[Literal["types", "defaults", "optional", "omittable", "variadic", "keyword", "modifiers", "async"]] = []
    omits: list[str] = []
    repeats: bool = False


def is_in_heading(content: Content) -> bool:
    """Whether an element is the heading of its section or page, and not below it."""
    return isinstance(content, SignatureContent) and "heading" in content.layout


class ExampleContent(Model, Content, frozen=True, kw_only=True):
    """A fence with an example of the symbol that the section or the page defines."""

    shape: Literal["example"]
    fence: Names
    names: Names = []


class Cut(Model, frozen=True):
    """Where the generator cuts a quoted source."""

    characters: Annotated[int, Meta(ge=1)]


class SourceContent(Model, Content, frozen=True, kw_only=True):
    """The quoted source of the page: a fence that ends where the rest of the page follows, whatever fences it quotes.

    A kind has one, in the content of a section; several, if each has `when`, so that a page has one of them.
    """

    shape: Literal["source"]
    fence: TemplateText
    cut: Cut | None = None
    placeholder: list[TemplateText] = []


class CommandContent(Model, Content, frozen=True, kw_only=True):
    """A fence with one command line."""

    shape: Literal["command"]
    fence: str
    text: TemplateText


class ProseContent(Model, Content, frozen=True, kw_only=True):
    """Free text: all blocks up to the one that a later element matches. It is not in a `group` or in `one-of`."""

    shape: Literal["prose"]
    of: Literal["", "docstring"] = ""


class Group(Model, Content, frozen=True, kw_only=True):
    """Elements that are all present or all absent."""

    group: Annotated[list["Content"], Meta(min_length=1)]
    repeats: bool = False


class OneOf(Model, Content, frozen=True, kw_only=True):
    """Alternatives."""

    one_of: Annotated[list[list["Content"]], Meta(min_length=1)]


SHAPES: dict[str, Any] = {
    "text": TextContent,
    "claims": ClaimsContent,
    "fields": FieldsContent,
    "symbols": SymbolsContent,
    "imports": ImportsContent,
    "links": LinksContent,
    "entries": EntriesContent,
    "table": TableContent,
    "signature": SignatureContent,
    "example": ExampleContent,
    "source": SourceContent,
    "command": CommandContent,
    "prose": ProseContent,
}
"""The elements of contents by their shape."""
ELEMENTS = {**SHAPES, "group": Group, "one-of": OneOf}
"""All elements, by their shape or the key that only they have."""


def _tag(value: Any) -> str:
    """Return the shape of an element, or the key that only such elements have."""
    if not isinstance(value, dict):
        return "one-of"  # as good as any: that it should be a table is then the mistake
    return next((key for key in ("one-of", "group") if key in value), str(value.get("shape", "")))


@cache
def _any_content() -> Any:
    from pydantic import Discriminator, Tag
    from typing_extensions import TypeAliasType

    from doclint.errors.models import model_of

    every = tuple(Annotated[model_of(element), Tag(tag)] for tag, element in ELEMENTS.items())
    return TypeAliasType("AnyContent", Annotated[Union[every], Discriminator(_tag), OrName()])  # noqa: UP007


def flat(contents: Iterable[Content]) -> Iterator[Content]:
    """Yield the elements of a content, with those of groups and of all alternatives in place of these."""
    for content in contents:
        match content:
            case Group(group=group):
                yield from flat(group)
            case OneOf(one_of=alternatives):
                for alternative in alternatives:
                    yield from flat(alternative)
            case _:
                yield content


def texts_in(contents: Iterable[Content]) -> Iterator[Pattern]:
    """Yield the patterns of texts and fields, which say something of the symbol that the section defines."""
    for content in flat(contents):
        if isinstance(content, TextContent):
            yield from content.text
        elif isinstance(content, FieldsContent):
            for field in content.items:
                yield from field.value


def patterns_of(content: Content) -> Iterator[tuple[tuple[str | int, ...], Pattern]]:
    """Yield all patterns of an element, each with the keys and indexes that lead to it.

    Signatures, quoted sources and commands have templates instead.
    """
    match content:
        case TextContent(text=patterns):
            yield from ((("text", index), pattern) for index, pattern in enumerate(patterns))
        case ListingContent(item=patterns, below=below):
            yield from ((("below", index), pattern) for index, pattern in enumerate(below))
            yield from ((("item", index), pattern) for index, pattern in enumerate(patterns))
        case TableContent(row=cells):
            for cell, patterns in enumerate(cells):
                yield from ((("row", cell, index), pattern) for index, pattern in enumerate(patterns))
        case FieldsContent(items=fields):
            for number, field in enumerate(fields):
                yield from ((("items", number, "value", index), one) for index, one in enumerate(field.value))
