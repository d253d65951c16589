"""Places where ships lie."""

from dataclasses import KW_ONLY, dataclass, field


class Place:
    """Anything with a name on the chart."""

    name: str

    def label(self, width=12):
        """Return the name, padded."""
        return self.name.ljust(width)


@dataclass
class Berth(Place):
    name: str
    length: float = 100.0
    tags: list[str] = field(default_factory=list)
    _: KW_ONLY
    depth: float = 8.0
    seen: bool = field(default=False, init=False)

    @property
    def is_free(self):
        """Whether no ship lies here."""
        return not self.seen

    @classmethod
    def from_row(cls, row):
        """Read a berth from a row of the list."""
        return cls(*row)

    @staticmethod
    def parse(text):
        return text.split(",")

    def moor(self, ship, *, ropes=4):
        """Let a ship lie here."""
        return Mooring(self, ship, ropes)

    def release(self):
        """Let the ship go."""
        self.seen = False


class Mooring:
    """A ship at a berth."""

    __slots__ = ("berth", "ropes", "ship", "since")

    def __init__(self, berth, ship, ropes):
        self.berth = berth
        self.ship = ship
        self.ropes = ropes
        self.start()

    def start(self):
        self.since = 0

    def hours(self, now):
        return now - self.since


@dataclass
class DryDock(Berth):
    """A berth that can be emptied; it takes what `Berth` takes, and pumps."""

    pumps: int = 2
