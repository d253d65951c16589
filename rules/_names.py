"""What messages call things of a kind."""


def with_article(kind: str) -> str:
    """Return the name of one thing of a kind.

    >>> with_article("enum"), with_article("struct")
    ('an enum', 'a struct')
    """
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def plural(kind: str) -> str:
    """Return the name of several things of a kind.

    >>> plural("class"), plural("function"), plural("entry")
    ('classes', 'functions', 'entries')
    """
    return f"{kind}es" if kind.endswith("s") else f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
