"""The elements of a section's content, as pydantic models."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, Union

from msgspec import Struct
from pydantic import Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.models import Model, Names, Patterns, PatternText, TemplateText, _OneOrMore, _OrName
from doclint.formats.schema.statements import Statement
from doclint.source.symbols import SymbolKind

SymbolKinds = Annotated[list[SymbolKind], _OneOrMore()]

_SHAPE = "What the element is. Each shape has keys of its own."
_WORDING = "The wording, as a pattern. Of several, the first one that matches counts."
_ITEM = "What an item says, as a pattern. Of several, the first one that matches counts. Other items are free text."
_CAP = "The most entries that the generator writes: a list of that length may lack the rest."


class Defining(Model):
    """What names symbols on a page, and says how many of them.

    The hole `symbol` has the name. It may be qualified by the names of its scopes (`Basket.weigh`); otherwise its scope
    is the symbol that the nearest section above defines, or the module. Further holes describe the symbol: `type`,
    `default`, `value`, `description`, `returns`, `base`; `optional` or `required`, whose text does not matter;
    `source.path` and `source.line`, or `source.link`, where it is defined.
    """

    defines: SymbolKinds = Field(
        default=[],
        description="What the symbols are: one of these, such as `class`. The hole `symbol` has the name of each, "
        "and doclint compares it with the source. `definition` is anything that a source defines, `identifier` any "
        "word of it; `field` and `property` are any attributes. The types of Terraform providers (`resource`, "
        "`data-source`, `ephemeral-resource`, `list-resource`, `action`) are looked up in all sources in Go by their "
        "names; users set an `argument` of them, and read an `attribute`. A variable of a Terraform module, a "
        "value of a Helm chart and an input of an action of GitHub is a `setting`; all files that `source` leads to "
        "declare them, and each `output` of a module or an action, together. A `command` is looked up in all sources "
        "in Python that use Typer, by the words that users write (`shop stock add`); it has an `argument`, and an "
        "`option`, whose name is that without its hyphens.",
    )
    elsewhere: bool = Field(
        default=False,
        description="Whether other parts of the page may document symbols as well, in any form: of those that "
        "`complete` asks for, only those are missing whose names the page has nowhere as code.",
    )
    states: Literal["", "required", "optional", "read-only"] = Field(
        default="",
        description="What the heading or the label of a list says about all of its symbols. `read-only` is for "
        "attributes that users cannot set.",
    )
    complete: Literal["", "public", "documented", "imported", "all"] = Field(
        default="",
        description="Which symbols of the source must all be on the page: the public ones, the public ones with a "
        "docstring apart from fields that methods assign (`documented`), those of them that certainly have it when a "
        "program imports the source (`imported`: not what an unknown decorator may replace), or all. Symbols of these "
        "kinds count that are in the module or class that the page or the section is about. For parameters, write "
        "`all`. Without it, the page may leave out any.",
    )
    omits: list[str] = Field(
        default=[], description="Names that `complete` does not ask for, with `*` for any characters: `_*`."
    )


class When(Model):
    """A condition on the file that a page is about. One of the families or one of the extensions is enough."""

    family: Names = Field(default=[], description="Families that the table `language` of the format gives to files.")
    ext: Names = Field(default=[], description="Extensions of files, with their dots: `.py`.")


class Content(Model):
    """One element of a section's content."""

    optional: bool = Field(
        default=False,
        description="Whether the element may be absent. A `group` that lacks another element does not match, and "
        "doclint reports a section that lacks a list, a table, its fields or its source.",
    )
    leading: bool = Field(
        default=False,
        description="Whether the element comes before all free text of the section, as a signature does: later text "
        "that looks like it, such as an example from a docstring, is free text.",
    )
    when: When | None = Field(default=None, description="The element is only on pages about such files.")


class TextContent(Content, Statement):
    """A text that the generator words: one paragraph, one block of HTML, or a thematic break, written `---`."""

    shape: Literal["text"] = Field(description=_SHAPE)
    text: Patterns = Field(min_length=1, description=_WORDING)
    key: str = Field(
        default="",
        description="A name for the text, for rules and reports, if it states something about the file or folder of "
        "the page. Without a name, it is a text that only belongs to the layout.",
    )


class ClaimsContent(Content):
    """Statements that the generator picks from a set: the sentences of a paragraph, or the items of a list."""

    shape: Literal["claims"] = Field(description=_SHAPE)
    of: str = Field(description="The name of the set: a table under `claims` of the format.")
    layout: Literal["sentences", "items"] = Field(
        default="items", description="Whether they are the items of a list or the sentences of a paragraph."
    )


class FieldSpec(Model):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: str = Field(description="The bold text in front of the colon, without markup.")
    value: Patterns = Field(
        description="What is after the colon, as a pattern. Of several, the first one that matches counts."
    )
    empty: PatternText | None = Field(
        default=None,
        description="What the generator writes if it has no value, such as `none`: the holes of `value` are then "
        "empty.",
    )
    optional: bool = Field(default=False, description="Whether the field may be absent.")


