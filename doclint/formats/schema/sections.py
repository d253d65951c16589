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

    heading: SomePatterns
    misspelled: PatternText | None = None
    key: str = ""
    level: Levels = []
    required: bool = True
    repeats: bool = False
    sorted_by: Literal["text", "number"] | None = None
    index: bool = False
    before: Patterns = []
    when: When | None = None
    source: SourceTemplates = []
    open: bool = False
    instead_of: str = ""
    content: list[Content] = field(default_factory=lambda: [ProseContent(shape="prose")])
    child: list[Annotated["SectionSpec", OrName()]] = []


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
