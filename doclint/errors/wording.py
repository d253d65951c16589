"""Wording that several messages share."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
