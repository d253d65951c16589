"""Items by what they have in common."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Item = TypeVar("_Item")


def by_key(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, list[_Item]]:
    """Return the items of each key, in their order.

    >>> by_key((len(word), word) for word in ("one", "three", "two"))
    {3: ['one', 'two'], 5: ['three']}
    """
    found: dict[_Key, list[_Item]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found
