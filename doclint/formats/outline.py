"""The outline of a page: its headings compared with the sections of its kind."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from doclint.formats.inlines import joined
from doclint.formats.pattern import Captures, first_match
from doclint.formats.schema import Format, Kind
from doclint.formats.sections import SectionPlace
from doclint.markdown.nodes import Block, Code, Heading, List, Text
from doclint.markdown.source import Span
from doclint.markdown.suppressions import is_silent

_ALIKE = 60  # per cent of likeness from which a heading may be a renamed one
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = re.compile(r"(?P<arabic>\d{1,9})|(?P<roman>[IVXLCDM]{1,15})(?![^\W\d_])")


@dataclass(slots=True)
class Section:
    """A section of a page: its heading, the blocks before the first heading below it, and the sections below it.

    `place` is the section's place in the format, None for a section that the format does not have; the latter keeps
    everything below it as blocks. `captures` are the holes of the heading. A `renamed` section takes the place of a
    missing one, a `repeated` one occurs once more than it may, an `astray` one lies below another section than in the
    format.
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
        """Whether there is nothing below the heading."""
        return not self.blocks and not self.children

    def walk(self) -> Iterator["Section"]:
        """Yield the section and all sections below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class MissingSection:
    """A missing section. It belongs `before` another one, or else at the end of `within`, or of the page for None."""

    place: SectionPlace
    before: Section | None
    within: Section | None


@dataclass(slots=True)
class Disorder:
    """Sections of one level that are not in the order of the format.

    `moved` are the fewest sections that must move, each with the section that it should follow; None for the first.
    """

    moved: list[tuple[Section, Section | None]]


@dataclass(slots=True)
class Outline:
    """The structure of a page as its kind describes it.

    `preamble` are the blocks between the title and the first section, `epilogue` those behind the footer.
    """

    title: Heading | None = None
    title_captures: Captures | None = None
    preamble: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    footer: Span | None = None
    footer_captures: Captures = field(default_factory=dict)
    epilogue: list[Block] = field(default_factory=list)
    missing: list[MissingSection] = field(default_factory=list)
    disorder: list[Disorder] = field(default_factory=list)

    def walk(self) -> Iterator[Section]:
        """Yield all sections, in document order."""
        for section in self.sections:
            yield from section.walk()


def outline_of(blocks: Sequence[Block], kind: Kind, format_: Format) -> Outline:
    """Compare the top-level headings among some blocks with the sections of a kind, and return the outline."""
    outline = Outline()
    blocks = _without_directives(blocks)
    start, end, captures = find_footer(blocks, format_)
    if captures is not None:
        outline.footer = Span(blocks[start].start, blocks[end - 1].end)
        outline.footer_captures = captures
        outline.epilogue = list(blocks[end:])
    pieces = _pieces(blocks[:start], outline, kind)
    _OutlineReader(outline).read(kind.sections, pieces, None)
    _adopt_orphans(outline, kind)
    if outline.missing:
        astray = {section.place for section in outline.walk() if section.astray}
        outline.missing = [missing for missing in outline.missing if missing.place not in astray]
    return outline


def _without_directives(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks without comments to doclint. Lists that only such a comment separates are joined."""
    if not any(map(is_silent, blocks)):
        return list(blocks)
    kept: list[Block] = []
    is_separated = False
    for block in blocks:
        if is_silent(block):
            is_separated = True
            continue
        match (kept[-1:], block):
            case ([List(first=one) as before], List(first=other)) if is_separated and (one is None) == (other is None):
                kept[-1] = List(before.start, block.end, one, [*before.items, *block.items])
            case _:
                kept.append(block)
        is_separated = False
    return kept


def find_title(blocks: Sequence[Block], kind: Kind) -> tuple[Heading | None, Captures | None]:
    """Return the title and what its pattern captures.

    The title is the first heading if it matches the title of the kind or has level 1; otherwise there is none.
    """
    first = next((block for block in blocks if isinstance(block, Heading)), None)
    captures = first_match(kind.title, first.children) if first else None
    return (first if first and (captures is not None or first.level == 1) else None), captures


