"""Samples that a format is drafted from, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from doclint.markdown.document import Document
from doclint.markdown.nodes import Block, Heading, Inline


@dataclass(frozen=True, slots=True, eq=False)
class SamplePage:
    """A page that a format is drafted from.

    `path` is its path from the root of the repository. `front_matter` has the texts and numbers of its front matter by
    key, those in tables with dots.
    """

    path: str
    document: Document
    front_matter: Mapping[str, str] = field(default_factory=dict)

    @property
    def headings(self) -> list[Heading]:
        """The headings that are in no other block."""
        return [block for block in self.document.blocks if isinstance(block, Heading)]


@dataclass(frozen=True, slots=True, eq=False)
class TextSample:
    """A text in one role on one page, such as a title, with the values of holes that its pattern may have.

    `known` are the values by the names of the holes: those of the path, and for a section those of the title and of the
    headings above it. A pattern may have such a hole where the value stands; what else varies is `{_}`.
    """

    page: SamplePage
    inlines: Sequence[Inline]
    known: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class SectionSample:
    """The blocks at one place of a kind, on one page; a section that repeats gives several samples of a page.

    The `known` values are those of a `TextSample`; they include the holes of the heading of the section itself.
    """

    page: SamplePage
    blocks: Sequence[Block]
    known: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """Where a content is drafted for: the constant words of the headings around it, the nearest one last, and what
    symbols the section defines, and those around it; the outermost ones first.

    >>> DraftPlace(("Class", "Methods", "Parameters"), (("class",), ("method",))).defines
    ('method',)
    """

    headings: tuple[str, ...] = ()
    scopes: tuple[tuple[str, ...], ...] = ()

    @property
    def defines(self) -> tuple[str, ...]:
        """What the nearest symbol is that the section, or one around it, defines; empty if there is none."""
        return self.scopes[-1] if self.scopes else ()
