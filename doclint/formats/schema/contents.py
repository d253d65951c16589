"""The elements of a section's content, as pydantic models."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias, Union

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.models import Model, Names, Patterns, PatternText, TemplateText, _OneOrMore, _OrName
from doclint.formats.schema.statements import Statement

SymbolKind: TypeAlias = Literal[
    "class",
    "constant",
    "definition",
    "enum",
    "enum-member",
    "field",
    "function",
    "identifier",
    "interface",
    "macro",
    "method",
    "module",
    "namespace",
    "parameter",
    "property",
    "struct",
    "type",
    "type-parameter",
    "variable",
]
"""What a page calls a name. A definition is anything that a source defines, an identifier any word of it.

A `field` is any attribute of a class or an object, whether it is stored or computed, and so is a `property`.
"""

SYMBOL = "symbol"
"""The hole for the name of a symbol."""

SymbolKinds = Annotated[list[SymbolKind], _OneOrMore()]


class Defining(Model):
    """What names symbols on a page, and says how many of them.

    The hole `symbol` has the name. It may be qualified by the names of its scopes (`Basket.weigh`); otherwise its scope
    is the symbol that the nearest section above defines, or the module. Further holes say more of the symbol: `type`,
    `default`, `value`, `description`, `returns`, `base`; `optional` or `required`, whose text does not matter;
    `source.path` and `source.line`, or `source.link`, where it is defined.
    """

    defines: SymbolKinds = Field(default=[], description="What the page calls the symbols: one of these.")
    complete: Literal["", "public", "documented", "all"] = Field(
        default="",
        description="Which symbols of these kinds in the scope are all on the page: the public ones, those of them "
        "that have a docstring, or all. Parameters are complete with `all`.",
    )
    omits: list[str] = Field(default=[], description="Names that may be absent all the same, with `*`: `_*`.")


class When(Model):
    """A condition on the file that a page is about: one of these language families, one of these extensions."""

    family: Names = Field(default=[], description="Families of languages, as `language` of the format names them.")
    ext: Names = Field(default=[], description="Extensions, with their dots.")


class Content(Model):
    """One element of a section's content."""

    optional: bool = Field(default=False, description="The element may be absent.")
    when: When | None = Field(default=None, description="Only on pages about such files.")


class TextContent(Content, Statement):
    """A text that the generator words: one paragraph, one block of HTML, or a thematic break, written `---`."""

    shape: Literal["text"]
    text: Patterns
    key: str = Field(
        default="",
        description="A name for the text, for rules and reports, if it states something about the file or folder of "
        "the page. Without a name, it is a text that only belongs to the layout.",
    )


class ClaimsContent(Content):
    """Statements from a closed set: sentences of one paragraph, or items of a list."""

    shape: Literal["claims"]
    of: str = Field(description="A set under `claims` of the format.")
    layout: Literal["sentences", "items"] = "items"


class FieldSpec(Model):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: str
    value: Patterns
    empty: PatternText | None = Field(
        default=None, description="What the generator writes for an empty value: all holes are then empty."
    )
    optional: bool = False


class FieldsContent(Content):
    """A list of fields: metadata."""

    shape: Literal["fields"]
    items: list[FieldSpec]


Children: TypeAlias = Literal["", "files", "folders", "sections", "pages"]


CHILD = {"files": "file", "folders": "subfolder", "sections": SYMBOL, "pages": SYMBOL}
"""The hole for the name of one item of a listing, by what it lists."""


_LISTS = (
    "What the items are all of. `files`, `folders`: on a page about a folder, those that lie directly in it and have "
    "pages; `sections`: the sections of the page that define symbols; `pages`: the pages of the kinds `of-kinds`."
)


