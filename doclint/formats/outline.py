"""The headings of a page against the sections of its kind."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from doclint.formats.pattern import Captures, joined
from doclint.formats.schema import Format, Kind, SectionPlace
from doclint.markdown.nodes import Block, Code, Heading, List, Text
from doclint.markdown.source import Span
from doclint.markdown.suppressions import is_silent

_ALIKE = 60  # per cent
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = re.compile(r"(?P<arabic>\d{1,9})|(?P<roman>[IVXLCDM]{1,15})(?![^\W\d_])")


@dataclass(slots=True)
class Section:
    """A section of a page: its heading, what stands before the first heading below it, and the sections below it.

    `place` is where the format has it, None for a section that the format does not have; such a one holds all that
    stands below it as blocks. `renamed` sections stand where a section is missing otherwise, `astray` ones below
    another section than in the format.
    """

    heading: Heading
    blocks: list[Block] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)
    place: SectionPlace | None = None
    captures: Captures = field(default_factory=dict)
    renamed: bool = False
    repeated: bool = False
    astray: bool = False

    @property
    def key(self) -> str:
        """The key of the section in its format, empty for one that the format does not have."""
        return self.place.key if self.place else ""

    @property
    def is_empty(self) -> bool:
        return not self.blocks and not self.children

    def walk(self) -> Iterator["Section"]:
        """The section and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class Missing:
    """A section that ought to stand `before` another one, or at the end of `within` (both None: of the page)."""

    place: SectionPlace
    before: Section | None
    within: Section | None


@dataclass(slots=True)
class Disorder:
    """Sections of one level that are not in the format's order.

    `moved` are the fewest that would have to move, each with the one that it should follow (None for the first).
    """

    moved: list[tuple[Section, Section | None]]


@dataclass(slots=True)
class Outline:
    """A page as its kind sees it."""

    title: Heading | None = None
    title_captures: Captures | None = None
    preamble: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    footer: Span | None = None
    footer_captures: Captures = field(default_factory=dict)
    epilogue: list[Block] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    disorder: list[Disorder] = field(default_factory=list)

    def walk(self) -> Iterator[Section]:
        """All sections, in document order."""
        for section in self.sections:
            yield from section.walk()


def outline_of(blocks: Sequence[Block], kind: Kind, format_: Format) -> Outline:
    """Compare the top-level headings among `blocks` with the sections of `kind`."""
    outline = Outline()
    blocks = _without_directives(blocks)
    start, end, captures = find_footer(blocks, format_)
    if captures is not None:
        outline.footer = Span(blocks[start].start, blocks[end - 1].end)
        outline.footer_captures = captures
        outline.epilogue = list(blocks[end:])
    pieces = _pieces(blocks[:start], outline, kind)
    _Reader(outline).read(kind.sections, pieces, None)
    _adopt_orphans(outline, kind)
    if outline.missing:
        astray = {section.place for section in outline.walk() if section.astray}
        outline.missing = [missing for missing in outline.missing if missing.place not in astray]
    return outline


