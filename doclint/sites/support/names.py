"""Names that generators, their plugins and their themes use: `names.toml` says what each list is for."""

from doclint.errors.tables import table

_LISTS: dict[str, str] = table("doclint.sites", "names")


def names(key: str) -> frozenset[str]:
    """Return a list of names.

    >>> sorted(names("settings-of-others"))[:2]
    ['execute', 'index_generator']
    """
    return frozenset(_LISTS[key].split())
