"""The sections of a kind of page, as models, and their places in the kind."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field

from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.contents import Content, Defining, ProseContent, When, is_in_heading
from doclint.formats.schema.models import Model, OneOrMore, OrName, Patterns, PatternText, SomePatterns, SourceTemplates

_LOWEST = 6  # the lowest level of a heading

Levels = OneOrMore[Annotated[int, Meta(ge=1, le=_LOWEST)]]


class SectionSpec(Model, Defining, frozen=True, kw_only=True):
    """A section of a kind."""

    heading: Annotated[
        SomePatterns, "What the heading says, as a pattern without `#`. Of several, the first one that matches counts."
    ]
    misspelled: Annotated[
        PatternText | None,
        "A misspelling of the heading that the generator writes: doclint recognizes the section, and "
        "reports the heading.",
    ] = None
    key: Annotated[
        str,
        "The name of the section in reports; by default the words of its (first) heading, in lower case "
        "and with hyphens.",
    ] = ""
    level: Annotated[
        Levels,
        "The level of the heading, 1 to 6, or several levels; by default 2, or one more than that of its parent.",
    ] = []
    required: Annotated[bool, "Whether doclint reports a page without the section."] = True
    repeats: Annotated[
        bool,
        "Whether there may be several such sections, as for a heading with the name of a symbol. "
        "Sections that repeat and are next to each other in the format may alternate on the page.",
    ] = False
    sorted_by: Annotated[
        Literal["text", "number"] | None,
        "What sections that repeat should be sorted by: the text of the first hole of their heading, in "
        "the order of code points, or the number that it begins with, in Arabic or Roman numerals.",
    ] = None
    index: Annotated[
        bool, "Whether the section, with those below it, is an index: doclint reports it if it has no entries."
    ] = False
    before: Annotated[
        Patterns,
        "The block in front of the heading that belongs to the section, such as an anchor, as a pattern. "
        "Of several, one is enough; an empty text means that the block may be absent. A hole that is in the heading, "
        "too, must match the same text there. Where a page may have other headings (`open`), the block tells those of "
        "the section from them.",
    ] = []
    when: Annotated[When | None, "The section is only on pages about such files."] = None
    source: Annotated[
        SourceTemplates,
        "The source file that the section, with those below it, is about, as `source` of a kind. Holes "
        "are those of the heading, of the front matter and of the page's path.",
    ] = []
    open: Annotated[
        bool,
        "Whether any other headings may be below it, on any level, such as headings from docstrings. "
        "They and what is below them are free text.",
    ] = False
    instead_of: Annotated[
        str, "The key of a sibling section that this one may replace: a page has one or the other."
    ] = ""
    content: Annotated[
        list[Content],
        "What is below the heading, in this order, up to the next heading; without it, free text. `[]` "
        "is a section that is only a heading, or has only sections below it.",
    ] = field(default_factory=lambda: [ProseContent(shape="prose")])
    child: Annotated[
        list[Annotated["SectionSpec", OrName()]], "The sections below this one, in the order of the page."
    ] = []


class SectionPlace(Struct, frozen=True, eq=False):
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
    def may_be_empty(self) -> bool:
        """Whether nothing has to be below its heading: that has its content, or else this is optional."""
        content = self.spec.content
        if any(child.spec.required for child in self.children):
            return False
        return bool(content) and all(one.optional or is_in_heading(one) for one in content)

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
    def wording(self) -> tuple[object, ...]:
        """What decides which headings match: places with the same one match the same headings."""
        return (*(pattern.text for pattern in self.headings), self.spec.misspelled is None, self.spec.repeats)

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


class NamedPlace(NamedTuple):
    """A section that a heading may name, the first section of the kind whose heading is `like` its own, and whether the
    text of the heading alone makes it certain.
    """

    place: SectionPlace
    like: SectionPlace
    is_certain: bool


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
        key = spec.key or prefix + key_of(spec.heading[0].text)
        below = sorted({min(level + 1, _LOWEST) for level in own})
        children = tuple(places(spec.child, below, f"{key}.", is_open=is_open or spec.open))
        holds_others = is_open or spec.open or any(child.holds_others for child in children)
        yield SectionPlace(spec, own, key, spec.instead_of or key, rank, children, is_open, holds_others)


def key_of(heading: str) -> str:
    """Return the words of a heading in lower case, joined by hyphens; `any` for a heading without words."""
    return "-".join(re.findall(r"[^\W_]+", heading.casefold())) or "any"
