"""What messages call things of a kind."""

from doclint.kit import plural

__all__ = ("plural", "with_article")


def with_article(kind: str) -> str:
    """Return the name of one thing of a kind.

    >>> with_article("enum"), with_article("struct")
    ('an enum', 'a struct')
    """
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