class ListingContent(Content):
    """A list of named things: the items of a list, or a paragraph with a label such as ``**Label**: `a`, `b` ``.

    An item is matched by its first paragraph; what else it has is free text.
    """

    item: Patterns
    label: str = Field(default="", description="The label of a paragraph, without markup; empty for a list.")
    cap: int | None = Field(default=None, description="The generator stops after this many items.")
    sorted_by: Literal["text"] | None = Field(
        default=None, description="How the items are sorted: by the text of their first hole."
    )
    important: bool = Field(
        default=False, description="Whether the page claims that the items are the important ones of their folder."
    )
    lists: Children = Field(default="", description=_LISTS)
    of_kinds: Names = Field(default=[], description="The kinds of the pages that the items list.")
    nested: bool = Field(
        default=False,
        description="Whether items of inner lists count as well. A symbol in an inner list has the item around it as "
        "its scope.",
    )


class SymbolsContent(ListingContent, Defining):
    """Names that the source defines according to the page; the hole `symbol` matches one."""

    shape: Literal["symbols"]
    defines: SymbolKinds = Field(description="What the page calls the names: one of these.")


class ImportsContent(ListingContent):
    """Names that the source imports or includes according to the page; the hole `module` matches one."""

    shape: Literal["imports"]


class LinksContent(ListingContent):
    """A list of links to other pages or files."""

    shape: Literal["links"]


class EntriesContent(ListingContent):
    """A list of other named things: folders, file types, steps."""

    shape: Literal["entries"]
    of: str = Field(description="What the entries are: subfolders, extensions ...")


class TableContent(Content, Defining):
    """A table; each row matches `row`, cell by cell."""

    shape: Literal["table"]
    header: list[str] = Field(description="The texts of the cells of the header.")
    row: list[Patterns] = Field(description="What the cells of a row say.")
    cap: int | None = Field(default=None, description="The generator stops after this many rows.")
    lists: Children = Field(default="", description=_LISTS)
    of_kinds: Names = Field(default=[], description="The kinds of the pages that the rows list.")


class SignatureContent(Content):
    """The signature of the symbol that the section defines, in a fence or a block quote.

    Its holes hold code, and end at the literal behind them outside of brackets and strings: `symbol`, `parameters`
    (read by the grammar of the source's language), `returns`, `bases`, `type`, `default`, `value`; `async`, whose text
    does not matter. A hole within brackets may be empty. Each run of white space counts as one blank.
    """

    shape: Literal["signature"]
    text: Annotated[list[TemplateText], _OneOrMore()] = Field(
        description="How signatures are written: `[{async='async '}]def {symbol}({parameters})[ -> {returns}]`."
    )
    layout: Literal["fence", "quote", "paragraph"] = Field(default="fence", description="What the signature stands in.")
    fence: Names = Field(default=[], description="The language in the info string of the fence.")
    hides: list[Literal["types", "defaults", "optional", "variadic"]] = Field(
        default=[],
        description="What of the parameters the signature leaves out, as far as it does for all of them. `variadic` "
        "are those such as `*args` and `**options`, in whose place it may have what they take.",
    )


class ExampleContent(Content):
    """A fenced example of the symbol that the section or the page defines."""

    shape: Literal["example"]
    fence: Names = Field(description="The language in the info string of the fence.")


class Cut(Model):
    """Where the generator cuts a quoted source."""

    characters: int
    unless_lines: int | None = Field(default=None, description="Files with more lines than this are not cut.")


class SourceContent(Content):
    """The quoted source: a fence that runs to the closing fence that the rest of the page follows.

    A kind has at most one, in the content of a section.
    """

    shape: Literal["source"]
    fence: TemplateText = Field(description="The info string of the fence.")
    cut: Cut | None = None
    placeholder: list[TemplateText] = Field(
        default=[],
        description="What the generator puts in place of a source that it does not quote: `[[Binary file: {size}]]`.",
    )


class CommandContent(Content):
    """A fenced command line."""

    shape: Literal["command"]
    fence: str
    text: TemplateText


class ProseContent(Content):
    """Free text, up to the next element that matches."""

    shape: Literal["prose"]
    of: Literal["", "docstring"] = Field(
        default="",
        description="What the text is taken from: `docstring` is the docstring of the symbol that the section defines, "
        "or else of the module that the page is about.",
    )


class Group(Content):
    """Elements that are all present or all absent."""

    group: list["AnyContent"]


class OneOf(Content):
    """Alternatives: the first sequence that matches counts."""

    one_of: list[list["AnyContent"]]


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
