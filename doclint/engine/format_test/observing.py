"""What all observations on a format need: the figures, the parts of the format, and how many exceptions are few."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.format_test.document import FormatObservation, ObservationCode
from doclint.engine.format_test.format_choice import FileLines
from doclint.engine.format_test.placed_parts import PlacedPart, PlacedParts
from doclint.engine.format_test.tally import OTHERS, FormatTally, OccurrenceKey, Occurrences
from doclint.errors.grouping import by_key
from doclint.errors.validation import Path
from doclint.errors.wording import listed, shortened
from doclint.formats.schema.format import Format
from doclint.markdown.source import printable

MOST_NAMES = 3
"""How many names a message lists at most."""


class Observing(Struct, frozen=True):
    """A format, and what was counted over its pages.

    More than the share that `at_least` leaves, in per cent, is not an exception of some pages but a mistake of the
    format.
    """

    format: Format
    parts: PlacedParts
    tally: FormatTally
    at_least: float
    lines: FileLines

    def is_much(self, count: int, of: int) -> bool:
        """Whether so many of a number are more than exceptions."""
        return count * 100 > of * (100 - self.at_least)

    def pages_of(self, kind: str) -> int:
        """Return the number of pages of a kind."""
        return self.tally.kinds[kind].pages if kind in self.tally.kinds else 0

    def chances(self, part: PlacedPart) -> int:
        """Return how often a part could occur: how often what is around it does."""
        return self.pages_of(part.kind) if part.around is None else self.tally.taken[part.around]

    def has(self, part: PlacedPart) -> bool:
        """Whether any page has a part."""
        return bool(self.tally.taken[self.parts.parts.index(part)])

    def shared_parts(self) -> Iterable[list[int]]:
        """Return the numbers of all parts, those together that are one part in the file."""
        parts = enumerate(self.parts.parts)
        return by_key(((self.lines.place(part.keys), part.name), number) for number, part in parts).values()

    def kind_path(self, name: str, key: str = "name") -> Path:
        """Return the path of a key of a kind in the models of the format; empty for the kind of another format."""
        index = next((index for index, kind in enumerate(self.format.kind) if kind.name == name), None)
        return () if index is None else ("kind", index, key)

    def section(self, kind: str, key: str) -> PlacedPart:
        """Return the part of the format that is the section of a kind with a key."""
        places = self.format.kinds[kind].all_sections
        return self.parts.parts[self.parts.number(next(place.spec for place in places if place.key == key))]

    def observation(
        self,
        code: ObservationCode,
        message: str,
        *,
        is_mistake: bool = False,
        kind: str = "",
        section: str = "",
        keys: Path | None = None,
        occurrences: Occurrences | None = None,
        hint: str = "",
    ) -> FormatObservation:
        """Return an observation, by default on its section or the name of its kind.

        `occurrences` are the figures and places of what occurs.
        """
        found = occurrences or Occurrences()
        if keys is None:
            keys = self.section(kind, section).keys if section else self.kind_path(kind)
        return FormatObservation(
            code=code,
            is_mistake=is_mistake,
            message=printable(message),
            hint=printable(hint),
            kind=kind,
            section=section,
            keys=list(keys),
            line=self.lines.line(keys) if keys else None,
            count=found.count,
            pages=found.pages,
            lines=found.lines,
            places=[replace(one, path=printable(one.path)) for one in found.places],
        )

    def of_key(
        self, code: ObservationCode, message: str, key: OccurrenceKey, found: Occurrences, **others: Any
    ) -> FormatObservation:
        """Return an observation on what occurs, which is a mistake if it does on many pages of its kind."""
        others.setdefault("is_mistake", self.is_much(found.pages, self.pages_of(key.kind)))
        return self.observation(code, message, kind=key.kind, section=key.section, occurrences=found, **others)

    def of_part(self, code: ObservationCode, message: str, part: PlacedPart, **others: Any) -> FormatObservation:
        """Return an observation on a part of the format."""
        keys = others.pop("keys", part.keys)
        return self.observation(code, message, kind=part.kind, section=part.section, keys=keys, **others)


_RARE = 0.2  # of the pages of all texts at one place: the share up to which a text counts with others
_SEVERAL = 4  # from so many rare texts on
_LONGEST = 70  # characters of a text that is shown


class AlikeTexts(Struct, frozen=True):
    """Occurrences of one text, or of several ones at one place. The `text` shows them, in code; `first` is the first.

    `is_several` says whether there are several.
    """

    key: OccurrenceKey
    occurrences: Occurrences
    text: str
    first: str
    is_several: bool = False


def alike(tally: FormatTally, code: str) -> list[AlikeTexts]:
    """Return the occurrences with a code, those on the most pages first; rare texts of one family count together."""
    families = by_key((one[0].family, one) for one in tally.of_code(code))
    result = [one for family, members in families.items() for one in _of_family(tally, family, members)]
    return sorted(result, key=lambda one: (-one.occurrences.pages, -one.occurrences.lines, one.key))


def _of_family(
    tally: FormatTally, family: OccurrenceKey, members: list[tuple[OccurrenceKey, Occurrences]]
) -> Iterator[AlikeTexts]:
    most = _RARE * sum(one.pages for _, one in members)
    rare = [(key, one) for key, one in members if one.pages <= most]
    together = len(rare) >= _SEVERAL
    for key, one in members:
        if key.text == OTHERS:
            one.pages = min(one.pages, tally.families[family].pages)
        if not together or one.pages > most:
            several = key.text == OTHERS
            yield AlikeTexts(key, one, f"`{shortened(one.example, _LONGEST)}`", one.example, is_several=several)
    if together:
        merged = Occurrences()
        for _, one in rare:
            merged.merge(one)
        # A page may have several of the texts.
        merged.pages = min(merged.pages, tally.families[family].pages)
        texts = [shortened(one.example, _LONGEST) for _, one in rare]
        yield AlikeTexts(family, merged, listed(texts, MOST_NAMES), rare[0][1].example, is_several=True)
