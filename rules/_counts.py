"""Numbers on a page that count things of a source."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint import Page
from doclint.formats.holes import COUNTED
from doclint.formats.pattern import Capture
from doclint.formats.shapes import Claim


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
            if hole in COUNTED and number is not None:
                yield Count(capture, COUNTED[hole], number, spec is not None and spec.approximate)
