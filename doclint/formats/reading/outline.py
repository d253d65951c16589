"""The outline of a page: its headings compared with the sections of its kind."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.formats.holes import SCOPE, SYMBOL
from doclint.formats.patterns.pattern import Captures
from doclint.markdown.nodes import Block, Heading
from doclint.markdown.source import Span

if TYPE_CHECKING:
    from doclint.formats.schema.sections import SectionPlace


class Section(Struct):
    """A section of a page: its heading, the blocks before the first section below it, and the sections below it.

    `place` is the section's place in the format, None for a section that the format does not have; the latter keeps
    everything below it as blocks. `before` is the block in front of the heading that belongs to it, and `captures` are
    the holes of both. Headings among the blocks are prose, which the format allows there. A `renamed`
    section takes the place of a missing one, a `repeated` one occurs once more than it may, an `astray` one lies below
    another section than in the format.
    """

    heading: Heading
    blocks: list[Block] = []
    children: list["Section"] = []
    place: "SectionPlace | None" = None
    before: Block | None = None
    captures: Captures = {}
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

    @property
    def qualified(self) -> str:
        """The name of the symbol that it defines, after the names of scopes as far as the section has them."""
        names = (self.captures[hole].text for hole in (SCOPE, SYMBOL) if hole in self.captures)
        return ".".join(name for name in names if name)

    def walk(self) -> Iterator["Section"]:
        """Yield the section and all sections below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def is_within(captures: Captures, around: Section | None) -> bool:
    """Whether the scope that a heading names is the symbol that the section around it defines, as far as both are
    known.
    """
    if around is None or SCOPE not in captures:
        return True
    return not around.qualified or captures[SCOPE].text == around.qualified


class MissingSection(Struct):
    """A missing section. It belongs `before` another one, or else at the end of `within`, or of the page for None.

    `instead` are the sections of the format that could replace it.
    """

    place: "SectionPlace"
    instead: "list[SectionPlace]"
    before: Section | None
    within: Section | None


class Disorder(Struct):
    """Sections of one level that are not in the order of the format.

    `moved` are the fewest sections that must move, each with the section that it should follow; None for the first.
    """

    moved: list[tuple[Section, Section | None]]


class Outline(Struct):
    """The structure of a page as its kind describes it.

    `preamble` are the blocks between the title and the first section, `epilogue` those after the footer.
    """

    title: Heading | None = None
    title_captures: Captures | None = None
    front_matter_captures: Captures = {}
    preamble: list[Block] = []
    sections: list[Section] = []
    footer: Span | None = None
    footer_captures: Captures = {}
    epilogue: list[Block] = []
    missing: list[MissingSection] = []
    disorder: list[Disorder] = []

    def walk(self) -> Iterator[Section]:
        """Yield all sections, in document order."""
        for section in self.sections:
            yield from section.walk()
