"""The parts of a format that pages have: titles, headings, elements and footers, each with its place in the file."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from doclint.errors.validation import Path
from doclint.formats.mistakes.places import quoted
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template
from doclint.formats.reading.element_names import name_of, pattern_of
from doclint.formats.schema.contents import (
    CommandContent,
    Content,
    Defining,
    FieldsContent,
    Group,
    ListingContent,
    OneOf,
    ProseContent,
    SignatureContent,
    SourceContent,
    TableContent,
    TextContent,
    flat,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionSpec


class PatternSlot(Struct, frozen=True, eq=False):
    """A text of a part that pages have: its alternatives, the first of which that matches counts.

    The `name` is empty if the part has only this text.
    """

    name: str
    keys: Path
    patterns: Sequence[Pattern | Template]


class PlacedPart(Struct, frozen=True, eq=False):
    """A part of a format that pages have.

    `spec` is the model of the part. `around` is the number of the section that the part is in or, for a section, of the
    one above it; None if the part is directly in the kind. A part of a group or of alternatives
    `is_inner`, and is not required by itself.
    """

    kind: str
    section: str
    name: str
    keys: Path
    spec: Any
    around: int | None
    is_required: bool
    slots: tuple[PatternSlot, ...] = ()

    is_heading: bool = False
    is_inner: bool = False

    @property
    def shown(self) -> str:
        """The words by which messages name the part."""
        return f"the section `{self.slots[0].patterns[0].text}`" if self.is_heading else self.name

    @property
    def is_element(self) -> bool:
        """Whether the part is an element that takes blocks itself."""
        return isinstance(self.spec, Content) and not isinstance(self.spec, Group | OneOf)


class PlacedParts:
    """All parts of a format, numbered in the order of the file."""

    def __init__(self, format_: Format) -> None:
        self.format = format_
        self.parts: list[PlacedPart] = []
        self._numbers: dict[tuple[int, str], int] = {}
        self._section_keys: dict[int, str] = {}
        for index, kind in enumerate(format_.kind):
            self._add_kind(format_, kind, ("kind", index))

    def number(self, spec: object, role: str = "") -> int:
        """Return the number of a part, given its model.

        A `role` means the `title`, the `footer` or the `front-matter` of a kind, or the block `before` a heading.
        """
        return self._numbers[id(spec), role]

    def _add(self, part: PlacedPart, role: str = "") -> int:
        number = len(self.parts)
        self.parts.append(part)
        self._numbers[id(part.spec), role] = number
        return number

    def _add_kind(self, format_: Format, kind: Kind, keys: Path) -> None:
        self._section_keys = {id(place.spec): place.key for place in kind.all_sections}
        own = kind.footer is not None
        footer = format_.footer_of(kind)
        for role, there, patterns in (
            ("title", (*keys, "title"), kind.title),
            ("footer", (*keys, "footer") if own else ("footer",), footer[-1:]),
        ):
            slots = (PatternSlot("", there, patterns),)
            if patterns:
                self._add(
                    PlacedPart(kind.name, "", f"the {role}", there, kind, None, is_required=True, slots=slots), role
                )
        self._add_front_matter(kind, (*keys, "front-matter"))
        self._add_contents(kind.content, (*keys, "content"), kind.name, "", None)
        for index, spec in enumerate(kind.section):
            self._add_section(spec, (*keys, "section", index), kind.name, None)
        self._add_contents(kind.epilogue, (*keys, "epilogue"), kind.name, "", None)

    def _add_front_matter(self, kind: Kind, keys: Path) -> None:
        templates = kind.front_matter.items()
        slots = tuple(PatternSlot(f"the key `{key}` of ", (*keys, key), [template]) for key, template in templates)
        if slots:
            part = PlacedPart(kind.name, "", "the front matter", keys, kind, None, is_required=True, slots=slots)
            self._add(part, "front-matter")

    def _add_section(self, spec: SectionSpec, keys: Path, kind: str, around: int | None) -> None:
        key = self._section_keys[id(spec)]
        own = (*keys, "heading")
        slots = (PatternSlot("", own, spec.heading),)
        is_required = spec.required and spec.when is None and not spec.instead_of
        number = self._add(PlacedPart(kind, key, "the heading", own, spec, around, is_required, slots, is_heading=True))
        if spec.before:
            there = (*keys, "before")
            slots = (PatternSlot("", there, spec.before),)
            name = "the block before the heading"
            self._add(PlacedPart(kind, key, name, there, spec, number, is_required=False, slots=slots), "before")
        self._add_contents(spec.content, (*keys, "content"), kind, key, number)
        for index, child in enumerate(spec.child):
            self._add_section(child, (*keys, "child", index), kind, number)

    def _add_contents(
        self,
        contents: Sequence[Content],
        keys: Path,
        kind: str,
        section: str,
        around: int | None,
        *,
        is_inner: bool = False,
    ) -> None:
        for index, content in enumerate(contents):
            there = (*keys, index)
            is_required = not (content.optional or content.when or is_inner or isinstance(content, ProseContent))
            slots = tuple(_slots(content, there))
            part = PlacedPart(
                kind, section, named(content), there, content, around, is_required, slots, is_inner=is_inner
            )
            self._add(part)
            match content:
                case Group(group=group):
                    self._add_contents(group, (*there, "group"), kind, section, around, is_inner=True)
                case OneOf(one_of=alternatives):
                    for number, alternative in enumerate(alternatives):
                        inner = (*there, "one-of", number)
                        self._add_contents(alternative, inner, kind, section, around, is_inner=True)


def named(content: Content) -> str:
    """Return the words by which messages name an element."""
    return f"the {name_of(content)} {quoted(pattern_of(content))}"


def definitions(kind: Kind) -> Iterator[Defining]:
    """Yield the parts of a kind that define symbols, whether or not its pages document them."""
    contents = [*kind.content, *(one for place in kind.all_sections for one in place.spec.content)]
    every = (kind, *(place.spec for place in kind.all_sections), *flat(contents))
    return (one for one in every if isinstance(one, Defining) and one.defines)


def _slots(content: Content, keys: Path) -> Iterator[PatternSlot]:
    match content:
        case TextContent(text=patterns):
            yield PatternSlot("", (*keys, "text"), patterns)
        case ListingContent(item=patterns):
            yield PatternSlot("", (*keys, "item"), patterns)
        case TableContent(row=cells, header=header):
            for index, cell in enumerate(cells):
                name = header[index] if index < len(header) else str(index + 1)
                yield PatternSlot(f"the column `{name}` of ", (*keys, "row", index), cell)
        case FieldsContent(items=fields):
            for index, field in enumerate(fields):
                yield PatternSlot(f"the field `{field.key}` of ", (*keys, "items", index, "value"), field.value)
        case SignatureContent(text=templates):
            yield PatternSlot("", (*keys, "text"), templates)
        case CommandContent(text=template):
            yield PatternSlot("", (*keys, "text"), [template])
        case SourceContent(fence=template):
            yield PatternSlot("", (*keys, "fence"), [template])
