"""
Orders of customers.

See Also
--------
shop.basket: what customers order.
"""

from typing import Literal, Protocol

State = Literal["open", "paid"]
RATES: dict[str, float] = {"EUR": 1.0, "USD": 1.1}
"""What a unit of each currency is worth."""


class Sender(Protocol):
    """What sends an order."""

    def send(self, order_id: str, /) -> bool:
        """Send an order."""


def place(names: list[str], state: State = "open", retries: int = 3, rates: dict[str, float] = RATES) -> str:
    """
    Place an order for things.

    This takes a while.

    Parameters
    ----------
    names : list[str]
        What to order.
    state : State
        How far it is: `open` | `paid`.
    retries
        How often to try, at
        most.
    rates
        What the currencies are worth.

    Returns
    -------
    str
        The number of the order.

    Raises
    ------
    ValueError
        If there are no names.
    KeyError
        If a name is not known.

    Notes
    -----
    Orders are not stored.
    """
    return names[0]


def cancel(order_id: str) -> None:
    """
    Cancel an order.

    Warnings
    --------
    Nothing brings it back.
    """
