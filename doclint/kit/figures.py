"""Figures on a page: which figures count something in a source, and edits that correct them."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.formats.holes import COUNTED
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.reading.shapes import Claim, Stated
from doclint.markdown.source import Fix
from doclint.page.page import Page

if TYPE_CHECKING:
    from doclint.formats.documented.symbols import DocumentedSymbol

_UNIT = 1024


def in_kb(size: int, like: str) -> str:
    """Return a number of bytes in KB of 1,024 bytes, with as many decimals as another figure.

    >>> in_kb(13_269_000, "1.50")
    '12,958.01'
    """
    decimals = len(like.partition(".")[2])
    return f"{Decimal(size) / _UNIT:,.{decimals}f}"


def is_same_figure(figure: str, other: str) -> bool:
    """Whether two figures are the same but for the separators of thousands."""
    return figure.replace(",", "") == other.replace(",", "")


def correct_figure(page: Page, figure: Capture, right: str, *beside: Capture, safe: bool) -> Fix | None:
    """Return the fix that puts the right figure in place of another; None if the place is not certain.

    `right` has separators of thousands. They are left out if neither the figure nor its neighbors have any.
    """
    has_separators = any("," in one.text for one in (figure, *beside))
    return page.correct(figure, right if has_separators else right.replace(",", ""), safe=safe)


def correct_count(page: Page, figure: Capture, right: int, *, safe: bool = True) -> Fix | None:
    """Return the fix that puts the right number in place of a figure; None if the place is not certain."""
    return correct_figure(page, figure, f"{right:,}", safe=safe)


class Count(Struct, frozen=True):
    """A number, the kind of things that it counts, and whether the page says that it is approximate.

    The `symbol` is the one that the section with the number is about; without it, the number is one of the page.
    """

    capture: Capture
    kind: str
    number: int
    approximate: bool
    symbol: "DocumentedSymbol | None" = None


def stated_counts(page: Page) -> Iterator[Count]:
    """Yield the numbers that count symbols: those of the front matter first, and those of fields last."""
    claims = page.format.claims if page.format else {}
    symbols = (one for top in page.documented for one in top.walk() if "module" not in one.kinds)
    owners = {id(capture): one for one in symbols for hole, capture in one.captures.items() if hole in COUNTED}
    yield from _counts(page.outline.front_matter_captures if page.outline else {}, owners, approximate=False)
    for stated in page.all(Stated):
        spec = claims.get(stated.of, {}).get(stated.key) if isinstance(stated, Claim) else None
        yield from _counts(stated.captures, owners, approximate=spec is not None and spec.approximate)
    for field in page.fields:
        yield from _counts(field.captures, owners, approximate=False)


def _counts(captures: Captures, owners: Mapping[int, "DocumentedSymbol"], *, approximate: bool) -> Iterator[Count]:
    for hole, capture in captures.items():
        number = capture.number
        if hole in COUNTED and number is not None:
            yield Count(capture, COUNTED[hole], number, approximate, owners.get(id(capture)))
