"""Numbers on a page that count things of a source."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from doclint import Page
from doclint.formats.contents import SymbolKind
from doclint.formats.pattern import Capture
from doclint.formats.shapes import Claim

from ._names import plural

ENTRY = "entry"
"""The kind of counts that count all entries of the lists on a page."""

# By the name of the hole that has the number.
_KINDS = {plural(kind): kind for kind in (*get_args(SymbolKind), "import", ENTRY)}


class Count(NamedTuple):
    """A number, the kind of things that it counts, and whether the page says that it is approximate."""

    capture: Capture
    kind: str
    number: int
    approximate: bool


def stated_counts(page: Page) -> Iterator[Count]:
    """Yield the numbers that count symbols, in the order of the page."""
    claims = page.format.claims if page.format else {}
    for claim in page.all(Claim):
        spec = claims.get(claim.of, {}).get(claim.key)
        for hole, capture in claim.captures.items():
            number = capture.number
            if hole in _KINDS and number is not None:
                yield Count(capture, _KINDS[hole], number, spec is not None and spec.approximate)
