"""Sequences: some of the items of one, the order that most of several have, and lists as format files have them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, TypeVar

Item = TypeVar("Item")

_MOST_ITEMS = 60  # of a sequence whose order counts


def evenly(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most some of the items, taken evenly.

    >>> evenly("abcdefg", 3)
    ['a', 'c', 'e']
    """
    count = len(items)
    return list(items) if count <= most else [items[number * count // most] for number in range(most)]


def in_order(sequences: Iterable[Iterable[Item]]) -> list[Item]:
    """Return all items of some sequences in the order that most of these have.

    >>> in_order(["ab", "acb", "bd", "cd"])
    ['a', 'c', 'b', 'd']
    """
    before: Counter[tuple[Item, Item]] = Counter()
    places: dict[Item, list[int]] = {}
    for sequence in sequences:
        items = list(dict.fromkeys(sequence))[:_MOST_ITEMS]
        before.update(combinations(items, 2))
        for place, item in enumerate(items):
            places.setdefault(item, []).append(place)
    wins: Counter[Item] = Counter()
    for (one, other), count in before.items():
        wins[one] += count > before.get((other, one), 0)
        wins[other] -= count > before.get((other, one), 0)
    return sorted(places, key=lambda item: (-wins[item], sum(places[item]) / len(places[item])))


def one_or_more(values: Sequence[Item]) -> Item | list[Item]:
    """Return values as a format file has them: a single one without a list."""
    return values[0] if len(values) == 1 else list(values)


def listed(value: Any) -> list[Any]:
    """Return what a format file has as one value or more, as a list."""
    return value if isinstance(value, list) else [value]
