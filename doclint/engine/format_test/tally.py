"""What is counted over the pages of a format: figures and a few examples, however many pages there are."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple, Self, TypeAlias

from msgspec import Struct, field

from doclint.errors.settings_table import JsonForm
from doclint.page.parts import Taker

SourceState: TypeAlias = Literal["found", "absent", "several", "unnamed"]
"""Whether the promised source is there; `unnamed` if no template of the format has all of its holes filled."""
_PLACES = 3  # examples of each occurrence
_MOST = 5_000  # different occurrences of one code; further ones are counted together
OTHERS = "…"
"""The text of occurrences with a code of which there are too many different ones."""
_VALUES = 20  # different values of a hole that are kept


class FormatPlace(JsonForm, frozen=True):
    """A place on a page."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class OccurrenceKey(NamedTuple):
    """What makes occurrences alike: the code of the observation, the kind, the section and two texts.

    What the texts are depends on the code: what kind of block, what it begins with, the level of a heading.
    """

    code: str
    kind: str = ""
    section: str = ""
    text: str = ""
    detail: str = ""

    @property
    def family(self) -> "OccurrenceKey":
        """The key without its text."""
        return self._replace(text="")


class Occurrences(Struct):
    """How often something occurs, on how many pages and lines, the first places, and the text at the first one."""

    count: int = 0
    pages: int = 0
    lines: int = 0
    places: list[FormatPlace] = []
    example: str = ""
    _last: str = ""

    def add(self, place: FormatPlace, example: str = "", *, lines: int = 0, count: int = 1) -> None:
        self.count += count
        self.lines += lines
        if place.path != self._last:
            self._last = place.path
            self.pages += 1
            if len(self.places) < _PLACES:
                self.places.append(place)
        self.example = self.example or example

    def merge(self, other: "Occurrences") -> None:
        """Add the occurrences on other pages, which come later."""
        self.count += other.count
        self.pages += other.pages
        self.lines += other.lines
        self.places = [*self.places, *other.places][:_PLACES]
        self.example = self.example or other.example


class _Sums(Struct):
    """Numbers and counters, which can be added field by field."""

    def merge(self, other: Self) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class SlotTally(_Sums):
    """How often a text of the format matched, by the number of the alternative, and what its holes captured.

    For some texts, the alternative is not known.
    """

    matches: int = 0
    alternatives: Counter[int] = field(default_factory=Counter)
    filled: Counter[str] = field(default_factory=Counter)


class KindTally(_Sums):
    """The pages of one kind: their number, their lines by what takes them, their symbols, whether the source that
    their kind promises is there, and how many are compared with a source. A quoted source is not among the lines.
    """

    pages: int = 0
    lines: Counter[Taker] = field(default_factory=Counter)
    symbols: Counter[str] = field(default_factory=Counter)
    sources: Counter[SourceState] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    compared: int = 0


class FormatTally(Struct):
    """What is counted over pages.

    `taken` and `absent` are by the number of the part, `slots` also by that of the text. `values` are those of the
    parameters, `read_by` the rules that have something to read. `families` are the occurrences that differ only in
    their texts, and `keys` the numbers of different occurrences by code.
    """

    pages: int = 0
    kinds: dict[str, KindTally] = {}
    taken: Counter[int] = field(default_factory=Counter)
    absent: Counter[int] = field(default_factory=Counter)
    slots: dict[tuple[int, int], SlotTally] = {}
    values: dict[str, Counter[str]] = {}
    occurrences: dict[OccurrenceKey, Occurrences] = {}
    read_by: set[str] = set()
    families: dict[OccurrenceKey, Occurrences] = {}
    keys: Counter[str] = field(default_factory=Counter)

    def kind(self, name: str) -> KindTally:
        return self.kinds.setdefault(name, KindTally())

    def slot(self, part: int, slot: int) -> SlotTally:
        return self.slots.setdefault((part, slot), SlotTally())

    def add(self, key: OccurrenceKey, place: FormatPlace, example: str = "", *, lines: int = 0, count: int = 1) -> None:
        """Count an occurrence, or more of its lines without a `count`."""
        for one in (self._at(key), self.families.setdefault(key.family, Occurrences())):
            one.add(place, example, lines=lines, count=count)

    def _at(self, key: OccurrenceKey) -> Occurrences:
        """Return the occurrences with a key; if there are very many keys, those of all further ones of the family."""
        if key not in self.occurrences:
            if self.keys[key.code] >= _MOST:
                key = key._replace(text=OTHERS)
            self.keys[key.code] += key not in self.occurrences
        return self.occurrences.setdefault(key, Occurrences())

    def add_value(self, hole: str, value: str, number: int = 1) -> None:
        known = self.values.setdefault(hole, Counter())
        if value in known or len(known) < _VALUES:
            known[value] += number

    def of_code(self, code: str) -> Iterator[tuple[OccurrenceKey, Occurrences]]:
        """Yield the occurrences of one code, the most frequent ones first."""
        found = [(key, one) for key, one in self.occurrences.items() if key.code == code]
        return iter(sorted(found, key=lambda pair: (-pair[1].pages, -pair[1].lines, -pair[1].count, pair[0])))

    def merge(self, other: "FormatTally") -> None:
        """Add what was counted over other pages, which come later."""
        self.pages += other.pages
        self.taken += other.taken
        self.absent += other.absent
        self.read_by |= other.read_by
        for name, kind in other.kinds.items():
            self.kind(name).merge(kind)
        for place, slot in other.slots.items():
            self.slot(*place).merge(slot)
        for key, occurrences in other.occurrences.items():
            self._at(key).merge(occurrences)
        for key, occurrences in other.families.items():
            self.families.setdefault(key, Occurrences()).merge(occurrences)
        for hole, values in other.values.items():
            for value, number in values.items():
                self.add_value(hole, value, number)
