"""What messages call things of a kind."""

from doclint.kit import expression, plural

__all__ = ("FLAG", "plural", "with_article")

FLAG = expression(r"(?<![\w-])--\w[\w-]*+")  # as in the name of an option: `--tip / --no-tip`


def with_article(kind: str) -> str:
    """Return the name of one thing of a kind.

    >>> with_article("enum"), with_article("struct")
    ('an enum', 'a struct')
    """
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
