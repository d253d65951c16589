"""Sequences that have others in them."""

from collections.abc import Sequence
from typing import TypeVar

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
