"""The sections of a kind of page, as pydantic models, and their places in the kind."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.contents import AnyContent, Defining, ProseContent, When
from doclint.formats.schema.models import Patterns, PatternText, SourceTemplates, _OneOrMore, _OrName

_LOWEST = 6  # the lowest level of a heading

Levels = Annotated[list[Annotated[int, Field(ge=1, le=_LOWEST)]], _OneOrMore()]


def _free_text() -> list[AnyContent]:
    return [ProseContent.model_construct(shape="prose")]


class SectionSpec(Defining):
    """A section of a kind."""

    heading: Patterns = Field(
        description="What the heading should say. Of several, one is enough, and the first names the section."
    )
    misspelled: PatternText | None = Field(
        default=None,
        description="What the generator writes instead of the heading: it matches as well, and a rule reports it.",
    )
    key: str = Field(default="", description="The section's name in rules and reports; by default from its heading.")
    level: Levels = Field(
        default=[], description="The level of the heading, or several; by default one more than the parent's."
    )
    required: bool = True
    repeats: bool = Field(
        default=False,
        description="Any number of sections with such headings may follow each other. Sections that repeat and are "
        "next to each other in the format may alternate on the page.",
    )
    sorted_by: Literal["text", "number"] | None = Field(
        default=None,
        description="How sections that repeat are sorted: by the text of the first hole of their heading, in the order "
        "of code points, or by the number that it begins with, in Arabic or Roman numerals.",
    )
    index: bool = Field(
        default=False,
        description="Whether the section and those below it are an index, which is useless without entries.",
    )
    before: Patterns = Field(
        default=[],
        description="The block in front of the heading that belongs to the section, such as an anchor. Of several, "
        "one is enough; an empty text stands for no such block. Holes that the heading has as well have the same text. "
        "Where other headings may stand (`open`), a heading without it is not that of the section.",
    )
    when: When | None = Field(default=None, description="Only on pages about such files.")
    source: SourceTemplates = Field(
        default=[],
        description="The file that the section and those below it are about: see `source` of a kind. Holes are those "
        "of the heading, of the front matter and of the path of the page.",
    )
    open: bool = Field(
        default=False,
        description="Whether other headings may stand below it, on any level: with their texts, they are prose.",
    )
    instead_of: str = Field(
        default="",
        description="The key of a section beside it that this one replaces: one of the two is enough.",
    )
    content: list[AnyContent] = Field(
        default_factory=_free_text,
        description="What stands in the section, in this order; without it, free text. Empty for a section that is "
        "only a heading.",
    )
    child: list[Annotated["SectionSpec", _OrName()]] = Field(default=[], description="The sections below it.")


@dataclass(frozen=True, slots=True, eq=False)
class SectionPlace:
    """A section in its place: the levels of its heading, a key that is unique in its kind, and the sections below it.

    The `role` is the key of the section that it replaces, or else its own. The `rank` counts the sections in front of
    it below the same heading; sections that may alternate share one. `is_among_others` is true if headings that the
    format does not have may be around its heading, and `holds_others` if they may be somewhere below it.
    """

    spec: SectionSpec
    levels: tuple[int, ...]
    key: str
    role: str
    rank: int
    children: tuple["SectionPlace", ...]
    is_among_others: bool
    holds_others: bool

    @property
    def level(self) -> int:
        """The level that its heading should have if there is no other reason."""
        return self.levels[0]

    @property
    def heading(self) -> Pattern:
        """What its heading should say if there is no other reason."""
        return self.spec.heading[0]

    @property
    def headings(self) -> list[Pattern]:
        """All patterns of its heading, the misspelled one last."""
        misspelled = self.spec.misspelled
        return [*self.spec.heading, misspelled] if misspelled else self.spec.heading

    @property
    def texts(self) -> frozenset[str]:
        """All texts that its heading can have; empty if the format does not determine them."""
        texts = [pattern.fixed for pattern in self.headings]
        return frozenset(text for text in texts if text is not None and None not in texts)

    def walk(self) -> Iterator["SectionPlace"]:
        """Yield the place and all places below it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.walk()


def places(
    specs: Sequence[SectionSpec], levels: Sequence[int], prefix: str, *, is_open: bool
) -> Iterator[SectionPlace]:
    """Yield the places of sections below one heading, or of a page, that may have other headings if it `is_open`."""
    rank, may_alternate = -1, False
    for spec in specs:
        if not (may_alternate and spec.repeats):
            rank += 1
        may_alternate = spec.repeats
        own = tuple(spec.level or levels)
        key = spec.key or prefix + key_of(spec.heading[0])
        below = sorted({min(level + 1, _LOWEST) for level in own})
        children = tuple(places(spec.child, below, f"{key}.", is_open=is_open or spec.open))
        holds_others = is_open or spec.open or any(child.holds_others for child in children)
        yield SectionPlace(spec, own, key, spec.instead_of or key, rank, children, is_open, holds_others)


def key_of(heading: Pattern) -> str:
    """Return the words of a heading in lower case, joined by hyphens; those of holes for a heading without any."""
    return "-".join(re.findall(r"[^\W_]+", heading.text.casefold())) or "any"