class FieldsContent(Content):
    """A list of items such as ``- **Path**: `src/basket.py` ``: what the page says about its subject, by keys."""

    shape: Literal["fields"] = Field(description=_SHAPE)
    items: list[FieldSpec] = Field(min_length=1, description="The fields, in any order.")


Children: TypeAlias = Literal["", "files", "folders", "sections", "pages"]


CHILD = {"files": "file", "folders": "subfolder", "sections": SYMBOL, "pages": SYMBOL}
"""The hole for the name of one item of a listing, by what it lists."""


_LISTS = (
    "What the items are all of. `files`, `folders`: on a page about a folder, those that lie directly in it and have "
    "pages; `sections`: the sections of the page that define symbols; `pages`: the pages of the kinds `of-kinds`."
)


class ListingContent(Content):
    """A list of named things: the items of a list, or a paragraph with a label such as ``**Label**: `a`, `b` ``.

    The pattern of an item matches its first paragraph; the rest is free text.
    """

    names: ClassVar[str] = ""
    """The hole that names what an item is; empty if an item needs none."""

    item: Patterns = Field(min_length=1, description=_ITEM)
    label: str = Field(
        default="",
        description="The bold text, without markup and colon, that begins a paragraph with the items in it, "
        "separated by commas; empty for a list.",
    )
    cap: int | None = Field(default=None, ge=1, description=_CAP)
    sorted_by: Literal["text"] | None = Field(
        default=None, description="What the items should be sorted by: the text of their first hole."
    )
    important: bool = Field(
        default=False,
        description="Whether the page says that the items are the important ones of their folder, so that doclint "
        "reports the first ones by name.",
    )
    lists: Children = Field(default="", description=_LISTS)
    of_kinds: Names = Field(default=[], description="The names of the kinds whose pages the items list, for `lists`.")
    nested: bool = Field(
        default=False,
        description="Whether items of inner lists count as well. A symbol in an inner list is a member of the one in "
        "the item around it. An item without the hole for a name is only a label of the list in it: `**Parameters**`.",
    )
    under: Patterns = Field(
        default=[],
        description="The item whose inner list has the items, such as `**Parameters:**`; the items of no other list "
        "count. A single item may follow in the same paragraph: `**Parameters:** **count**: how many`.",
    )

    @cached_property
    def labelled(self) -> "list[Pattern]":
        """The patterns of a single item in the same paragraph as its label."""
        return [Pattern(f"{label.text} {item.text}") for label in self.under for item in self.item]


class SymbolsContent(ListingContent, Defining):
    """A list of names that the source defines, according to the page. Each item has the hole `symbol`."""

    names: ClassVar[str] = SYMBOL

    shape: Literal["symbols"] = Field(description=_SHAPE)
    defines: SymbolKinds = Field(description="What the names are: one of these, such as `function`.")


class ImportsContent(ListingContent):
    """A list of what the source imports or includes, according to the page. Each item has the hole `module`."""

    names: ClassVar[str] = "module"

    shape: Literal["imports"] = Field(description=_SHAPE)


class LinksContent(ListingContent):
    """A list of links to other pages or files."""

    shape: Literal["links"] = Field(description=_SHAPE)


class EntriesContent(ListingContent):
    """A list of other things: folders, file types, base classes, steps."""

    shape: Literal["entries"] = Field(description=_SHAPE)
    of: str = Field(description="What the entries are, in a word for rules and reports: `subfolders`.")


class TableColumn(Struct, frozen=True):
    """A column of a table: what the cell of its header says."""

    text: str
    is_optional: bool


def _column(cell: str) -> TableColumn:
    is_doubled = cell.startswith("[[") and cell.endswith("]]")
    is_optional = not is_doubled and cell.startswith("[") and cell.endswith("]")
    return TableColumn(cell[1:-1] if is_doubled or is_optional else cell, is_optional)


class TableContent(Content, Defining):
    """A table with a certain header, in Markdown or in HTML. Rows that do not match are free text."""

    shape: Literal["table"] = Field(description=_SHAPE)
    header: list[str] = Field(
        min_length=1,
        description='What the cells of the header say, without markup: `["Name", "Type"]`. Another table is not this '
        "one. A column in brackets may be absent, with its cells: `[Default]`.",
    )
    row: list[Patterns] = Field(
        min_length=1,
        description="What a row says: for each cell a pattern, or a list of patterns, of which the first one that "
        "matches counts. `{_:any}` also matches an empty cell.",
    )
    cap: int | None = Field(default=None, ge=1, description=_CAP)
    lists: Children = Field(default="", description=_LISTS)
    of_kinds: Names = Field(default=[], description="The names of the kinds whose pages the rows list, for `lists`.")

    @cached_property
    def columns(self) -> list[TableColumn]:
        """The columns that the table may have."""
        return [_column(cell) for cell in self.header]


Layout = Literal["fence", "quote", "paragraph", "heading"]


