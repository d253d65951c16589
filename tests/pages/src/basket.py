"""Baskets of fruit."""

from dataclasses import dataclass
from src import shelf


@dataclass
class Basket:
    """What a picker carries."""

    fruit: list[str]

    def weight(self) -> float:
        return sum(shelf.weight(name) for name in self.fruit)


def empty() -> Basket:
    return Basket([])
