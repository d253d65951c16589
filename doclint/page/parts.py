"""The parts of a page, line by line: which part of its format took what."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Shape
from doclint.formats.schema.contents import ProseContent
from doclint.markdown.nodes import ThematicBreak
from doclint.markdown.source import Span
from doclint.markdown.suppressions import is_silent
from doclint.page.parsed_page import ParsedPage

Taker: TypeAlias = Literal[
    "front-matter",
    "title",
    "heading",
    "element",
    "free-text",
    "footer",
    "separator",
    "definition",
    "suppression",
    "around",
    "nothing",
]
"""What takes a part of a page. `free-text` is an element of the shape `prose`.

Formats do not describe `definition`, those of links, nor `suppression`, the comments that doclint obeys, nor what is
`around` the part of a page that its generator owns.
"""


class PagePart(Struct, frozen=True, eq=False):
    """Consecutive lines of a page that one part of its format takes, from `first` to `last`; both count from 1.

    Blank lines belong to no part, except inside of one. `section` is the section around it; None above the first
    section and below the last one. The `shape` is what an element, or nothing, makes of the lines.
    """

    first: int
    last: int
    taker: Taker
    section: Section | None = None
    shape: Shape | None = None


def parts_of(parsed: ParsedPage) -> list[PagePart]:
    """Return the parts of a page in document order. Each line that is not blank is in one of them.

    On a page of no known kind, nothing takes a line.
    """
    source = parsed.source
    lines: dict[int, PagePart] = {}
    for span, part in _parts(parsed):
        first, last = source.position(span.start).line, source.position(max(span.start, span.end - 1)).line
        for line in range(first, last + 1):
            lines[line] = part
    for line in range(1, len(source.line_starts) + 1):
        if line not in lines and source.line(line).strip():
            lines[line] = _NOTHING
    return list(_joined(sorted(lines.items(), key=lambda pair: pair[0])))


_NOTHING = PagePart(0, 0, "nothing")
_AROUND = PagePart(0, 0, "around")


def _parts(parsed: ParsedPage) -> Iterator[tuple[Span, PagePart]]:
    """Yield the parts of a page with their places; one may lie in another one before it."""
    outline = parsed.outline
    if outline is None:
        return
    front_matter = parsed.document.front_matter
    if front_matter is not None:
        yield front_matter.span, PagePart(0, 0, "front-matter")
    yield from _asides(parsed)
    if parsed.identity is not None and parsed.identity.format.between:
        own = set(map(id, parsed.own_blocks))
        yield from ((one.span, _AROUND) for one in parsed.document.blocks if id(one) not in own)
    if outline.title is not None:
        yield outline.title.span, PagePart(0, 0, "nothing" if outline.title_captures is None else "title")
    for section in parsed.sections:
        taker: Taker = "nothing" if section.place is None else "heading"
        for block in (section.before, section.heading):
            if block is not None:
                yield block.span, PagePart(0, 0, taker, section)
    for place, shape in contents_by_section(parsed):
        taker = "free-text" if isinstance(shape.element, ProseContent) else "element" if shape.element else "nothing"
        yield shape.span, PagePart(0, 0, taker, place, shape)
    if outline.footer is not None:
        yield outline.footer, PagePart(0, 0, "footer")


def _asides(parsed: ParsedPage) -> Iterator[tuple[Span, PagePart]]:
    """Yield what is not content, whatever the format has there."""
    has_separators = parsed.identity is not None and parsed.identity.format.separators
    for definition in parsed.document.definitions:
        yield definition.span, PagePart(0, 0, "definition")
    for block in parsed.document.blocks:
        if has_separators and isinstance(block, ThematicBreak):
            yield block.span, PagePart(0, 0, "separator")
        elif is_silent(block):
            yield block.span, PagePart(0, 0, "suppression")


def contents_by_section(parsed: ParsedPage) -> Iterator[tuple[Section | None, Shape]]:
    """Yield the contents of a page in document order, each with the section that it is directly in, if any."""
    outline = parsed.outline
    if outline is None:
        return
    sections = outline.walk()
    section, following = None, next(sections, None)
    for shape in parsed.matched[0]:
        while following is not None and following.heading.start <= shape.start:
            section, following = following, next(sections, None)
        is_behind = outline.footer is not None and shape.start >= outline.footer.end
        yield None if is_behind else section, shape


def _joined(lines: Iterable[tuple[int, PagePart]]) -> Iterator[PagePart]:
    """Yield the parts, each with its first and its last line."""
    for _, run in groupby(lines, key=lambda pair: id(pair[1])):
        first, *others = run
        last = others[-1] if others else first
        yield replace(first[1], first=first[0], last=last[0])
