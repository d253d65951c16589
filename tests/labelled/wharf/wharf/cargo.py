"""What ships carry."""

import enum
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

# class of goods: see the customs list. The struct holds (nearly) all of them.

Weight = namedtuple("Weight", "tons kilos")


class Kind(enum.Enum):
    DRY = "dry"
    WET = "wet"


class pallet(NamedTuple):
    """In lower case, as the old code had it."""

    number: int


@dataclass(frozen=True)
class Crate:
    kind: Kind
    weight: float

    def get(self) -> float:
        return self.weight


def weigh(crates: list[Crate]) -> float:
    """All of them. For now, def means what it means (in law)."""
    return sum(crate.get() for crate in crates)


async def inspect(crate: Crate) -> bool:
    return crate.kind is Kind.DRY
