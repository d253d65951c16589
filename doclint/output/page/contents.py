"""What doclint reads on a page, as pydantic models: for `doclint.read_page`, and in JSON for `doclint show`.

Lines and columns count from 1, columns in code points; the last line is included.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from doclint.errors.models import describe
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
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, json_schema_extra=describe)


class _InLines(_Form):
    line: int
    end_line: int


class CapturedText(_InLines):
    """The text in a hole of the format."""

    text: Encodable
    number: int | None
    column: int


Captured: TypeAlias = dict[str, CapturedText]


class PageCandidate(_Form):
    """A kind that has pages at such a path, and how well the page fits it."""

    format: str
    kind: str
    is_chosen: bool
    fits: bool
    title: TitleEvidence
    titles: list[str]
    required: int
    missing: list[str]
    known: float
    has_footer: bool
    has_front_matter: bool
    reason: Encodable


class PageSubject(_Form):
    """What a page is about."""

    path: Encodable | None
    is_folder: bool
    language: Encodable | None
    holes: dict[str, Encodable]
    files: list[Encodable]


class PageTitle(_InLines):
    """The title of a page."""

    text: Encodable
    level: int
    matches: bool
    captures: Captured


class PageFrontMatter(_InLines):
    """The front matter of a page."""

    syntax: Literal["yaml", "toml"]
    data: Any
    captures: Captured


class PageFooter(_InLines):
    """The footer of a page."""

    captures: Captured


class PageField(_InLines):
    """A field of a list of fields."""

    key: Encodable
    text: Encodable
    state: FieldState
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

    text: Encodable
    language: Encodable
    parameters: list[SignatureParameter] | None
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
    qualified_name: Encodable
    kinds: list[SymbolKind]
    section: Encodable
    type: Encodable | None
    default: Encodable | None
    value: Encodable | None
    returns: Encodable | None
    description: Encodable | None
    docstring: Encodable | None
    bases: list[Encodable]
    is_async: bool
    is_optional: bool
    is_required: bool
    source: StatedSource | None
    signatures: list[PageSignature]
    examples: list[PageExample]
    captures: Captured
    members: list["PageSymbol"]


class PageEntry(_InLines):
    """An item of a list, or a row of a table."""

    captures: Captured


class PageElement(_InLines):
    """An element of the format, and what it took."""

    shape: str
    pattern: str
    captures: Captured
    entries: list[PageEntry]


class AbsentElement(_Form):
    """An element that the format requires in a section and that is not there."""

    shape: str
    pattern: str


class PageSection(_InLines):
    """A section, with its lines and those of the sections below it."""

    key: Encodable
    heading: Encodable
    level: int
    levels: list[int]
    state: SectionState
    is_out_of_order: bool
    captures: Captured
    elements: list[PageElement]
    absent: list[AbsentElement]


class AbsentSection(_Form):
    """A section that the format requires and that the page lacks."""

    key: Encodable
    heading: Encodable
    level: int
    line: int | None


class PageClaim(_InLines):
    """A statement that the format words."""

    key: Encodable
    of: str
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
    path: Encodable | None
    fragment: Encodable
    exists: bool | None


class CitedLines(_Form):
    """A range of lines that a page cites."""

    text: Encodable
    first: int | None
    last: int | None


class PageCitation(_InLines):
    """A file that the page cites as its source, in whatever form; links with lines are in `links` as well."""

    path: Encodable
    lines: list[CitedLines]
    symbol: Encodable
    base: Base
    ref: Encodable
    column: int
    exists: bool | None


class DrawnNode(_Form):
    """A node, participant, class, state or entity of a diagram, at one of the places that mention it."""

    id: Encodable
    label: Encodable
    line: int


class DrawnEdge(_Form):
    """A link, message, relation or transition between two nodes."""

    source: Encodable
    target: Encodable
    mark: Encodable
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

    cells: list[Encodable]
    captures: Captured


class PageTable(_InLines):
    """A table, whether or not the format describes it."""

    header: list[Encodable]
    rows: list[PageRow]
    section: Encodable
    is_described: bool


class PageCode(_InLines):
    """A fenced or indented code block."""

    language: Encodable
    info: Encodable
    text: Encodable
    section: Encodable


class PageProse(_InLines):
    """A block of free text, or one that no element of the format took."""

    text: Encodable
    of: Literal["", "docstring"]
    is_described: bool
    section: Encodable


class PageLines(_InLines):
    """Consecutive lines that one part of the format takes. Each line that is not blank is in one of these."""

    taker: Taker
    shape: str
    section: Encodable


class PageAssumption(_Form):
    """Something that doclint takes for granted about the page, and that what it reports may rest on."""

    about: Literal["site", "content", "source"]
    value: Encodable


class PageContents(_Form):
    """What doclint reads on a page.

    On a page of no known kind, only `instructions`, `candidates`, `front_matter`, `sections`, `links`, `citations`,
    `diagrams`, `tables`, `code` and `assumptions` have anything, and nothing takes its `parts`: no format says what the
    rest is.
    """

    path: Encodable
    format: str | None
    kind: str | None
    is_free: bool = False
    reason: Encodable
    instructions: Encodable
    candidates: list[PageCandidate]
    subject: PageSubject | None
    title: PageTitle | None
    front_matter: PageFrontMatter | None
    footer: PageFooter | None
    parameters: dict[str, Encodable]
    generated: Captured
    fields: list[PageField]
    symbols: list[PageSymbol]
    sections: list[PageSection]
    elements: list[PageElement]
    absent_sections: list[AbsentSection]
    claims: list[PageClaim]
    links: list[PageLink]
    citations: list[PageCitation] = Field(default_factory=list)
    diagrams: list[PageDiagram] = Field(default_factory=list)
    tables: list[PageTable]
    code: list[PageCode]
    prose: list[PageProse]
    parts: list[PageLines]
    lines: int
    assumptions: list[PageAssumption]
    idle_rules: dict[str, Encodable]

    def to_dict(self) -> dict[str, Any]:
        """Return the contents in the form of the JSON output; `doclint schema page` prints its schema."""
        return self.model_dump(mode="json")


class PagesDocument(_Form):
    """What doclint reads on several pages."""

    version: str
    pages: list[PageContents]
