"""Wording that several messages share."""

from collections.abc import Sequence


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


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters, with an ellipsis in place of the rest.

    >>> shortened("apples", 6), shortened("apples", 5)
    ('apples', 'appl…')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def listed(names: Sequence[str], most: int) -> str:
    """Return at most some names in code, and how many others there are.

    >>> listed(["a", "b"], 3), listed(["a", "b", "c", "d", "e"], 3)
    ('`a`, `b`', '`a`, `b`, `c` and 2 others')
    """
    shown = ", ".join(f"`{name}`" for name in names[:most])
    others = len(names) - most
    return shown if others < 1 else f"{shown} and {counted(others, 'other')}"
