"""The elements of a section's content, as models."""

from collections.abc import Iterator, Sequence
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

_SHAPE = "What the element is. Each shape has keys of its own."
_WORDING = "The wording, as a pattern. Of several, the first one that matches counts."
_ITEM = "What an item says, as a pattern. Of several, the first one that matches counts. Other items are free text."
_CAP = "The most entries that the generator writes: a list of that length may lack the rest."


class Defining:
    """What names symbols on a page, and says how many of them.

    The hole `symbol` has the name. It may be qualified by the names of its scopes (`Basket.weigh`); otherwise its scope
    is the symbol that the nearest section above defines, or the module. Further holes describe the symbol: `type`,
    `default`, `value`, `description`, `returns`, `base`; `optional` or `required`, whose text does not matter;
    `source.path` and `source.line`, or `source.link`, where it is defined.
    """

    defines: Annotated[
        SymbolKinds,
        "What the symbols are: one of these, such as `class`. The hole `symbol` has the name of each, "
        "and doclint compares it with the source. `definition` is anything that a source defines, `identifier` any "
        "word of it; `field` and `property` are any attributes. The types of Terraform providers (`resource`, "
        "`data-source`, `ephemeral-resource`, `list-resource`, `action`) are looked up in all sources in Go by their "
        "names; users set an `argument` of them, and read an `attribute`. A variable of a Terraform module, a "
        "value of a Helm chart and an input of an action of GitHub is a `setting`; all files that `source` leads to "
        "declare them, and each `output` of a module or an action, together, and what a module uses: its `provider`s, "
        "each `requirement` of a version, each `module-block`, `resource-block` and `data-block`; or each `dependency` "
        "of a chart. A `command` is looked up in all sources "
        "in Python that use Typer, by the words that users write (`shop stock add`); it has an `argument`, and an "
        "`option`, whose name is that without its hyphens. On pages that list each `flag`, by its names as users write "
        "them (`-n, --name`), it is one of cobra, in sources in Go, and may have further ones below it.",
    ] = []
    elsewhere: Annotated[
        bool,
        "Whether other parts of the page may document symbols as well, in any form: of those that "
        "`complete` asks for, only those are missing whose names the page has nowhere as code.",
    ] = False
    states: Annotated[
        Literal["", "required", "optional", "read-only"],
        "What the heading or the label of a list says about all of its symbols. `read-only` is for "
        "attributes that users cannot set.",
    ] = ""
    complete: Annotated[
        Literal["", "public", "documented", "imported", "all"],
        "Which symbols of the source must all be on the page: the public ones, the public ones with a "
        "docstring apart from fields that methods assign (`documented`), those of them that certainly have it when a "
        "program imports the source (`imported`: not what an unknown decorator may replace), or all. Symbols of these "
        "kinds count that are in the module or class that the page or the section is about. For parameters, write "
        "`all`. Without it, the page may leave out any.",
    ] = ""
    ordered: Annotated[
        bool,
        "Whether parameters always have the order of the declaration. Otherwise, a list that is sorted by name, or "
        "has what is required first, is right as well.",
    ] = False
    omits: Annotated[list[str], "Names that `complete` does not ask for, with `*` for any characters: `_*`."] = []


class When(Model, frozen=True):
    """A condition on the file that a page is about. One of the families or one of the extensions is enough."""

    family: Annotated[Names, "Families that the table `language` of the format gives to files."] = []
    ext: Annotated[Names, "Extensions of files, with their dots: `.py`."] = []


class Content:
    """One element of a section's content."""

    optional: Annotated[
        bool,
        "Whether the element may be absent. A `group` that lacks another element does not match, and "
        "doclint reports a section that lacks a list, a table, its fields or its source.",
    ] = False
    leading: Annotated[
        bool,
        "Whether the element comes before all free text of the section, as a signature does: later text "
        "that looks like it, such as an example from a docstring, is free text.",
    ] = False
    when: Annotated[When | None, "The element is only on pages about such files."] = None

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

    shape: Annotated[Literal["text"], _SHAPE]
    text: Annotated[SomePatterns, _WORDING]
    key: Annotated[
        str,
        "A name for the text, for rules and reports, if it states something about the file or folder of "
        "the page. Without a name, it is a text that only belongs to the layout.",
    ] = ""


class ClaimsContent(Model, Content, frozen=True, kw_only=True):
    """Statements that the generator picks from a set: the sentences of a paragraph, or the items of a list."""

    shape: Annotated[Literal["claims"], _SHAPE]
    of: Annotated[str, "The name of the set: a table under `claims` of the format."]
    layout: Annotated[
        Literal["sentences", "items"], "Whether they are the items of a list or the sentences of a paragraph."
    ] = "items"


class FieldSpec(Model, frozen=True):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: Annotated[str, "The bold text in front of the colon, without markup."]
    value: Annotated[Patterns, "What is after the colon, as a pattern. Of several, the first one that matches counts."]
    empty: Annotated[
        PatternText | None,
        "What the generator writes if it has no value, such as `none`: the holes of `value` are then empty.",
    ] = None
    optional: Annotated[bool, "Whether the field may be absent."] = False