class SignatureContent(Content):
    """The signature of the symbol that the section or the page defines.

    Its holes hold code, and end at the literal after them outside of brackets and strings. A hole within brackets may
    be empty. Each run of white space counts as one blank.
    """

    shape: Literal["signature"] = Field(description=_SHAPE)
    text: Annotated[list[TemplateText], _OneOrMore()] = Field(
        min_length=1,
        description="Signatures, as templates without markup; the first one that matches counts: `[{async='async "
        "'}]def {symbol}({parameters})[ -> {returns}]`.",
    )
    layout: Annotated[list[Layout], _OneOrMore()] = Field(
        default=["fence"],
        min_length=1,
        description="What the signature is in: a fence, a block quote, a paragraph, one of several of these, or the "
        "heading of the section or the page itself.",
    )
    fence: Names = Field(
        default=[],
        description="The first word after the backticks of the fence: `python`. By default, any. A signature that is "
        "in no fence has the language of the first one or, by default, that of the source.",
    )
    hides: list[Literal["types", "defaults", "optional", "omittable", "variadic", "keyword"]] = Field(
        default=[],
        description="What signatures leave out of their parameters, so that doclint does not report it: `optional` is "
        "what marks a parameter as optional, `omittable` are parameters that need not be given. `variadic` are "
        "parameters such as `*args` and `**options`: a signature may name what they take instead. `keyword` are "
        "parameters that can be given by their names only.",
    )
    omits: list[str] = Field(
        default=[], description="Names of parameters that signatures leave out, with `*` for any characters."
    )


def is_in_heading(content: Content) -> bool:
    """Whether an element is the heading of its section or page, and not below it."""
    return isinstance(content, SignatureContent) and "heading" in content.layout


class ExampleContent(Content):
    """A fence with an example of the symbol that the section or the page defines."""

    shape: Literal["example"] = Field(description=_SHAPE)
    fence: Names = Field(description="The first word after the backticks of the fence: `python`.")


class Cut(Model):
    """Where the generator cuts a quoted source."""

    characters: int = Field(ge=1, description="The most characters of the source that the page quotes.")
    unless_lines: int | None = Field(
        default=None, ge=1, description="The generator does not cut files with more lines than this."
    )


class SourceContent(Content):
    """The quoted source of the page: a fence that ends where the rest of the page follows, whatever fences it quotes.

    A kind has one, in the content of a section; several, if each has `when`, so that a page has one of them.
    """

    shape: Literal["source"] = Field(description=_SHAPE)
    fence: TemplateText = Field(description="What is after the backticks of the fence: `{language.fence}`.")
    cut: Cut | None = Field(default=None, description="Where the generator cuts long sources; without it, nowhere.")
    placeholder: list[TemplateText] = Field(
        default=[],
        description="What the generator puts in place of a source that it does not quote: `[[Binary file: {size}]]`.",
    )


class CommandContent(Content):
    """A fence with one command line."""

    shape: Literal["command"] = Field(description=_SHAPE)
    fence: str = Field(description="The first word after the backticks of the fence: `sh`.")
    text: TemplateText = Field(description="The command line, as a template without markup: `pytest {path}`.")


class ProseContent(Content):
    """Free text: all blocks up to the one that a later element matches. It is not in a `group` or in `one-of`."""

    shape: Literal["prose"] = Field(description=_SHAPE)
    of: Literal["", "docstring"] = Field(
        default="",
        description="What the text is taken from: `docstring` is the docstring of the symbol that the section "
        "defines, or else of the module that the page is about. doclint compares the docstrings of modules.",
    )


class Group(Content):
    """Elements that are all present or all absent."""

    group: list["AnyContent"] = Field(min_length=1, description="The elements, in this order.")
    repeats: bool = Field(default=False, description="Whether the elements may occur several times in a row.")


class OneOf(Content):
    """Alternatives."""

    one_of: list[list["AnyContent"]] = Field(
        min_length=1, description="Lists of elements. The first list whose elements are all present counts."
    )


def _content_tag(value: Any) -> str:
    """Return the tag of an element's model: its `shape`, or the key that only that model has."""
    if isinstance(value, dict):
        return next((key for key in ("one-of", "group") if key in value), str(value.get("shape", "")))
    return getattr(value, "shape", "group" if isinstance(value, Group) else "one-of")


AnyContent = TypeAliasType(
    "AnyContent",
    Annotated[
        # One union, because `|` builds another one for each alternative, and this takes time at every start.
        Union[  # noqa: UP007
            Annotated[TextContent, Tag("text")],
            Annotated[ClaimsContent, Tag("claims")],
            Annotated[FieldsContent, Tag("fields")],
            Annotated[SymbolsContent, Tag("symbols")],
            Annotated[ImportsContent, Tag("imports")],
            Annotated[LinksContent, Tag("links")],
            Annotated[EntriesContent, Tag("entries")],
            Annotated[TableContent, Tag("table")],
            Annotated[SignatureContent, Tag("signature")],
            Annotated[ExampleContent, Tag("example")],
            Annotated[SourceContent, Tag("source")],
            Annotated[CommandContent, Tag("command")],
            Annotated[ProseContent, Tag("prose")],
            Annotated[Group, Tag("group")],
            Annotated[OneOf, Tag("one-of")],
        ],
        Discriminator(_content_tag),
        _OrName(),
    ],
)


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
