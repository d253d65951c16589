"""Baskets and what is in them.

Prices are whole cents.
"""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar, overload

T = TypeVar("T")

LIMIT = 20
"""How many things a basket holds."""

CURRENCY: str = "EUR"


class Ripeness(enum.Enum):
    """How ripe a fruit is."""

    GREEN = "green"
    RIPE = "ripe"


class BasketError(ValueError):
    """Something is wrong with a basket."""


@dataclass
class Fruit:
    """A fruit that the shop sells.

    Attributes:
        name: What it is called.
        cents: What one of it costs.
        labels: What is on it.
    """

    name: str
    cents: int = 100
    labels: list[str] = field(default_factory=list)
    seasons: ClassVar[tuple[str, ...]] = ("summer",)


class Basket(Generic[T]):
    """What a customer wants to buy.

    ## Example

    ```python
    basket = Basket("Ada")
    basket.add(Fruit("apple"), count=2)
    ```
    """

    limit: int = 20

    def __init__(self, owner: str, size: int = 20, *, on_change: Callable[[str], None] | None = None) -> None:
        """Make an empty basket.

        Args:
            owner: Who buys.
            size: How much fits into it.
            on_change: What to call with the name of each thing.
        """
        self.owner = owner
        self.size = size
        self.on_change = on_change
        self._things: list[T] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it."""
        return not self._things

    @classmethod
    def of(cls, *things: T, owner: str = "nobody") -> Basket[T]:
        """Make a basket of things.

        Args:
            *things: What to put into it.
            owner: Who buys.

        Returns:
            A basket with the things in it.
        """

    @staticmethod
    def weigh(grams: float, /, unit: str = "g") -> str:
        """Say what a weight is."""

    def add(self, thing: T, count: int = 1, **options: Any) -> int:
        """Put a thing into the basket.

        Things that do not fit are left out:

        - big ones
            - melons
            - pumpkins
        - heavy ones

        | thing | fits |
        | --- | --- |
        | apple | yes |

        Args:
            thing: What to put into it, one of:
                - a fruit
                - a vegetable
            count (int): How many of it; see :meth:`Basket.clear` for the other way.
            **options: What else there is to say.

        Returns:
            How many things are in it now.

        Raises:
            BasketError: If it does not fit.
        """

    @overload
    def take(self, index: int) -> T: ...
    @overload
    def take(self, index: slice) -> list[T]: ...
    def take(self, index):
        """Take something out again.

        Args:
            index (int): Where it is.
        """

    def clear(self) -> None:
        """Take everything out.

        # Notes

        Nothing remains.
        """

    async def pay(self, cents: int, *, tip_rate: float = 0.1) -> bool:
        """Pay for everything.

        Args:
            cents: How much the customer gives.
            tip_rate: What part of it is a tip.

        Returns:
            bool: Whether that was enough.
        """

    def __len__(self) -> int:
        """Return how many things are in it."""

    def __iter__(self) -> Iterator[T]:
        """Yield each thing."""

    def _count(self) -> int:
        """Count without asking."""

    class Lid:
        """What closes a basket."""

        def open(self) -> None:
            """Open the lid."""


class GiftBasket(Basket[Fruit]):
    """A basket with a ribbon."""

    def wrap(self, color: str = "red\n") -> None:
        """Wrap it with a ribbon."""

    def undocumented(self, knot: int) -> None: ...


def merge(left: Basket, right: Basket | None = None) -> Basket:
    """Put what is in two baskets into one.

    Examples:
        >>> merge(Basket("Ada"), Basket("Grace"))
        <Basket>
    """


async def stream(baskets: list[Basket]) -> AsyncIterator[Fruit]:
    """Yield all fruit of all baskets.

    Args:
        baskets: Where it is.

    Yields:
        One fruit after the other.
    """
    yield


def plain(count):
    return count


def _secret() -> None:
    """Do nothing."""
