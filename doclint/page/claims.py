"""Claims: what a page says that doclint compares with the repository, and what each comparison came to."""

from typing import Literal, NamedTuple, TypeAlias, get_args

from doclint.markdown.source import Position
from doclint.page.assumptions import Outcome

ClaimKind: TypeAlias = Literal[
    "anchor",
    "citation",
    "command",
    "count",
    "default",
    "endpoint",
    "link",
    "member",
    "parameter",
    "path",
    "range",
    "size",
    "symbol",
    "type",
]
"""What a claim is about. A citation names a file of the repository, and a range says which of its lines."""

CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)


class NotedClaim(NamedTuple):
    """Something that a page says, from character `start` to `end`, half-open, and whether it holds.

    If doclint cannot check it, `because` says why, as a clause without a subject ("may be made by a build"). What is
    refuted is a finding, so rules only note what holds and what they cannot check.
    """

    kind: ClaimKind
    start: int
    end: int
    outcome: Outcome
    because: str = ""


class PlacedClaim(NamedTuple):
    """A claim on a page from one position to another, half-open."""

    kind: ClaimKind
    start: Position
    end: Position
    outcome: Outcome
    because: str = ""


class PageClaims(NamedTuple):
    """The claims of the page at `path`, and the names of its format and its kind, which are empty if it has none."""

    path: str
    format: str
    kind: str
    claims: tuple[PlacedClaim, ...]
