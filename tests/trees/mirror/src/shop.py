"""A shop."""

import enum

SIZE = 3


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Box:
    """A box."""


class Basket(Box):
    """What holds fruit."""

    width: int = 4

    def fill(self, fruit: str, count: int = 1) -> bool:
        """Fill it."""
        return True

    async def empty(self) -> None:
        """Empty it."""


def weigh(basket: Basket) -> float:
    """Weigh a basket."""
    return 1.0
