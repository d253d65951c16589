"""Claims: what a page says that doclint compares with the repository, and what each comparison came to."""

from typing import Literal, NamedTuple, TypeAlias

from doclint.markdown.source import Position, printable

Outcome: TypeAlias = Literal["holds", "refuted", "unknown"]
"""What a comparison of a claim with the repository came to; a claim is unknown if doclint cannot check it."""

AssumptionKind: TypeAlias = Literal[
    "links",
    "root-links",
    "page-links",
    "relative-links",
    "names",
    "results",
    "sections",
    "templates",
    "exports",
    "references",
]
"""What rests on an assumption: links of one form, links from a root or to pages beside without a site, names of
parameters and members, types, sections, how a template lays out pages, and so on.
"""


class Assumption(NamedTuple):
    """Something that doclint takes for granted because a repository suggests it, and that one form of claims rests on.

    `kind` says what is compared, `subject` identifies what was assumed in a run (`mkdocs docs/mkdocs.yml`), and `form`
    is the form of the claims, such as `/x` for links from a root; it can be empty. For people, `statement` says what
    doclint assumes and why, as a clause ("the pages in `docs/` are built by MkDocs, because of `mkdocs.yml`"), and
    `setting` what to set if that is wrong, in TOML.
    """

    kind: AssumptionKind
    subject: str
    form: str
    statement: str
    setting: str

    @property
    def printable(self) -> "Assumption":
        """The assumption with escapes for what UTF-8 cannot encode in the names of files."""
        kind, *texts = self
        return Assumption(kind, *map(printable, texts))


class Reading(NamedTuple):
    """Another way to read a refuted claim, by which it would hold: another root of links, a locale, a suffix.

    `what` is the sort of the reading, and `value` what is assumed instead: the folder, the locale, the suffix; it is
    empty if there is none. For the sort `prefix` it is what does not count in the link, and for `depth` the number of
    `../` that are added (`+1`) or removed (`-1`). The sort `name` has no value.
    """

    what: Literal["root", "prefix", "locale", "suffix", "depth", "name"]
    value: str

    @property
    def printable(self) -> "Reading":
        """The reading with escapes for what UTF-8 cannot encode in the names of files."""
        return Reading(self.what, printable(self.value))


class CountedOutcome(NamedTuple):
    """How many comparisons of a page that rest on an assumption came to an outcome."""

    assumption: Assumption
    outcome: Outcome
    number: int


ClaimKind: TypeAlias = Literal[
    "anchor",
    "attribute",
    "base",
    "call",
    "citation",
    "command",
    "copy",
    "count",
    "default",
    "endpoint",
    "import",
    "line",
    "link",
    "member",
    "optionality",
    "parameter",
    "path",
    "range",
    "requirement",
    "signature",
    "size",
    "statement",
    "symbol",
    "type",
    "value",
]
"""What a claim is about. A citation names a file of the repository, and a range says which of its lines."""


class RelatedLines(NamedTuple):
    """Lines of another file that a finding or a claim follows from: those that define the function that a page calls.

    `path` is the path of the file from the root. `start` is the number of the first line, counted from 1, and `end`
    that of the last one, which is included; both are 0 for the file as a whole. As a text, for messages,
    they are the path and the first line.

    >>> str(RelatedLines("src/orchard/tree.py", 12, 14)), str(RelatedLines("src/orchard/tree.py"))
    ('src/orchard/tree.py:12', 'src/orchard/tree.py')
    """

    path: str
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.start}" if self.start else self.path


class NotedClaim(NamedTuple):
    """Something that a page says, from character `start` to `end`, half-open, and that holds, unless there is a reason.

    If doclint cannot check it, `because` says why, as a clause without a subject ("may be made by a build"). The lines
    of `evidence` show whether it holds; None if the rule does not know them. What is refuted is a finding, so rules
    only note what holds and what they cannot check.
    """

    kind: ClaimKind
    start: int
    end: int
    because: str = ""
    evidence: RelatedLines | None = None


class PlacedClaim(NamedTuple):
    """A claim on a page from one position to another, half-open."""

    kind: ClaimKind
    start: Position
    end: Position
    outcome: Outcome
    because: str = ""
    evidence: RelatedLines | None = None


class PageClaims(NamedTuple):
    """The claims of the page at `path`, and the names of its format and its kind, which are empty if it has none."""

    path: str
    format: str
    kind: str
    claims: tuple[PlacedClaim, ...]

    def below(self, folder: str) -> "PageClaims":
        """The claims as those of a page below a folder, whose path ends with a slash."""
        moved = (
            one._replace(evidence=one.evidence._replace(path=folder + one.evidence.path)) if one.evidence else one
            for one in self.claims
        )
        return self._replace(path=folder + self.path, claims=tuple(moved))
