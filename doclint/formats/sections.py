"""The sections of a kind of page, as pydantic models, and their places in the kind."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from doclint.formats.contents import AnyContent, Defining, When
from doclint.formats.models import PatternText, SourceTemplates
from doclint.formats.pattern import Pattern


class SectionSpec(Defining):
    """A section of a kind."""

    heading: PatternText = Field(description="What the heading should say.")
    emits: PatternText | None = Field(
        default=None,
        description="What the generator writes instead: it matches as well, and a rule reports it.",
    )
    key: str = Field(default="", description="The section's name in rules and reports; by default from its heading.")
    level: int | None = Field(default=None, ge=1, le=6, description="By default one more than the parent's.")
    required: bool = True
    repeats: bool = Field(default=False, description="Any number of sections with such headings may follow each other.")
    order: Literal["text", "number"] | None = Field(
        default=None,
        description="How sections that repeat are sorted: by the text of the first hole of their heading, in the order "
        "of code points, or by the number that it begins with, in Arabic or Roman numerals.",
    )
    index: bool = Field(
        default=False,
        description="Whether the section and those below it are an index, which is useless without entries.",
    )
    before: list[AnyContent] = Field(
        default=[], description="What stands in front of the heading and belongs to it, such as an anchor."
    )
    when: When | None = Field(default=None, description="Only on pages about such files.")
    source: SourceTemplates = Field(
        default=[],
        description="The file that the section and those below it are about: see `source` of a kind. Holes are those "
        "of the heading, of the front matter and of the path of the page.",
    )
    open: bool = Field(
        default=False, description="Whether other headings may stand below it: with their texts, they are prose."
    )
    instead_of: str = Field(
        default="",
        description="The key of a section of the same level that this one replaces: one of the two is enough.",
    )
    content: list[AnyContent] = Field(
        default=[], description="What stands in the section, in this order; without it, free text."
    )
    child: list["SectionSpec"] = Field(default=[], description="The sections below it.")


@dataclass(frozen=True, slots=True, eq=False)
class SectionPlace:
    """A section in its place: the level of its heading, a key that is unique in its kind, and the sections below it."""

    spec: SectionSpec
    level: int
    key: str
    children: tuple["SectionPlace", ...]

    @property
    def texts(self) -> frozenset[str]:
        """All texts that its heading can have; empty if the format does not determine them."""
        patterns = (self.spec.heading, self.spec.emits or self.spec.heading)
        texts = [pattern.fixed for pattern in patterns]
        return frozenset(text for text in texts if text is not None and None not in texts)

    def walk(self) -> Iterator["SectionPlace"]:
        """Yield the place and all places below it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.walk()


def places(specs: Sequence[SectionSpec], level: int, prefix: str) -> Iterator[SectionPlace]:
    for spec in specs:
        own = spec.level or level
        key = spec.key or prefix + _key(spec.heading)
        yield SectionPlace(spec, own, key, tuple(places(spec.child, own + 1, f"{key}.")))


def _key(heading: Pattern) -> str:
    """Return the words of a heading in lower case, joined by hyphens."""
    return "-".join(re.findall(r"[^\W_]+", heading.text.casefold()))
