"""Sizes of files as pages write them."""

from decimal import Decimal

from doclint.formats.pattern import Capture
from doclint.markdown.source import Edit
from doclint.page.page import Page

_UNIT = 1024


def in_kb(size: int, like: str) -> str:
    """A number of bytes in KB (of 1,024 bytes), with as many decimals as another figure.

    >>> in_kb(13_269_000, "1.50")
    '12,958.01'
    """
    decimals = len(like.partition(".")[2])
    return f"{Decimal(size) / _UNIT:,.{decimals}f}"


def is_same(figure: str, other: str) -> bool:
    """Whether two figures are the same but for the separators of thousands."""
    return figure.replace(",", "") == other.replace(",", "")


def written(page: Page, figure: Capture, right: str, *beside: Capture) -> Edit | None:
    """The edit that puts the right figure in the place of another, with separators if it or those beside it have some;
    None where the place is not certain.
    """
    if page.source.text[slice(*figure.span)] != figure.text:
        return None
    has_separators = any("," in one.text for one in (figure, *beside))
    return Edit(figure.span, right if has_separators else right.replace(",", ""))