def _without_directives(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without comments to doclint; a list that one of these parts is one list."""
    if not any(map(is_silent, blocks)):
        return list(blocks)
    kept: list[Block] = []
    is_parted = False
    for block in blocks:
        if is_silent(block):
            is_parted = True
            continue
        match (kept[-1:], block):
            case ([List(first=one) as before], List(first=other)) if is_parted and (one is None) == (other is None):
                kept[-1] = List(before.start, block.end, one, [*before.items, *block.items])
            case _:
                kept.append(block)
        is_parted = False
    return kept


def find_title(blocks: Sequence[Block], kind: Kind) -> tuple[Heading | None, Captures | None]:
    """The title, and what its pattern captures: the first heading if it has the form of a title or is of level 1."""
    first = next((block for block in blocks if isinstance(block, Heading)), None)
    captures = kind.title.match(first.children) if first else None
    return (first if first and (captures is not None or first.level == 1) else None), captures


def find_footer(blocks: Sequence[Block], format_: Format) -> tuple[int, int, Captures | None]:
    """The first block of the last footer and the one behind it, and what the footer captures.

    A page without footer ends where its blocks do.
    """
    for end in range(len(blocks), 0, -1) if format_.footer else ():
        captures = format_.footer[-1].match_block(blocks[end - 1])
        if captures is None:
            continue
        start = end - 1
        for pattern in reversed(format_.footer[:-1]):
            if start and pattern.match_block(blocks[start - 1]) is not None:
                start -= 1
        return start, end, captures
    return len(blocks), len(blocks), None


@dataclass(slots=True)
class _Piece:
    """A heading and the blocks up to the next one. `named` are the sections of the kind that have such a heading."""

    heading: Heading
    named: dict[SectionPlace, Captures]
    blocks: list[Block] = field(default_factory=list)


def _pieces(blocks: Sequence[Block], outline: Outline, kind: Kind) -> list[_Piece]:
    outline.title, outline.title_captures = find_title(blocks, kind)
    pieces: list[_Piece] = []
    for block in blocks:
        if block is outline.title:
            continue
        if isinstance(block, Heading):
            pieces.append(_Piece(block, named_by(block, kind)))
        else:
            (pieces[-1].blocks if pieces else outline.preamble).append(block)
    return pieces


def _adopt_orphans(outline: Outline, kind: Kind) -> None:
    """Know the sections that repeat again where only the heading above them is missing."""
    absent = {missing.place for missing in outline.missing}
    homes = [place for place in kind.all_sections if place.spec.repeats and kind.parents.get(place) in absent]
    for section in outline.walk() if homes else ():
        for place in homes if section.place is None else ():
            captures = heading_match(place, section.heading) if place.level == section.heading.level else None
            if captures is not None:
                section.place, section.captures, section.astray = place, captures, True
                break


class _Reader:
    """Finds the sections of a page by what their headings say, and only then by their levels.

    A heading on a wrong level is still the section it says it is, and a foreign heading of a high level does not take
    the sections behind it away from where they belong.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    def read(self, places: Sequence[SectionPlace], pieces: Sequence[_Piece], parent: Section | None) -> None:
        """Read the sections below one heading, or of the page."""
        sections = parent.children if parent else self.outline.sections
        below: list[list[_Piece]] = []
        for piece in pieces:
            found = self.find(places, piece)
            if found is None and sections and not self.ends(sections[-1], piece):
                below[-1].append(piece)
                continue
            place = found or self.home(piece)
            captures = piece.named[place] if place else {}
            is_astray = place is not None and place not in places
            sections.append(Section(piece.heading, piece.blocks, place=place, captures=captures, astray=is_astray))
            below.append([])
        _Level(places, sections, parent).compare(self.outline)
        for section, rest in zip(sections, below, strict=True):
            if section.place is None:
                section.blocks = [
                    *section.blocks,
                    *(block for piece in rest for block in (piece.heading, *piece.blocks)),
                ]
            elif rest or section.place.children:
                self.read(section.place.children, rest, section)

    def find(self, places: Sequence[SectionPlace], piece: _Piece) -> SectionPlace | None:
        """The place among these that the heading names.

        One on its level counts first, one on another level only if no other section of the kind is called so, and a
        section that repeats only on its own level.
        """
        named = [place for place in piece.named if place in places]
        on_level = [place for place in named if place.level == piece.heading.level]
        if on_level:
            return min(on_level, key=lambda place: place.spec.repeats)
        other_level = next((place for place in named if not place.spec.repeats), None)
        return None if other_level and self.home(piece) else other_level

    def home(self, piece: _Piece) -> SectionPlace | None:
        """The section of the kind, anywhere in it, that has this heading on this level; none that repeats."""
        level = piece.heading.level
        return next((place for place in piece.named if place.level == level and not place.spec.repeats), None)

    def ends(self, section: Section, piece: _Piece) -> bool:
        """Whether a heading that is none of the section's siblings ends it, being as high and none of its children."""
        level = section.place.level if section.place else section.heading.level
        if piece.heading.level > level:
            return False
        below = section.place.walk() if section.place and piece.named else ()
        return not any(not place.spec.repeats and place in piece.named for place in below)


def heading_match(place: SectionPlace, heading: Heading) -> Captures | None:
    """What a heading's holes hold, if it is the heading of that section, or what its generator writes instead."""
    captures = place.spec.heading.match(heading.children)
    if captures is None and place.spec.emits is not None:
        captures = place.spec.emits.match(heading.children)
    if captures is None and place.spec.repeats:
        # What is different in each of them is a name, which may be set as code.
        match heading.children:
            case [Code(start=start, end=end, text=text)]:
                ticks = (end - start - len(text)) // 2
                captures = place.spec.heading.match([Text(start + ticks, end - ticks, text)])
    return captures


def named_by(heading: Heading, kind: Kind) -> dict[SectionPlace, Captures]:
    """The sections of a kind, in its order, whose heading it is, each with what the holes hold."""
    inlines = joined(heading.children)
    text = inlines[0].text if len(inlines) == 1 and isinstance(inlines[0], Text) else None
    found: dict[SectionPlace, Captures] = {}
    for place, is_certain in kind.by_heading.get(text) or kind.by_heading[None]:
        captures = {} if is_certain else heading_match(place, heading)
        if captures is not None:
            found[place] = captures
    return found


class _Level:
    """The sections below one heading against what the format has there."""

    def __init__(self, places: Sequence[SectionPlace], sections: Sequence[Section], parent: Section | None) -> None:
        self.places = places
        self.sections = [section for section in sections if not section.astray]
        self.parent = parent
        self.rank = {place: number for number, place in enumerate(places)}

    def compare(self, outline: Outline) -> None:
        self.note_repeated()
        absent = self.let_others_stand_in(self.absent())
        self.note_disorder(outline)
        if self.parent is None or self.sections or self.parent.blocks:
            outline.missing += [Missing(place, self.next_after(place), self.parent) for place in absent]

    def note_repeated(self) -> None:
        """A section is there already if one of its place is, or if it repeats, one with the same name."""
        seen: set[tuple[SectionPlace, tuple[str, ...]]] = set()
        for section in self.sections:
            if section.place is None:
                continue
            names = section.captures.values() if section.place.spec.repeats else ()
            identity = section.place, tuple(capture.text for capture in names)
            section.repeated = identity in seen
            seen.add(identity)

    def absent(self) -> list[SectionPlace]:
        present = {section.place for section in self.sections}
        return [place for place in self.places if place.spec.required and place not in present]

    def let_others_stand_in(self, absent: list[SectionPlace]) -> list[SectionPlace]:
        """Take an unknown section in the place of an absent one for a renamed one; what then is still absent."""
        unknown = self.gaps() if absent else []
        still_absent = []
        for place in absent:
            rank = self.rank[place]
            candidates = [
                (_likeness(section.heading, place), number)
                for number, (section, after, before) in enumerate(unknown)
                if after < rank < before or _likeness(section.heading, place) >= _ALIKE
            ]
            if candidates:
                section = unknown.pop(max(candidates)[1])[0]
                section.place, section.renamed = place, True
            else:
                still_absent.append(place)
        return still_absent

    def gaps(self) -> list[tuple[Section, int, int]]:
        """Each section that the format does not have, with the ranks of the known ones before and after it."""
        gaps: list[tuple[Section, int, int]] = []
        waiting: list[tuple[Section, int]] = []
        last = -1
        for section in self.sections:
            if section.place is None:
                waiting.append((section, last))
            else:
                last = self.rank[section.place]
                gaps += [(unknown, after, last) for unknown, after in waiting]
                waiting.clear()
        return gaps + [(unknown, after, len(self.places)) for unknown, after in waiting]

    def note_disorder(self, outline: Outline) -> None:
        known = [
            section
            for section in self.sections
            if section.place and not (section.repeated or section.renamed or _is_aside(section))
        ]
        ranks = [(self.rank[section.place], _order(section)) for section in known if section.place is not None]
        if all(left <= right for left, right in pairwise(ranks)):
            return
        kept = set(longest_ascent(ranks))
        ordered = sorted(range(len(known)), key=ranks.__getitem__)
        moved = []
        for before, index in pairwise([None, *ordered]):
            if index is not None and index not in kept:
                moved.append((index, None if before is None else known[before]))
        outline.disorder.append(
            Disorder([(known[index], before) for index, before in sorted(moved, key=lambda m: m[0])])
        )

    def next_after(self, place: SectionPlace) -> Section | None:
        """The first section on the page that comes later in the format."""
        rank = self.rank[place]
        return next((section for section in self.sections if section.place and self.rank[section.place] > rank), None)


def _likeness(heading: Heading, place: SectionPlace) -> float:
    from rapidfuzz.fuzz import ratio

    return ratio(heading.text.casefold(), place.spec.heading.text.casefold())


def _order(section: Section) -> tuple[int, str]:
    """What a section is sorted by among those that repeat with it."""
    kind = section.place.spec.order if section.place else None
    if kind is None:
        return 0, ""
    text = next((capture.text for capture in section.captures.values()), "")
    if kind == "number":
        return _number(text), ""
    return 0, text if kind == "text" else ""


def _is_aside(section: Section) -> bool:
    """Whether it is a group for what begins with no letter (`_`, `0-9`), which may stand at either end."""
    if section.place is None or section.place.spec.order != "text":
        return False
    text = next((capture.text for capture in section.captures.values()), "")
    return not any(letter.isalpha() for letter in text)


def _number(text: str) -> int:
    """The number that a text begins with, 0 if there is none.

    >>> [_number(text) for text in ("12: Tools", "XIV", "IX - Tests", "Tests")]
    [12, 14, 9, 0]
    """
    match = _NUMERAL.match(text)
    if match is None:
        return 0
    if match["arabic"]:
        return int(match["arabic"])
    values = [_ROMAN[letter] for letter in match["roman"]]
    # A smaller value before a greater one is taken away.
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def longest_ascent(numbers: Sequence[Any]) -> list[int]:
    """The indices of a longest subsequence that never falls; of several, the one that leaves out the earliest.

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
