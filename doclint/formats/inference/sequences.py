"""Sequences: some of the items of one, two of them merged, and lists as format files have them."""

from collections.abc import Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")


def merge(first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
    """Return the shortest sequence that has both others, perhaps with gaps.

    >>> merge("abd", "acd")
    ['a', 'b', 'c', 'd']
    """
    lengths = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            is_same = first[i] == second[j]
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if is_same else max(lengths[i + 1][j], lengths[i][j + 1])
    merged: list[Item] = []
    i = j = 0
    while i < len(first) or j < len(second):
        if i < len(first) and j < len(second) and first[i] == second[j]:
            merged.append(first[i])
            i, j = i + 1, j + 1
        elif j == len(second) or (i < len(first) and lengths[i + 1][j] >= lengths[i][j + 1]):
            merged.append(first[i])
            i += 1
        else:
            merged.append(second[j])
            j += 1
    return merged


def evenly(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most some of the items, taken evenly.

    >>> evenly("abcdefg", 3)
    ['a', 'c', 'e']
    """
    count = len(items)
    return list(items) if count <= most else [items[number * count // most] for number in range(most)]


def one_or_more(values: Sequence[Item]) -> Item | list[Item]:
    """Return values as a format file has them: a single one without a list."""
    return values[0] if len(values) == 1 else list(values)


def listed(value: Any) -> list[Any]:
    """Return what a format file has as one value or more, as a list."""
    return value if isinstance(value, list) else [value]
