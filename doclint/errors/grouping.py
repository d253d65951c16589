"""Items by what they have in common."""

from collections.abc import Hashable, Iterable, Sequence
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


def common(*sequences: Sequence[object]) -> int:
    """Return how many items sequences have in common at their beginning.

    >>> common("apple", "apricot"), common("apple", "app"), common([1, 2], [1, 2], [1])
    (2, 3, 1)
    """
    pairs = enumerate(zip(*sequences, strict=False))
    return next((index for index, items in pairs if items.count(items[0]) < len(items)), min(map(len, sequences)))
