"""Berths and the ships in them.

A berth is a class apart: import goods wait there, and
class does not matter to the harbour master (as he says).
"""

from __future__ import annotations

import functools
from typing import overload


class Mooring(str):
    """A rope, by its number."""


class Berth:
    """Where one ship lies."""

    class Slot:
        """A part of a berth."""

        def __init__(self, metres: float) -> None:
            self.metres = metres

    def __init__(self, ship: str) -> None:
        self.ship = ship
        self.slots: list[Berth.Slot] = []

    @property
    def length(self) -> float:
        return sum(slot.metres for slot in self.slots)

    @overload
    def take(self, slot: int) -> Slot: ...

    @overload
    def take(self, slot: str) -> None: ...

    def take(self, slot):
        return self.slots[slot] if isinstance(slot, int) else None

    async def clear(self) -> None:
        self.slots.clear()


@functools.lru_cache(maxsize=None)
def draught(tons: int) -> float:
    def rounded(value: float) -> float:
        return round(value, 2)

    return rounded(tons / 870)
