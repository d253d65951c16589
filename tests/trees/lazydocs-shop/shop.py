from dataclasses import dataclass
from typing import TYPE_CHECKING


def weigh(fruit: str, scale: int = 1) -> float:
    """Weigh a fruit."""


@dataclass
class Basket:
    """A basket."""

    size: int = 3

    @classmethod
    def of(cls, fruit: str) -> "Basket":
        """Make a basket."""

    def call(__self, fruit: str) -> None:
        """Call."""

    @property
    def price(self) -> int:
        """What it costs."""


if TYPE_CHECKING:

    class Label(dict):
        """A label."""
else:

    class Label(dict):
        """A label."""
