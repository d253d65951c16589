"""The sections below one heading of a page, compared with those that its format has there."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from doclint.errors.expressions import expression
from doclint.formats.reading.outline import Disorder, MissingSection, Outline, Section
from doclint.formats.subject import Subject
from doclint.markdown.nodes import Heading

if TYPE_CHECKING:
    from doclint.formats.schema.sections import SectionPlace

_ALIKE = 60  # per cent of likeness from which a heading may be a renamed one
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = expression(r"(?P<arabic>\d{1,9})|(?P<roman>[IVXLCDM]{1,15})(?![^\W\d_])")


class Level:
    """The sections below one heading, compared with those that the format has there."""

    def __init__(
        self, places: "Sequence[SectionPlace]", sections: Sequence[Section], parent: Section | None, subject: Subject
    ) -> None:
        self.places = places
        self.sections = [section for section in sections if not section.astray]
        self.parent = parent
        self.subject = subject

    def compare(self, outline: Outline) -> None:
        self.mark_repeated()
        absent = self.assign_renamed(self.absent())
        if self.parent is None or self.sections or self.parent.blocks:
            outline.missing += map(self.missing, absent)

    def mark_repeated(self) -> None:
        """Mark sections that occur a second time: with the same place, and if that repeats, with the same name.

        Sections that repeat without a name may all be different. What nothing reads of their headings still tells them
        apart.
        """
        seen: set[tuple[SectionPlace, tuple[str, ...]]] = set()
        for section in self.sections:
            if section.place is None or (section.place.spec.repeats and not section.captures):
                continue
            names: list[str] = []
            if section.place.spec.repeats:
                names = [one.text for one in section.captures.values()]
                if any(pattern.has_unread for pattern in section.place.headings):
                    names.append(section.heading.text)
            identity = section.place, tuple(names)
            section.repeated = identity in seen
            seen.add(identity)

    def absent(self) -> "list[SectionPlace]":
        """Return the required places for which there is no section; of places that replace each other, the first."""
        present = {section.place.role for section in self.sections if section.place}
        return [
            place
            for place in self.places
            if place.spec.required
            and not place.spec.instead_of
            and place.role not in present
            and self.subject.meets(place.spec.when)
        ]

    def missing(self, place: "SectionPlace") -> MissingSection:
        instead = [other for other in self.places if other is not place and other.role == place.role]
        return MissingSection(place, instead, self.next_after(place), self.parent)

    def assign_renamed(self, absent: "list[SectionPlace]") -> "list[SectionPlace]":
        """Give unknown sections the places of absent ones that they rename. Return the places that remain absent."""
        unknown = self.gaps() if absent else []
        still_absent = []
        for place in absent:
            candidates = [
                (_likeness(section.heading, place), number)
                for number, (section, after, before) in enumerate(unknown)
                if after < place.rank < before or _likeness(section.heading, place) >= _ALIKE
            ]
            if candidates:
                section = unknown.pop(max(candidates)[1])[0]
                section.place, section.renamed = place, True
            else:
                still_absent.append(place)
        return still_absent

    def gaps(self) -> list[tuple[Section, int, int]]:
        """Return each section that the format does not have, with the ranks of the known ones before and after it."""
        gaps: list[tuple[Section, int, int]] = []
        waiting: list[tuple[Section, int]] = []
        last = -1
        for section in self.sections:
            if section.place is None:
                waiting.append((section, last))
            else:
                last = section.place.rank
                gaps += [(unknown, after, last) for unknown, after in waiting]
                waiting.clear()
        return gaps + [(unknown, after, len(self.places)) for unknown, after in waiting]

    def add_disorder(self, outline: Outline) -> None:
        if len(self.sections) < 2:
            return
        # Sections that alternate with sorted ones may be anywhere among them.
        is_sorted = {section.place.rank for section in self.sections if section.place and section.place.spec.sorted_by}
        known = [
            section
            for section in self.sections
            if section.place
            and (section.place.spec.sorted_by or section.place.rank not in is_sorted)
            and not (section.repeated or section.renamed or _is_aside(section))
        ]
        ranks = [(section.place.rank, _order(section)) for section in known if section.place is not None]
        if ranks == sorted(ranks):
            return
        kept = set(longest_ascent(ranks))
        ordered = sorted(range(len(known)), key=ranks.__getitem__)
        before = dict(zip(ordered, [None, *(known[index] for index in ordered[:-1])], strict=True))
        moved = [(section, before[index]) for index, section in enumerate(known) if index not in kept]
        outline.disorder.append(Disorder(moved))

    def next_after(self, place: "SectionPlace") -> Section | None:
        """Return the first section on the page that comes later in the format."""
        later = (section for section in self.sections if section.place and section.place.rank > place.rank)
        return next(later, None)


def _likeness(heading: Heading, place: "SectionPlace") -> float:
    from rapidfuzz.fuzz import ratio

    return ratio(heading.text.casefold(), place.heading.text.casefold())


def _order(section: Section) -> tuple[int, str]:
    """Return the sort key of a section among those that repeat with it."""
    kind = section.place.spec.sorted_by if section.place else None
    if kind is None:
        return 0, ""
    # Events of C#, of which only a heading below theirs says what they are, follow the properties.
    below = [child for child in section.children if child.place and not child.place.spec.repeats]
    texts = [pattern.text for child in below[:1] if child.place for pattern in child.place.headings]
    group = texts.index(below[0].heading.text) if below and below[0].heading.text in texts else 0
    text = next((capture.text for capture in section.captures.values()), "")
    if kind == "number":
        return _number(text), ""
    return group, text if kind == "text" else ""


def _is_aside(section: Section) -> bool:
    """Whether a section is a group for names without a letter (`_`, `0-9`), which may come first or last."""
    if section.place is None or section.place.spec.sorted_by != "text":
        return False
    text = next((capture.text for capture in section.captures.values()), "")
    return not any(letter.isalpha() for letter in text)


def _number(text: str) -> int:
    """Return the number that a text begins with, 0 if there is none.

    >>> [_number(text) for text in ("12: Tools", "XIV", "IX - Tests", "Tests")]
    [12, 14, 9, 0]
    """
    match = _NUMERAL.match(text)
    if match is None:
        return 0
    if match["arabic"]:
        return int(match["arabic"])
    values = [_ROMAN[letter] for letter in match["roman"]]
    # A smaller value before a greater one is subtracted.
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def longest_ascent(numbers: Sequence[Any]) -> list[int]:
    """Return the indices of a longest subsequence that never falls; of several, the one that leaves out the earliest.

    >>> longest_ascent([1, 0, 2])
    [1, 2]
    """
    tails: list[Any] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        place = bisect_right(tails, number)
        previous.append(ends[place - 1] if place else -1)
        tails[place : place + 1] = [number]
        ends[place : place + 1] = [index]
    result = []
    index = ends[-1] if ends else -1
    while index >= 0:
        result.append(index)
        index = previous[index]
    return result[::-1]
