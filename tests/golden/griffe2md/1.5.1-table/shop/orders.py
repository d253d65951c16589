"""Orders of customers."""

import warnings
from typing import Literal, Protocol

State = Literal["open", "paid"]
RATES: dict[str, float] = {"EUR": 1.0, "USD": 1.1}


class Sender(Protocol):
    """What sends an order."""

    def send(self, order_id: str, /) -> bool:
        """Send an order."""


def place(names: list[str], state: State = "open", retries: int = 3, rates: dict[str, float] = RATES) -> str:
    """Place an order for things.

    This takes a while.

    Args:
        names (list[str]): What to order.
        state (State, optional): How far it is. Defaults to "open".
        retries: How often to try, at
            most.

    Returns:
        str: The number of the order.

    Raises:
        ValueError: If there are no names.
        KeyError: If a name is not known.

    Note:
        Orders are not stored.
    """


def cancel(order_id: str) -> None:
    """Cancel an order.

    .. deprecated:: 2.0
        Use :func:`place` with no names.
    """
    warnings.warn("cancel is deprecated", DeprecationWarning, stacklevel=2)
