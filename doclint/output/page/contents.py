"""What doclint reads on a page, as pydantic models: for `doclint.read_page`, and in JSON for `doclint show`.

Lines and columns count from 1, columns in code points; the last line is included.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from doclint.markdown.diagrams.model import DiagramType
from doclint.markdown.nodes import LinkKind
from doclint.markdown.source import printable
from doclint.page.citations import Base
from doclint.page.parts import Taker
from doclint.source.symbols import SymbolKind

# The names of files, and the escapes of YAML, may have characters that UTF-8 cannot encode.
Encodable = Annotated[str, BeforeValidator(printable)]

TitleEvidence: TypeAlias = Literal["none", "other-level", "any", "right", "telling"]
SectionState: TypeAlias = Literal["known", "renamed", "repeated", "astray", "unknown"]
FieldState: TypeAlias = Literal["matched", "malformed", "unknown"]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class _InLines(_Form):
    line: int = Field(description="The first line.")
    end_line: int = Field(description="The last line, which is included.")


class CapturedText(_InLines):
    """The text in a hole of the format."""

    text: Encodable
    number: int | None = Field(description="The text as a whole number; null if it is not a number.")
    column: int = Field(description="The column of the first character.")


Captured: TypeAlias = dict[str, CapturedText]


class PageCandidate(_Form):
    """A kind that has pages at such a path, and how well the page fits it."""

    format: str
    kind: str
    is_chosen: bool = Field(description="Whether the page is of this kind.")
    fits: bool = Field(description="Whether the page fits well enough to be of this kind.")
    title: TitleEvidence = Field(
        description="How well the title fits. `telling`: the format's words are there; `right`: a hole has the value "
        "that follows from the path; `any`: every heading would match; `other-level`: it is telling or right, but not "
        "on level 1; `none`: it does not match, or there is none."
    )
    titles: list[str] = Field(description="The titles of the kind, one of which is enough; empty if it has none.")
    required: int = Field(description="The number of sections of the highest level that the kind requires.")
    missing: list[str] = Field(description="Those of the required sections that the page lacks, by their headings.")
    known: float = Field(description="The share of the page's headings, without its title, that the kind has.")
    has_footer: bool = Field(description="Whether the page ends with the footer of the kind.")
    has_front_matter: bool = Field(description="Whether the front matter tells that the page is of the kind.")
    reason: Encodable = Field(description="The evidence in words.")


class PageSubject(_Form):
    """What a page is about."""

    path: Encodable | None = Field(
        description="The path of the file or folder from the root, which is the empty path; null if it is not known, "
        "or if the page is about neither."
    )
    is_folder: bool
    language: Encodable | None = Field(description="The id of the language of the file; null if it is not known.")
    holes: dict[str, Encodable] = Field(description="The holes of the path of the page.")
    files: list[Encodable] = Field(
        description="The paths that the format promises for the source, in the order of preference; they may have `*`."
    )


class PageTitle(_InLines):
    """The title of a page."""

    text: Encodable
    level: int
    matches: bool = Field(description="Whether it is a title of the kind.")
    captures: Captured


class PageFrontMatter(_InLines):
    """The front matter of a page."""

    syntax: Literal["yaml", "toml"]
    data: Any = Field(
        description="What it says, with dates, and numbers that JSON does not have, as texts; null if it cannot be "
        "read, or is too large."
    )
    captures: Captured


class PageFooter(_InLines):
    """The footer of a page."""

    captures: Captured


class PageField(_InLines):
    """A field of a list of fields."""

    key: Encodable
    text: Encodable = Field(description="The value as text, without markup.")
    state: FieldState = Field(
        description="Whether the value matches the format; `unknown` if the format has no such key."
    )
    captures: Captured
    section: Encodable


class SignatureParameter(_InLines):
    """A parameter in a signature."""

    name: Encodable
    type: Encodable | None
    default: Encodable | None
    is_optional: bool


class PageSignature(_InLines):
    """A signature of a symbol."""

    text: Encodable = Field(description="The code, in which each run of white space is one blank.")
    language: Encodable = Field(description="The language in the info string of the fence; empty without one.")
    parameters: list[SignatureParameter] | None = Field(
        description="The parameters; null if the signature has none, or if they cannot be read."
    )
    captures: Captured


class PageExample(_InLines):
    """A fenced example of a symbol."""

    language: Encodable
    text: Encodable


class StatedSource(_Form):
    """Where a page says that a symbol is defined."""

    path: Encodable | None
    line: int | None
    link: Encodable | None


class PageSymbol(_InLines):
    """A symbol that a page defines, with all that the page says about it.

    The lines are those of its section with all that is below the heading, or those of the item or the row.
    """

    name: Encodable
    qualified_name: Encodable = Field(description="The name after those of its scopes on the page, joined by dots.")
    kinds: list[SymbolKind] = Field(description="What the page calls it: one of these.")
    section: Encodable = Field(description="The key of its own section, or of the one around it.")
    type: Encodable | None
    default: Encodable | None
    value: Encodable | None
    returns: Encodable | None
    description: Encodable | None
    docstring: Encodable | None = Field(description="The text out of its docstring, as Markdown; null without one.")
    bases: list[Encodable]
    is_async: bool = Field(description="Whether the heading or a signature says so.")
    is_optional: bool = Field(description="Whether the page says that it may be left out, or gives it a default.")
    is_required: bool = Field(description="Whether the page says that it must be there.")
    source: StatedSource | None = Field(description="Where the page says that it is defined; null if it does not.")
    signatures: list[PageSignature]
    examples: list[PageExample]
    captures: Captured = Field(description="All holes of the heading, the item or the row, and of texts below it.")
    members: list["PageSymbol"]


class PageEntry(_InLines):
    """An item of a list, or a row of a table."""

    captures: Captured


class PageElement(_InLines):
    """An element of the format, and what it took."""

    shape: str = Field(description="The shape of the element in the format: `text`, `table`, `prose` ...")
    pattern: str = Field(description="How the format writes it: a text, an item, the header of a table; else empty.")
    captures: Captured
    entries: list[PageEntry] = Field(description="The items of a list, or the rows of a table, that match.")


class AbsentElement(_Form):
    """An element that the format requires in a section and that is not there."""

    shape: str
    pattern: str


class PageSection(_InLines):
    """A section, with its lines and those of the sections below it."""

    key: Encodable = Field(description="Its key in the format; empty if the format does not have it.")
    heading: Encodable
    level: int
    levels: list[int] = Field(description="The levels that the format has for it; empty if it does not have it.")
    state: SectionState = Field(
        description="`renamed`: it is in the place of a missing section; `repeated`: it may not be there once more; "
        "`astray`: it lies below another section than in the format; `unknown`: the format does not have it."
    )
    is_out_of_order: bool = Field(description="Whether it has to move, so that the order is that of the format.")
    captures: Captured
    elements: list[PageElement]
    absent: list[AbsentElement]


class AbsentSection(_Form):
    """A section that the format requires and that the page lacks."""

    key: Encodable
    heading: Encodable = Field(description="How the format writes the heading.")
    level: int
    line: int | None = Field(
        description="The line of the heading before which it belongs; null if it belongs at the end."
    )


class PageClaim(_InLines):
    """A statement that the format words."""

    key: Encodable
    of: str = Field(description="The closed set that has it; empty if it is in none.")
    text: Encodable
    section: Encodable
    captures: Captured


class PageLink(_InLines):
    """A link, or the address of an image."""

    kind: LinkKind
    text: Encodable
    destination: Encodable
    is_image: bool
    column: int
    path: Encodable | None = Field(
        description="The path from the root that it leads to, on the site that the page is on; null if it leads to "
        "the web, or if that is not known."
    )
    fragment: Encodable
    exists: bool | None = Field(
        description="Whether the repository has that path; null if the link has none, or without a repository."
    )


class CitedLines(_Form):
    """A range of lines that a page cites."""

    text: Encodable = Field(description="The range as the page writes it, such as `L1-L9`.")
    first: int | None = Field(description="The first line; null if it is not a number.")
    last: int | None = Field(description="The last line, which is included; null if it is not a number.")


class PageCitation(_InLines):
    """A file that the page cites as its source, in whatever form; links with lines are in `links` as well."""

    path: Encodable = Field(description="The path from the root.")
    lines: list[CitedLines] = Field(description="The ranges of lines; empty if the page cites the whole file.")
    symbol: Encodable = Field(description="The symbol that is said to be there; empty without one.")
    base: Base = Field(
        description="What the path is relative to as it is written: `root`, the root of the repository; `page`, what "
        "the links of the page are relative to; `host`, the repository on its host; `text`, a folder that the page is "
        "in, or the root."
    )
    ref: Encodable = Field(description="The branch, tag or commit of an address on a host; else empty.")
    column: int
    exists: bool | None = Field(
        description="Whether the repository has that path, at the commit of the address if it names one; null if git "
        "does not know the commit."
    )


class DrawnNode(_Form):
    """A node, participant, class, state or entity of a diagram, at one of the places that mention it."""

    id: Encodable
    label: Encodable = Field(description="What it shows; empty if this mention does not say.")
    line: int


class DrawnEdge(_Form):
    """A link, message, relation or transition between two nodes."""

    source: Encodable
    target: Encodable
    mark: Encodable = Field(description="How it is written, such as `-->` or `<|--`.")
    label: Encodable
    line: int


class DrawnMember(_Form):
    """A member of a class, or an attribute of an entity, as the diagram writes it."""

    owner: Encodable
    text: Encodable
    line: int


class PageDiagram(_InLines):
    """A Mermaid diagram of one of the types that doclint reads; what comes after an error is not read."""

    type: DiagramType
    parses: bool
    nodes: list[DrawnNode]
    edges: list[DrawnEdge]
    members: list[DrawnMember]


class PageRow(_InLines):
    """A row of a table."""

    cells: list[Encodable] = Field(description="The texts of the cells, without markup.")
    captures: Captured = Field(description="The holes of the row; empty for a row that does not match the format.")


class PageTable(_InLines):
    """A table, whether or not the format describes it."""

    header: list[Encodable]
    rows: list[PageRow]
    section: Encodable
    is_described: bool = Field(description="Whether an element of the format took it.")


class PageCode(_InLines):
    """A fenced or indented code block."""

    language: Encodable
    info: Encodable
    text: Encodable
    section: Encodable


class PageProse(_InLines):
    """A block of free text, or one that no element of the format took."""

    text: Encodable = Field(description="The Markdown.")
    of: Literal["", "docstring"] = Field(description="What the text is taken from, if the format says that.")
    is_described: bool = Field(description="Whether an element of the format took it: one of the shape `prose`.")
    section: Encodable


class PageLines(_InLines):
    """Consecutive lines that one part of the format takes. Each line that is not blank is in one of these."""

    taker: Taker
    shape: str = Field(description="The shape of the element; empty if none took the lines.")
    section: Encodable


class PageAssumption(_Form):
    """Something that doclint takes for granted about the page, and that what it reports may rest on."""

    about: Literal["site", "content", "source"] = Field(
        description="`site`: who builds a site of the page, unless its links mean what they mean on GitHub; `content`: "
        "the folder of the pages of that site; `source`: the file that the page is compared with, or the page with a "
        "copy of it."
    )
    value: Encodable


class PageContents(_Form):
    """What doclint reads on a page.

    On a page of no known kind, only `instructions`, `candidates`, `front_matter`, `sections`, `links`, `citations`,
    `diagrams`, `tables`, `code` and `assumptions` have anything, and nothing takes its `parts`: no format says what the
    rest is.
    """

    path: Encodable
    format: str | None = Field(description="The name of the format; null if the page is of no known kind.")
    kind: str | None = Field(description="The name of the kind; null if the page is of no known kind.")
    is_free: bool = Field(
        default=False, description="Whether the kind is `free`: doclint checks the page as one of no format."
    )
    reason: Encodable = Field(description="Why the page is of that kind, or of none.")
    instructions: Encodable = Field(
        description="The convention by which the page is instructions for models, which do not render it; empty for "
        "any other page."
    )
    candidates: list[PageCandidate] = Field(description="The kinds that have pages at such a path, the best one first.")
    subject: PageSubject | None
    title: PageTitle | None
    front_matter: PageFrontMatter | None
    footer: PageFooter | None
    parameters: dict[str, Encodable] = Field(description="The values of the format's parameters, if they are known.")
    generated: Captured = Field(
        description="From which state of the sources, when and by which version the page was written, by `commit`, "
        "`time` and `version`, as far as it says that."
    )
    fields: list[PageField]
    symbols: list[PageSymbol] = Field(description="The symbols that the page defines, with members of all levels.")
    sections: list[PageSection] = Field(description="The sections of all levels, in the order of the page.")
    elements: list[PageElement] = Field(
        description="What the elements above the first section, and after the footer, took."
    )
    absent_sections: list[AbsentSection]
    claims: list[PageClaim]
    links: list[PageLink]
    citations: list[PageCitation] = Field(
        default_factory=list, description="The sources that the page cites; empty without a repository."
    )
    diagrams: list[PageDiagram] = Field(default_factory=list)
    tables: list[PageTable]
    code: list[PageCode]
    prose: list[PageProse]
    parts: list[PageLines] = Field(description="The whole page, line by line: what took what.")
    lines: int = Field(description="The number of lines of the page.")
    assumptions: list[PageAssumption] = Field(
        description="What doclint assumes besides the kind, as far as the repository is known."
    )
    idle_rules: dict[str, Encodable] = Field(
        description="The rules that have nothing to read on the page, by id, each with the reason. `doclint show` asks "
        "the rules that the configuration selects, and `read_page` those that it is given."
    )

    def to_dict(self) -> dict[str, Any]:
        """Return the contents in the form of the JSON output; `doclint schema page` prints its schema."""
        return self.model_dump(mode="json")


class PagesDocument(_Form):
    """What doclint reads on several pages."""

    version: str = Field(description="The version of doclint.")
    pages: list[PageContents] = Field(description="The pages in the order in which they were named.")