def find_footer(blocks: Sequence[Block], format_: Format) -> tuple[int, int, Captures | None]:
    """Find the last footer: return the indices of its first block and of the block behind it, and its captures.

    Without a footer, both indices are the number of blocks, and the captures are None.
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
    """A heading and the blocks up to the next one.

    `named` are the sections of the kind with such a heading, each with the captures of the heading.
    """

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
    """Find the places of repeating sections for which only the heading above them is missing."""
    absent = {missing.place for missing in outline.missing}
    homes = [place for place in kind.all_sections if place.spec.repeats and kind.parents.get(place) in absent]
    for section in outline.walk() if homes else ():
        for place in homes if section.place is None else ():
            captures = heading_match(place, section.heading) if place.level == section.heading.level else None
            if captures is not None:
                section.place, section.captures, section.astray = place, captures, True
                break


class _OutlineReader:
    """Finds the sections of a page by the text of their headings first, and by their levels only then.

    So a heading of the wrong level still names its section, and an unknown heading of a high level does not take over
    the sections that follow it.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    def read(self, places: Sequence[SectionPlace], pieces: Sequence[_Piece], parent: Section | None) -> None:
        """Add the sections below one heading, or of the page, to the outline."""
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
        """Return the one of some places that a heading names.

        A place on the heading's level comes first. A place on another level counts only if no section of the kind has
        that name on the heading's level, and if it does not repeat.
        """
        named = [place for place in piece.named if place in places]
        on_level = [place for place in named if place.level == piece.heading.level]
        if on_level:
            return min(on_level, key=lambda place: place.spec.repeats)
        other_level = next((place for place in named if not place.spec.repeats), None)
        return None if other_level and self.home(piece) else other_level

    def home(self, piece: _Piece) -> SectionPlace | None:
        """Return the section anywhere in the kind with this heading and level, unless it repeats."""
        level = piece.heading.level
        return next((place for place in piece.named if place.level == level and not place.spec.repeats), None)

    def ends(self, section: Section, piece: _Piece) -> bool:
        """Whether a heading, which does not name a sibling of a section, ends that section: it is of the same level or
        a higher one, and does not name a section below.
        """
        level = section.place.level if section.place else section.heading.level
        if piece.heading.level > level:
            return False
        below = section.place.walk() if section.place and piece.named else ()
        return not any(not place.spec.repeats and place in piece.named for place in below)


def heading_match(place: SectionPlace, heading: Heading) -> Captures | None:
    """Return the captures of a heading if it is the one of a section, or the one that the generator writes instead."""
    captures = place.spec.heading.match(heading.children)
    if captures is None and place.spec.emits is not None:
        captures = place.spec.emits.match(heading.children)
    if captures is None and place.spec.repeats:
        # Repeating sections differ by a name, which may be written as code.
        match heading.children:
            case [Code(start=start, end=end, text=text)]:
                ticks = (end - start - len(text)) // 2
                captures = place.spec.heading.match([Text(start + ticks, end - ticks, text)])
    return captures


def named_by(heading: Heading, kind: Kind) -> dict[SectionPlace, Captures]:
    """Return the sections of a kind that have a heading, in the order of the kind, each with the captures."""
    inlines = joined(heading.children)
    text = inlines[0].text if len(inlines) == 1 and isinstance(inlines[0], Text) else None
    found: dict[SectionPlace, Captures] = {}
    for place, is_certain in kind.by_heading.get(text) or kind.by_heading[None]:
        captures = {} if is_certain else heading_match(place, heading)
        if captures is not None:
            found[place] = captures
    return found


class _Level:
    """The sections below one heading, compared with those that the format has there."""

    def __init__(self, places: Sequence[SectionPlace], sections: Sequence[Section], parent: Section | None) -> None:
        self.places = places
        self.sections = [section for section in sections if not section.astray]
        self.parent = parent
        self.rank = {place: number for number, place in enumerate(places)}

    def compare(self, outline: Outline) -> None:
        self.mark_repeated()
        absent = self.assign_renamed(self.absent())
        self.add_disorder(outline)
        if self.parent is None or self.sections or self.parent.blocks:
            outline.missing += [MissingSection(place, self.next_after(place), self.parent) for place in absent]

    def mark_repeated(self) -> None:
        """Mark sections that occur a second time: with the same place, and if that repeats, with the same name."""
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

    def assign_renamed(self, absent: list[SectionPlace]) -> list[SectionPlace]:
        """Give unknown sections the places of absent ones that they rename. Return the places that remain absent."""
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
        """Return each section that the format does not have, with the ranks of the known ones before and after it."""
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

    def add_disorder(self, outline: Outline) -> None:
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
        """Return the first section on the page that comes later in the format."""
        rank = self.rank[place]
        return next((section for section in self.sections if section.place and self.rank[section.place] > rank), None)


def _likeness(heading: Heading, place: SectionPlace) -> float:
    from rapidfuzz.fuzz import ratio

    return ratio(heading.text.casefold(), place.spec.heading.text.casefold())


def _order(section: Section) -> tuple[int, str]:
    """Return the sort key of a section among those that repeat with it."""
    kind = section.place.spec.order if section.place else None
    if kind is None:
        return 0, ""
    text = next((capture.text for capture in section.captures.values()), "")
    if kind == "number":
        return _number(text), ""
    return 0, text if kind == "text" else ""


def _is_aside(section: Section) -> bool:
    """Whether a section is a group for names without a letter (`_`, `0-9`), which may come first or last."""
    if section.place is None or section.place.spec.order != "text":
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
