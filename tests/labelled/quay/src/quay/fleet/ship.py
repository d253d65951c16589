from enum import Enum
from typing import NamedTuple

from rowmodel import Model


class Flag(Enum):
    PANAMA = "PA"
    MALTA = "MT"

    @property
    def is_red(self):
        return self is Flag.MALTA


class Position(NamedTuple):
    north: float
    east: float = 0.0


class Ship:
    """A ship with a name and a length in meters."""

    def __init__(self, name, length, *, flag=None):
        self.name = name
        self.length = length
        self.flag = flag

    def sail(self, to, speed=12):
        """Leave for a port."""

    def anchor(self):
        """Stay where it is."""


class Tug(Ship):
    """A ship that pulls others; all tugs are as long."""

    def __init__(self, name):
        super().__init__(name, 30)

    def pull(self, ship):
        """Pull a ship."""


class Manifest(Model):
    """What a ship carries; the fields come from the model."""


def load_fleet(path, *, encoding="utf-8"):
    """Read ships from a file."""
    return [Ship(line, 100) for line in open(path, encoding=encoding)]
