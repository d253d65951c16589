"""Wording that several messages share."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def plural(kind: str) -> str:
    """Return the name of several things of a kind.

    >>> plural("class"), plural("function"), plural("entry")
    ('classes', 'functions', 'entries')
    """
    return f"{kind}es" if kind.endswith("s") else f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
