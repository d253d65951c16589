"""Baskets."""

import enum


class Ripeness(enum.Enum):
    """How ripe a fruit is."""

    GREEN = "green"
    """Not yet."""
    RIPE = "ripe"
    """Today."""


class Basket:
    """
    What a customer wants to buy.

    Parameters
    ----------
    owner
        Who buys.
    size
        How much fits into it.

    Attributes
    ----------
    owner : str
        Who buys.
    size : int
        How much fits into it.

    Examples
    --------
    >>> Basket("Ada").is_empty
    True
    """

    def __init__(self, owner: str, *, size: int = 20) -> None:
        self.owner: str = owner
        self.size: int = size

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it."""
        return True

    async def pay(self, cents: int, *, tip_rate: float = 0.1) -> bool:
        """
        Pay for everything.

        Parameters
        ----------
        cents
            How much the customer gives.
        tip_rate
            What part of it is a tip.

        Returns
        -------
        :
            Whether that was enough.
        """
        return cents > tip_rate

    def clear(self) -> None:
        """Take everything out again."""


class GiftBasket(Basket):
    """A basket with a ribbon."""

    color = "red"
    """The color of the ribbon."""

    def wrap(self, color: str = "red", *rest: str) -> None:
        """Wrap it with a ribbon."""
