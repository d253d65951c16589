"""Plans for a day."""

from contextlib import contextmanager
from functools import wraps
from typing import overload


def logged(function):
    @wraps(function)
    def inner(*args, verbose=False, **kwargs):
        return function(*args, **kwargs)

    return inner


class Schedule:
    """The ships of a day and their berths."""

    def __init__(self, day, berths=(), *, night=False):
        self.day = day
        self.berths = list(berths)
        self.night = night

    def add(self, ship, berth=None):
        """Put a ship on the plan."""

    def ships(self):
        """Return the ships of the day."""
        return []

    def export(self, path, **options):
        """Write the plan; the writer of the suffix takes the options."""

    @logged
    def publish(self, channel):
        """Tell the pilots."""

    @classmethod
    def today(cls):
        return cls("today")

    def __len__(self):
        return len(self.berths)


class Record:
    """A row of the log: its columns are its attributes."""

    def __init__(self, row):
        self._row = row

    def __getattr__(self, name):
        return self._row[name]


@overload
def plan(ships: int) -> Schedule: ...
@overload
def plan(ships: list[str], *, berths: list[str]) -> Schedule: ...
def plan(ships, *, berths=None):
    """Plan a day for some ships, or for so many of them."""
    return Schedule("today", berths or ())


@contextmanager
def open_schedule(path, mode="r"):
    """Open a plan on disk."""
    yield Schedule(path)
