"""Fruit."""

from typing import TypeAlias

FRUIT: TypeAlias = str
"""A fruit."""


class Basket:
    """A basket."""

    def __init__(self) -> None:
        self.size = 0
        """How much is in it."""

    def fill(__self, fruit: str, count: int = 1) -> None:
        """Fill it."""


async def sell(fruit: str, price: float = 1.5) -> bool:
    """Sell it."""
