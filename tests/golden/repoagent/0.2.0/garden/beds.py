"""Beds, and what grows in them."""

from dataclasses import dataclass


@dataclass
class Plant:
    """A plant and when it was sown."""

    name: str
    sown_on: str

    def is_ripe(self, days):
        return days > 90


class Bed:
    """A bed with a number of rows."""

    def __init__(self, rows, label="", *, covered=False):
        self.rows = rows
        self.label = label
        self.covered = covered
        self.plants = []

    def sow(self, plant, row, *others, depth=2, **notes):
        """Put a plant into a row."""
        self.plants.append((row, plant))
        self.plants.extend((row, other) for other in others)
        return depth, notes

    async def water(self, litres):
        def share(row, count):
            return litres / count if row else 0

        return [share(row, len(self.plants)) for row, _ in self.plants]

    @classmethod
    def of_length(cls, metres):
        return cls(int(metres / 0.3))

    def clear(self):
        self.plants = []


def rotate(beds, years=1):
    """Return the beds in the order of the next season."""
    first = years % len(beds)
    return beds[first:] + beds[:first]


def _check(bed):
    return bed.rows > 0