class FieldsContent(Model, Content, frozen=True, kw_only=True):
    """A list of items such as ``- **Path**: `src/basket.py` ``: what the page says about its subject, by keys."""

    shape: Annotated[Literal["fields"], _SHAPE]
    items: Annotated[list[FieldSpec], Meta(min_length=1), "The fields, in any order."]


Children: TypeAlias = Literal["", "files", "folders", "sections", "pages"]


CHILD = {"files": "file", "folders": "subfolder", "sections": SYMBOL, "pages": SYMBOL}
"""The hole for the name of one item of a listing, by what it lists."""


_LISTS = (
    "What the items are all of. `files`, `folders`: on a page about a folder, those that lie directly in it and have "
    "pages; `sections`: the sections of the page that define symbols; `pages`: the pages of the kinds `of-kinds`."
)


class ListingContent(Model, Content, frozen=True, kw_only=True):
    """A list of named things: the items of a list, paragraphs, or one with a label such as ``**Label**: `a`, `b` ``.

    The pattern of an item matches its first paragraph; the rest is free text.
    """

    names: ClassVar[str] = ""
    """The hole that names what an item is; empty if an item needs none."""

    item: Annotated[SomePatterns, _ITEM]
    layout: Annotated[
        Literal["list", "paragraphs", "fence"],
        "What the items are: those of a list; paragraphs, each with what is below it up to the next one; or the lines "
        "of a fence, where a line that matches no item belongs to the one above it.",
    ] = "list"
    label: Annotated[
        str,
        "The bold text, without markup and colon, that begins a paragraph with the items in it, "
        "separated by commas; empty for a list.",
    ] = ""
    cap: Annotated[Annotated[int, Meta(ge=1)] | None, _CAP] = None
    sorted_by: Annotated[
        Literal["text"] | None, "What the items should be sorted by: the text of their first hole."
    ] = None
    important: Annotated[
        bool,
        "Whether the page says that the items are the important ones of their folder, so that doclint "
        "reports the first ones by name.",
    ] = False
    lists: Annotated[Children, _LISTS] = ""
    of_kinds: Annotated[Names, "The names of the kinds whose pages the items list, for `lists`."] = []
    nested: Annotated[
        bool,
        "Whether items of inner lists count as well. A symbol in an inner list is a member of the one in "
        "the item around it. An item without the hole for a name is only a label of the list in it: `**Parameters**`.",
    ] = False
    under: Annotated[
        Patterns,
        "The item whose inner list has the items, such as `**Parameters:**`; the items of no other list "
        "count. A single item may follow in the same paragraph: `**Parameters:** **count**: how many`.",
    ] = []

    @cached_property
    def labelled(self) -> "list[Pattern]":
        """The patterns of a single item in the same paragraph as its label."""
        return [Pattern(f"{label.text} {item.text}") for label in self.under for item in self.item]


class SymbolsContent(ListingContent, Defining, frozen=True, kw_only=True):
    """A list of names that the source defines, according to the page. Each item has the hole `symbol`."""

    names: ClassVar[str] = SYMBOL

    shape: Annotated[Literal["symbols"], _SHAPE]
    defines: Annotated[SymbolKinds, "What the names are: one of these, such as `function`."]


class ImportsContent(ListingContent, frozen=True, kw_only=True):
    """A list of what the source imports or includes, according to the page. Each item has the hole `module`."""

    names: ClassVar[str] = "module"

    shape: Annotated[Literal["imports"], _SHAPE]


class LinksContent(ListingContent, frozen=True, kw_only=True):
    """A list of links to other pages or files."""

    shape: Annotated[Literal["links"], _SHAPE]


class EntriesContent(ListingContent, frozen=True, kw_only=True):
    """A list of other things: folders, file types, base classes, steps."""

    shape: Annotated[Literal["entries"], _SHAPE]
    of: Annotated[str, "What the entries are, in a word for rules and reports: `subfolders`."]


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

    shape: Annotated[Literal["table"], _SHAPE]
    header: Annotated[
        list[str],
        Meta(min_length=1),
        'What the cells of the header say, without markup: `["Name", "Type"]`. Another table is not this '
        "one. A column in brackets may be absent, with its cells: `[Default]`.",
    ]
    row: Annotated[
        list[Patterns],
        Meta(min_length=1),
        "What a row says: for each cell a pattern, or a list of patterns, of which the first one that "
        "matches counts. `{_:any}` also matches an empty cell.",
    ]
    cap: Annotated[Annotated[int, Meta(ge=1)] | None, _CAP] = None
    lists: Annotated[Children, _LISTS] = ""
    of_kinds: Annotated[Names, "The names of the kinds whose pages the rows list, for `lists`."] = []

    @cached_property
    def columns(self) -> list[TableColumn]:
        """The columns that the table may have."""
        return [_column(cell) for cell in self.header]


Layout = Literal["fence", "quote", "paragraph", "heading"]


