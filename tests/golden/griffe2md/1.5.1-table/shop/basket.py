"""Baskets."""

import enum


class Ripeness(enum.Enum):
    """How ripe a fruit is."""

    GREEN = "green"
    RIPE = "ripe"


class Basket:
    """What a customer wants to buy."""

    def __init__(self, owner: str, *, size: int = 20) -> None:
        """Make an empty basket.

        Args:
            owner: Who buys.
            size: How much fits into it.
        """
        self.owner = owner

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it."""

    async def pay(self, cents: int, *, tip_rate: float = 0.1) -> bool:
        """Pay for everything.

        Args:
            cents: How much the customer gives, one of:
                - the price
                - more
            tip_rate: What part of it is a tip.

        Returns:
            Whether that was enough.
        """


class GiftBasket(Basket):
    """A basket with a ribbon."""

    def wrap(self, color: str = "red") -> None:
        """Wrap it with a ribbon."""
