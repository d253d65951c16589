"""What configurations of other tools say in YAML, TOML or JSON.

Anyone may have written them, so what cannot be read is empty, and a value may have any type. Nothing here walks through
all of a value: aliases of YAML can make a small one huge.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from doclint.errors import toml
from doclint.repository.repository import Repository

LARGEST = 1_000_000
"""The most bytes of a configuration that is read: parsing YAML takes seconds for that."""

_NOTHING: Mapping[str, Any] = {}
_MOST = 1_000  # values in a list, and keys of a table; more cost time with every link
_MOST_NUMBER = 10**15


def configuration(
    repository: Repository, path: str, from_yaml: Callable[[bytes], Any] | None = None
) -> Mapping[str, Any] | None:
    """Return what a file with the suffix of TOML, JSON or YAML configures; None if it cannot be read.

    `from_yaml` parses YAML with more tags than those of all parsers.
    """
    data = repository.page(path)
    if data is not None and len(data) > LARGEST:
        return None
    try:
        found = None if data is None else _parsed(path, data, from_yaml)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else _NOTHING if found is None and data is not None else None


def _parsed(path: str, data: bytes, from_yaml: Callable[[bytes], Any] | None) -> Any:
    if path.endswith(".toml"):
        return toml.parse(data)
    if path.endswith(".json"):
        import json

        return json.loads(data)
    from doclint.errors import yaml

    return (from_yaml or yaml.parse)(data)


def value(found: Any, *keys: str) -> Any:
    """Return a value in nested tables; None if there is none.

    >>> value({"markup": {"defaultHandler": "x"}}, "markup", "defaultHandler")
    'x'
    """
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def table(found: Any, *keys: str) -> Mapping[str, Any]:
    """Return the table in nested tables; an empty one if there is none."""
    inner = value(found, *keys)
    return inner if isinstance(inner, dict) else _NOTHING


def text(found: Any, default: str = "") -> str:
    """Return a string or a small number as text, and a default for everything else.

    >>> text(2), text("a"), text(["a"], "b")
    ('2', 'a', 'b')
    """
    is_number = isinstance(found, int | float) and abs(found) < _MOST_NUMBER
    return found if isinstance(found, str) else str(found) if is_number else default


def strings(found: Any) -> list[str]:
    """Return the strings that a value is: itself, or those among the first 1,000 in a list.

    >>> strings("a"), strings(["a", 1, "b"]), strings(None)
    (['a'], ['a', 'b'], [])
    """
    values = [found] if isinstance(found, str) else found if isinstance(found, list) else []
    return [one for one in values[:_MOST] if isinstance(one, str)]


def tables(found: Any, most: int = _MOST) -> Iterator[Mapping[Any, Any]]:
    """Yield the tables among the first values in a list, as many as `most`, or the table that a value is."""
    for one in found[:most] if isinstance(found, list) else [found]:
        if isinstance(one, dict):
            yield one
