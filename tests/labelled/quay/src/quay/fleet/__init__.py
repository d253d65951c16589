"""Ships and their papers."""

from .ship import Flag, Position, Ship, Tug, load_fleet

__all__ = ["Flag", "Position", "Ship", "Tug", "load_fleet"]
