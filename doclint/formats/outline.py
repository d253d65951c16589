"""The headings of a page against the sections of its kind."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from doclint.formats.pattern import Captures, Pattern
from doclint.formats.schema import Format, Kind, SectionSpec
from doclint.nodes import Block, Heading
from doclint.source import Span

_ALIKE = 60  # per cent


@dataclass(slots=True)
class Section:
    """A section of a page: its heading, what stands before the first heading below it, and the sections below it.

    `spec` is what the format says of it, None for a section that the format does not have. `renamed` sections stand in
    the place of a section that is missing otherwise.
    """

    heading: Heading
    blocks: list[Block] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)
    spec: SectionSpec | None = None
    captures: Captures = field(default_factory=dict)
    key: str = ""
    renamed: bool = False
    repeated: bool = False

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

    spec: SectionSpec
    level: int
    before: Section | None
    within: Section | None


@dataclass(slots=True)
class Disorder:
    """Sections of one level that are not in the format's order; `moved` are the fewest that would have to move."""

    moved: list[Section]
    expected: list[Section]


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
    body = _without_footer(blocks, format_, outline)
    _nest(body, kind, outline)
    _Level(kind.section, outline.sections, None).compare(outline)
    return outline


def has_title(blocks: Sequence[Block], kind: Kind) -> bool:
    """Whether the first top-level heading of level 1 is a title of the kind."""
    first = next((block for block in blocks if isinstance(block, Heading) and block.level == 1), None)
    return first is not None and kind.title.match(first.children) is not None


def _without_footer(blocks: Sequence[Block], format_: Format, outline: Outline) -> Sequence[Block]:
    """The blocks before the last footer; what stands behind it is the epilogue."""
    if not format_.footer:
        return blocks
    for end in range(len(blocks), 0, -1):
        captures = format_.footer[-1].match_block(blocks[end - 1])
        if captures is None:
            continue
        start = end - 1
        for pattern in reversed(format_.footer[:-1]):
            if start and pattern.match_block(blocks[start - 1]) is not None:
                start -= 1
        outline.footer = Span(blocks[start].start, blocks[end - 1].end)
        outline.footer_captures = captures
        outline.epilogue = list(blocks[end:])
        return blocks[:start]
    return blocks


def _nest(blocks: Sequence[Block], kind: Kind, outline: Outline) -> None:
    """Hang every heading under the last one of a lower level; the title has nothing under it."""
    stack: list[Section] = []
    for block in blocks:
        if not isinstance(block, Heading):
            (stack[-1].blocks if stack else outline.preamble).append(block)
        elif outline.title is None and not outline.sections and block.level == 1:
            outline.title = block
            outline.title_captures = kind.title.match(block.children)
        else:
            while stack and stack[-1].heading.level >= block.level:
                stack.pop()
            section = Section(block)
            (stack[-1].children if stack else outline.sections).append(section)
            stack.append(section)


class _Level:
    """The sections below one heading against what the format has there."""

    def __init__(self, specs: Sequence[SectionSpec], sections: Sequence[Section], parent: Section | None) -> None:
        self.specs = specs
        self.sections = sections
        self.parent = parent
        self.rank = {id(spec): number for number, spec in enumerate(specs)}

    def compare(self, outline: Outline) -> None:
        self.assign()
        absent = self.let_others_stand_in(self.absent())
        self.name()
        self.note_disorder(outline)
        if self.parent is None or not self.parent.is_empty:
            level = self.parent.heading.level + 1 if self.parent else 2
            outline.missing += [
                Missing(spec, spec.level or level, self.next_after(spec), self.parent) for spec in absent
            ]
        for section in self.sections:
            if section.spec is not None:
                _Level(section.spec.child, section.children, section).compare(outline)

    def assign(self) -> None:
        """Give each section the spec whose heading it has; headings written out in full before patterns of any text."""
        specs = sorted(self.specs, key=lambda spec: spec.repeats)
        seen: set[tuple[int, str]] = set()
        for section in self.sections:
            for spec in specs:
                captures = _heading_match(spec, section.heading)
                if captures is None:
                    continue
                name = (id(spec), section.heading.text if spec.repeats else "")
                section.spec, section.captures, section.repeated = spec, captures, name in seen
                seen.add(name)
                break

    def absent(self) -> list[SectionSpec]:
        present = {id(section.spec) for section in self.sections}
        return [spec for spec in self.specs if spec.required and id(spec) not in present]

    def let_others_stand_in(self, absent: list[SectionSpec]) -> list[SectionSpec]:
        """Take an unknown section in the place of an absent one for a renamed one; what then is still absent."""
        unknown = self.places_of_unknown() if absent else []
        still_absent = []
        for spec in absent:
            candidates = [
                (_likeness(section.heading, spec), number)
                for number, (section, after, before) in enumerate(unknown)
                if after < self.rank[id(spec)] < before or _likeness(section.heading, spec) >= _ALIKE
            ]
            if candidates:
                section = unknown.pop(max(candidates)[1])[0]
                section.spec, section.renamed = spec, True
            else:
                still_absent.append(spec)
        return still_absent

    def places_of_unknown(self) -> list[tuple[Section, int, int]]:
        """Each section that the format does not have, with the ranks of the known ones before and after it."""
        places: list[tuple[Section, int, int]] = []
        waiting: list[tuple[Section, int]] = []
        last = -1
        for section in self.sections:
            if section.spec is None:
                waiting.append((section, last))
            else:
                last = self.rank[id(section.spec)]
                places += [(unknown, after, last) for unknown, after in waiting]
                waiting.clear()
        return places + [(unknown, after, len(self.specs)) for unknown, after in waiting]

    def name(self) -> None:
        prefix = f"{self.parent.key}." if self.parent else ""
        for section in self.sections:
            if section.spec is not None:
                section.key = section.spec.key or prefix + slug(section.spec.heading)

    def note_disorder(self, outline: Outline) -> None:
        known = [section for section in self.sections if section.spec is not None and not section.repeated]
        ranks = [self.rank[id(section.spec)] for section in known]
        if all(left <= right for left, right in pairwise(ranks)):
            return
        kept = set(longest_ascent(ranks))
        moved = [section for index, section in enumerate(known) if index not in kept]
        order = sorted(range(len(known)), key=ranks.__getitem__)
        outline.disorder.append(Disorder(moved, [known[index] for index in order]))

    def next_after(self, spec: SectionSpec) -> Section | None:
        """The first section on the page that comes later in the format."""
        rank = self.rank[id(spec)]
        return next((section for section in self.sections if self.rank.get(id(section.spec), -1) > rank), None)


def _heading_match(spec: SectionSpec, heading: Heading) -> Captures | None:
    captures = spec.heading.match(heading.children)
    if captures is None and spec.emits is not None:
        captures = spec.emits.match(heading.children)
    return captures


def _likeness(heading: Heading, spec: SectionSpec) -> float:
    from rapidfuzz.fuzz import ratio

    return ratio(heading.text.casefold(), spec.heading.text.casefold())


def longest_ascent(numbers: Sequence[int]) -> list[int]:
    """The indices of a longest subsequence that never falls; of several, the one that leaves out the earliest.

    >>> longest_ascent([1, 0, 2])
    [1, 2]
    """
    tails: list[int] = []
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


def slug(heading: Pattern) -> str:
    """A key made of a heading: words in lower case, joined by hyphens."""
    words = "".join(character if character.isalnum() else " " for character in heading.text.casefold()).split()
    return "-".join(words)
