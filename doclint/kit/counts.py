"""Numbers on a page that count things of a source."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.formats.holes import COUNTED
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.reading.shapes import Claim, Stated
from doclint.page.page import Page


class Count(NamedTuple):
    """A number, the kind of things that it counts, and whether the page says that it is approximate."""

    capture: Capture
    kind: str
    number: int
    approximate: bool


def stated_counts(page: Page) -> Iterator[Count]:
    """Yield the numbers that count symbols: those of the front matter first, then in the order of the page."""
    claims = page.format.claims if page.format else {}
    yield from _counts(page.outline.front_matter_captures if page.outline else {}, approximate=False)
    for stated in page.all(Stated):
        spec = claims.get(stated.of, {}).get(stated.key) if isinstance(stated, Claim) else None
        yield from _counts(stated.captures, approximate=spec is not None and spec.approximate)


def _counts(captures: Captures, *, approximate: bool) -> Iterator[Count]:
    for hole, capture in captures.items():
        number = capture.number
        if hole in COUNTED and number is not None:
            yield Count(capture, COUNTED[hole], number, approximate)
