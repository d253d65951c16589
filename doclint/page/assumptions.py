"""What doclint assumes about a repository, and the outcomes of the comparisons that rest on an assumption."""

from typing import Literal, NamedTuple, TypeAlias

from doclint.markdown.source import printable

Outcome: TypeAlias = Literal["holds", "refuted", "unknown"]
"""What a comparison of a claim with the repository came to; a claim is unknown if doclint cannot check it."""

AssumptionKind: TypeAlias = Literal[
    "links", "root-links", "page-links", "relative-links", "names", "results", "sections", "exports", "references"
]
"""What rests on an assumption: links of one form, links from a root or to pages beside without a site, names of
parameters and members, types, sections, and so on.
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
