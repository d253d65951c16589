"""Reading the outline of a page: which section of its kind each heading begins."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Captures
from doclint.formats.reading.headings import (
    captures_before,
    find_footer,
    find_title,
    heading_match,
    named_by,
    needs_before,
)
from doclint.formats.reading.levels import Level
from doclint.formats.reading.outline import Outline, Section, is_within
from doclint.formats.subject import Subject
from doclint.markdown.nodes import Block, Break, CodeBlock, Heading, Html, List, Paragraph, ThematicBreak
from doclint.markdown.source import Span
from doclint.markdown.suppressions import is_silent

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format, Kind
    from doclint.formats.schema.sections import SectionPlace

_NAME = expression(r"[\w.]*+")  # what headings of docstrings may be, too
_SIGNATURE = r"\b(?:class|def)\s+{}\b"


def outline_of(blocks: Sequence[Block], kind: "Kind", format_: "Format", subject: Subject) -> Outline:
    """Compare the top-level headings among some blocks with the sections of a kind, and return the outline."""
    outline = Outline()
    blocks = _without_directives(blocks)
    start, end, captures = find_footer(blocks, format_.footer_of(kind))
    if captures is not None:
        outline.footer = Span(blocks[start].start, blocks[end - 1].end)
        outline.footer_captures = captures
        outline.epilogue = list(blocks[end:])
    body = blocks[:start]
    if format_.separators:
        body = [block for block in body if not isinstance(block, ThematicBreak)]
    pieces = _pieces(body, outline, kind, subject)
    _OutlineReader(outline, subject).read(kind.sections, pieces, None, is_open=kind.open)
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


class _HeadedPart(Struct):
    """A heading and the blocks up to the next one, or to the block in front of it that belongs to it.

    `named` are the sections of the kind with such a heading, each with the captures of the heading and of the block
    `before` it. Pages of such a kind `may_nest` headings: objects within objects, as those of TypeDoc.
    """

    heading: Heading
    named: "dict[SectionPlace, Captures]"
    before: Block | None = None
    blocks: list[Block] = []
    may_nest: bool = False

    @property
    def everything(self) -> list[Block]:
        return [*([self.before] if self.before else ()), self.heading, *self.blocks]

    def is_of_generator(self, place: "SectionPlace") -> bool:
        """Whether the heading begins a section of a symbol, although it is on a level that only texts have: behind what
        is in front of such headings, with more than a name, or above a signature.
        """
        name, level, spec = self.named[place].get(SYMBOL), self.heading.level, place.spec
        is_symbol = spec.repeats and not spec.open and "parameter" not in spec.defines and not self.may_nest
        if not is_symbol or name is None or not _NAME.fullmatch(name.text) or level <= place.level:
            return False
        if any(level in one.levels for one in self.named):
            return False
        match self.blocks:
            case [CodeBlock(text=code), *_] if re.search(_SIGNATURE.format(re.escape(name.text)), code):
                return True
        return self.before is not None or not _NAME.fullmatch(self.heading.text)


def _pieces(blocks: Sequence[Block], outline: Outline, kind: "Kind", subject: Subject) -> list[_HeadedPart]:
    outline.title, outline.title_captures = find_title(blocks, kind)
    pieces: list[_HeadedPart] = []
    for block in blocks:
        if block is outline.title:
            continue
        above = pieces[-1].blocks if pieces else outline.preamble
        if type(block) is Heading:
            named = named_by(block, kind)
            if kind.has_conditions:
                named = {place: captures for place, captures in named.items() if subject.meets(place.spec.when)}
            pieces.append(_HeadedPart(block, named, may_nest=kind.together))
            if kind.has_blocks_before and any(place.spec.before for place in named):
                _take_before(pieces[-1], above)
        else:
            above.append(block)
    return pieces


def _take_before(piece: _HeadedPart, above: list[Block]) -> None:
    """Move the block in front of a heading to it if it belongs to a section that the heading names."""
    parts = _with_anchor_apart(above[-1]) if above else []
    last = parts[-1] if parts else None
    found = {place: captures_before(place, last, captures) for place, captures in piece.named.items()}
    is_found = any(captures is not None for captures in found.values())
    for place in [place for place in piece.named if place.spec.before]:
        captures = found.get(place)
        if captures is not None:
            piece.named[place] = captures | piece.named[place]
        elif is_found or needs_before(place):
            del piece.named[place]
    if is_found:
        above[-1:], piece.before = parts[:-1], last


def _with_anchor_apart(block: Block) -> list[Block]:
    """Return a block, or a paragraph and the tags on its last line: without a blank line, an anchor is a part of it."""
    if isinstance(block, Paragraph) and isinstance(block.children[-1], Html):
        breaks = (number for number, one in enumerate(block.children) if isinstance(one, Break))
        last = max(breaks, default=0)
        tags = block.children[last + 1 :]
        if last and all(isinstance(one, Html) for one in tags):
            end = block.children[last].start
            return [Paragraph(block.start, end, block.children[:last]), Paragraph(tags[0].start, block.end, tags)]
    return [block]


def _adopt_orphans(outline: Outline, kind: "Kind") -> None:
    """Find the places of repeating sections for which only the heading above them is missing."""
    absent = {missing.place for missing in outline.missing}
    homes = [place for place in kind.all_sections if place.spec.repeats and kind.parents.get(place) in absent]
    for section in outline.walk() if homes else ():
        for place in homes if section.place is None else ():
            captures = heading_match(place, section.heading) if section.heading.level in place.levels else None
            if captures is not None:
                section.place, section.captures, section.astray = place, captures, True
                break


def _level(section: Section) -> int:
    """Return the level of a section: what its format says unless that leaves a choice."""
    place = section.place
    return place.level if place and len(place.levels) == 1 else section.heading.level


def _may_be(place: "SectionPlace", piece: _HeadedPart) -> bool:
    """Whether a heading names a section that contains it may, although it is on no lower level than one around it."""
    return place in piece.named and (not place.spec.repeats or piece.heading.level in place.levels)


class _OutlineReader:
    """Finds the sections of a page by the text of their headings first, and by their levels only then.

    So a heading of the wrong level still names its section, and an unknown heading of a high level does not take over
    the sections that follow it.
    """

    def __init__(self, outline: Outline, subject: Subject) -> None:
        self.outline = outline
        self.subject = subject

    def read(
        self, places: "Sequence[SectionPlace]", pieces: Sequence[_HeadedPart], parent: Section | None, *, is_open: bool
    ) -> None:
        """Add the sections below one heading, or of the page, to the outline.

        If it `is_open`, headings that name no section are prose of the section that they are in.
        """
        sections = parent.children if parent else self.outline.sections
        prose = parent.blocks if parent else self.outline.preamble
        below: list[list[_HeadedPart]] = []
        for piece in pieces:
            last = sections[-1].place if sections else None
            found = self.find(places, piece, parent, is_strict=is_open or (last is not None and last.holds_others))
            if sections and (self.keeps(sections[-1], piece, found) if found else not self.ends(sections[-1], piece)):
                below[-1].append(piece)
                continue
            if found is None and is_open:
                prose += piece.everything
                continue
            place = found or self.home(piece)
            captures = piece.named[place] if place else {}
            is_astray = place is not None and place not in places
            sections.append(
                Section(
                    piece.heading, piece.blocks, place=place, before=piece.before, captures=captures, astray=is_astray
                )
            )
            below.append([])
        level = Level(places, sections, parent, self.subject)
        level.compare(self.outline)
        for section, rest in zip(sections, below, strict=True):
            if section.place is None:
                section.blocks = [*section.blocks, *(block for piece in rest for block in piece.everything)]
            elif rest or section.place.children:
                is_open_below = is_open or section.place.spec.open
                self.read(section.place.children, rest, section, is_open=is_open_below)
        level.add_disorder(self.outline)

    def find(
        self, places: "Sequence[SectionPlace]", piece: _HeadedPart, parent: Section | None, *, is_strict: bool
    ) -> "SectionPlace | None":
        """Return the one of some places below a section, or of the page, that a heading names.

        What the heading, or the block in front of it, says about the scope must be true of that section. A place on the
        heading's level comes first. A place on another level counts only if no section of the kind has that name on the
        heading's level, if it does not repeat, and if the search is not strict, or if only the generator writes it.
        """
        named = [place for place, captures in piece.named.items() if place in places and is_within(captures, parent)]
        level = piece.heading.level
        on_level = [place for place in named if level in place.levels]
        if on_level:
            return on_level[0] if len(on_level) == 1 else min(on_level, key=lambda place: place.spec.repeats)
        if is_strict:
            return next(filter(piece.is_of_generator, named), None)
        other_level = next((place for place in named if not place.spec.repeats), None)
        return None if other_level and self.home(piece) else other_level

    def home(self, piece: _HeadedPart) -> "SectionPlace | None":
        """Return the section anywhere in the kind with this heading and level, unless it repeats."""
        level = piece.heading.level
        return next((place for place in piece.named if level in place.levels and not place.spec.repeats), None)

    def keeps(self, section: Section, piece: _HeadedPart, sibling: "SectionPlace") -> bool:
        """Whether a heading, which names a sibling of a section, names a section below it that may be on its level.

        A heading that may be any name rather is the sibling if that has words of its own. Below a section that repeats,
        it belongs to that one.
        """
        level, own = piece.heading.level, _level(section)
        repeats = sibling.spec.repeats or (section.place is not None and section.place.spec.repeats)
        may_be_below = level == own or (level > own and repeats)
        below = section.place.children if section.place and may_be_below else ()
        return any(
            is_within(piece.named[place], section)
            for place in below
            if place in piece.named
            and (level in place.levels or piece.is_of_generator(place))
            and (sibling.spec.repeats or not place.spec.repeats)
        )

    def ends(self, section: Section, piece: _HeadedPart) -> bool:
        """Whether a heading, which does not name a sibling of a section, ends that section: it is of the same level or
        a higher one, does not name a section below, and no other headings may be there.
        """
        level = _level(section)
        if piece.heading.level > level:
            return False
        place = section.place
        if place is not None and place.holds_others:
            return False
        below = place.walk() if place and piece.named else ()
        return not any(_may_be(one, piece) for one in below)
