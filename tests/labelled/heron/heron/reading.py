"""Readings, and how they are rounded.

A reading has a value. Its unit is known from the sensor.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class reading_error(ValueError):
    """What is raised for a reading that makes no sense."""


@dataclass
class Reading(Generic[T]):
    value: T

    @overload
    def rounded(self, places: None = None) -> int: ...

    @overload
    def rounded(self, places: int) -> float: ...

    def rounded(self, places=None):
        if self.value != self.value:
            raise reading_error("not a number")
        return round(self.value, places)


class partial:
    """A reading that is not complete; class in lower case, as in the standard library."""

    def run(self, limit=40):
        return limit
