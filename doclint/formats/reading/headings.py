"""What a block of a page is: the title, a part of the footer, or the heading of a section."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from doclint.formats.patterns.inlines import joined
from doclint.formats.patterns.pattern import Captures, Pattern, first_match
from doclint.markdown.nodes import Block, Code, Heading, Text

if TYPE_CHECKING:
    from doclint.formats.schema.format import Kind
    from doclint.formats.schema.sections import NamedPlace, SectionPlace


def find_title(blocks: Sequence[Block], kind: "Kind") -> tuple[Heading | None, Captures | None]:
    """Return the title and what its pattern captures.

    The title is the first heading if it matches the title of the kind or has its level; otherwise there is none, nor if
    pages of the kind have none.
    """
    if not kind.title:
        return None, None
    first = next((block for block in blocks if isinstance(block, Heading)), None)
    captures = first_match(kind.title, first.children) if first else None
    return (first if first and (captures is not None or first.level == kind.title_level) else None), captures


def find_footer(blocks: Sequence[Block], footer: Sequence[Pattern]) -> tuple[int, int, Captures | None]:
    """Find the last footer that consists of some patterns, block by block.

    Return the indices of its first block and of the block after it, and its captures. Without a footer, both indices
    are the number of blocks, and the captures are None.
    """
    for end in range(len(blocks), 0, -1) if footer else ():
        captures = footer[-1].match_block(blocks[end - 1])
        if captures is None:
            continue
        start = end - 1
        for pattern in reversed(footer[:-1]):
            if start and pattern.match_block(blocks[start - 1]) is not None:
                start -= 1
        return start, end, captures
    return len(blocks), len(blocks), None


def heading_match(place: "SectionPlace", heading: Heading) -> Captures | None:
    """Return the captures of a heading if it is the one of a section, or the one that the generator writes instead."""
    captures = first_match(place.headings, heading.children)
    if captures is None and place.spec.repeats:
        # Repeating sections differ by a name, which may be written as code.
        match heading.children:
            case [Code(start=start, end=end, text=text)]:
                ticks = (end - start - len(text)) // 2
                captures = first_match(place.spec.heading, [Text(start + ticks, end - ticks, text)])
    return captures


def _possible(heading: Heading, kind: "Kind") -> "list[NamedPlace]":
    """Return the sections that a heading may name by how it begins, which rules out most of many sections."""
    every = kind.by_heading[None]
    if not heading.children:
        return every
    first = heading.children[0]
    opening = type(first), getattr(first, "text", "")[:1]
    if opening not in kind.by_opening:
        is_code = opening[0] is Code  # see `heading_match`
        kind.by_opening[opening] = [
            one
            for one in every
            if (is_code and one.place.spec.repeats) or any(pattern.may_open(*opening) for pattern in one.place.headings)
        ]
    return kind.by_opening[opening]


def named_by(heading: Heading, kind: "Kind") -> "dict[SectionPlace, Captures]":
    """Return the sections of a kind that have a heading, in the order of the kind, each with the captures."""
    inlines = joined(heading.children)
    text = inlines[0].text if len(inlines) == 1 and type(inlines[0]) is Text else None
    found: dict[SectionPlace, Captures] = {}
    # Sections that a format shares are in many places, and match the same headings in all of them.
    known: dict[SectionPlace, Captures | None] = {}
    possible = kind.by_heading.get(text) if text is not None else None
    for place, like, is_certain in possible or _possible(heading, kind):
        if is_certain:
            found[place] = {}
            continue
        if like not in known:
            known[like] = heading_match(place, heading)
        captures = known[like]
        if captures is not None:
            found[place] = captures
    return found


def captures_before(place: "SectionPlace", block: Block | None, captures: Captures) -> Captures | None:
    """Return the captures of the block in front of a heading; None if it does not belong to a section.

    What a hole captures in both must be the same.
    """
    for pattern in place.spec.before if block else ():
        found = pattern.match_block(block) if block else None
        if found is not None and all(captures[name].text == found[name].text for name in found if name in captures):
            return found
    return None


def needs_before(place: "SectionPlace") -> bool:
    """Whether only the block in front of a heading tells that it begins a section: other headings are there, too."""
    return place.is_among_others and bool(place.spec.before) and not any(one.is_empty for one in place.spec.before)