class SignatureContent(Model, Content, Defining, frozen=True, kw_only=True):
    """The signature of the symbol that the section or the page defines.

    Its holes hold code, and end at the literal after them outside of brackets and strings. A hole within brackets may
    be empty. Each run of white space counts as one blank. The hole `members` reaches as far as it can; what it declares
    are members of the symbol or, below no symbol, constants and variables of the module.
    """

    shape: Annotated[Literal["signature"], _SHAPE]
    text: Annotated[
        Some[TemplateText],
        "Signatures, as templates without markup; the first one that matches counts: `[{async='async "
        "'}]def {symbol}({parameters})[ -> {returns}]`.",
    ]
    layout: Annotated[
        Some[Layout],
        "What the signature is in: a fence, a block quote, a paragraph, one of several of these, or the "
        "heading of the section or the page itself.",
    ] = field(default_factory=lambda: ["fence"])
    fence: Annotated[
        Names,
        "The first word after the backticks of the fence: `python`. By default, any. A signature that is "
        "in no fence has the language of the first one or, by default, that of the source.",
    ] = []
    hides: Annotated[
        list[Literal["types", "defaults", "optional", "omittable", "variadic", "keyword", "modifiers"]],
        "What signatures leave out, mostly of their parameters, so that doclint does not report it: `optional` is "
        "what marks a parameter as optional, `omittable` are parameters that need not be given. `variadic` are "
        "parameters such as `*args` and `**options`: a signature may name what they take instead. `keyword` are "
        "parameters that can be given by their names only. `modifiers` are words before the name.",
    ] = []
    omits: Annotated[list[str], "Names of parameters that signatures leave out, with `*` for any characters."] = []
    repeats: Annotated[bool, "Whether several signatures may follow each other, with free text between them."] = False


def is_in_heading(content: Content) -> bool:
    """Whether an element is the heading of its section or page, and not below it."""
    return isinstance(content, SignatureContent) and "heading" in content.layout


class ExampleContent(Model, Content, frozen=True, kw_only=True):
    """A fence with an example of the symbol that the section or the page defines."""

    shape: Annotated[Literal["example"], _SHAPE]
    fence: Annotated[Names, "The first word after the backticks of the fence: `python`."]


class Cut(Model, frozen=True):
    """Where the generator cuts a quoted source."""

    characters: Annotated[int, Meta(ge=1), "The most characters of the source that the page quotes."]


class SourceContent(Model, Content, frozen=True, kw_only=True):
    """The quoted source of the page: a fence that ends where the rest of the page follows, whatever fences it quotes.

    A kind has one, in the content of a section; several, if each has `when`, so that a page has one of them.
    """

    shape: Annotated[Literal["source"], _SHAPE]
    fence: Annotated[TemplateText, "What is after the backticks of the fence: `{language.fence}`."]
    cut: Annotated[Cut | None, "Where the generator cuts long sources; without it, nowhere."] = None
    placeholder: Annotated[
        list[TemplateText],
        "What the generator puts in place of a source that it does not quote: `[[Binary file: {size}]]`.",
    ] = []


class CommandContent(Model, Content, frozen=True, kw_only=True):
    """A fence with one command line."""

    shape: Annotated[Literal["command"], _SHAPE]
    fence: Annotated[str, "The first word after the backticks of the fence: `sh`."]
    text: Annotated[TemplateText, "The command line, as a template without markup: `pytest {path}`."]


class ProseContent(Model, Content, frozen=True, kw_only=True):
    """Free text: all blocks up to the one that a later element matches. It is not in a `group` or in `one-of`."""

    shape: Annotated[Literal["prose"], _SHAPE]
    of: Annotated[
        Literal["", "docstring"],
        "What the text is taken from: `docstring` is the docstring of the symbol that the section "
        "defines, or else of the module that the page is about. doclint compares the docstrings of modules.",
    ] = ""


class Group(Model, Content, frozen=True, kw_only=True):
    """Elements that are all present or all absent."""

    group: Annotated[list["Content"], Meta(min_length=1), "The elements, in this order."]
    repeats: Annotated[bool, "Whether the elements may occur several times in a row."] = False


class OneOf(Model, Content, frozen=True, kw_only=True):
    """Alternatives."""

    one_of: Annotated[
        list[list["Content"]],
        Meta(min_length=1),
        "Lists of elements. The first list whose elements are all present counts.",
    ]


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


def flat(contents: Sequence[Content]) -> Iterator[Content]:
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


def texts_in(contents: Sequence[Content]) -> Iterator[Pattern]:
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
        case ListingContent(item=patterns):
            yield from ((("item", index), pattern) for index, pattern in enumerate(patterns))
        case TableContent(row=cells):
            for cell, patterns in enumerate(cells):
                yield from ((("row", cell, index), pattern) for index, pattern in enumerate(patterns))
        case FieldsContent(items=fields):
            for number, field in enumerate(fields):
                yield from ((("items", number, "value", index), one) for index, one in enumerate(field.value))
