"""The blocks of a section against the content that its format gives it: shapes.

Each block is taken by the next element of the content that matches it; what no element takes is prose. Nothing here
judges: that an element is missing, or says something else, is for rules to say.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from doclint.formats import schema, shapes
from doclint.formats.pattern import Capture, Captures, Pattern, joined, split
from doclint.formats.subject import Subject
from doclint.nodes import Block, CodeBlock, Inline, List, ListItem, Paragraph, Strong, Table, Text, plain_text

_SENTENCE_END = re.compile(r"(?<=[.!?:]) (?=[A-Z])")

_Found = tuple[list[shapes.Shape], int]


class Matcher:
    """Matches the contents of one page."""

    def __init__(self, format_: schema.Format, subject: Subject) -> None:
        self.format = format_
        self.subject = subject

    def contents(self, blocks: Sequence[Block], content: Sequence[schema.Content], section: str) -> list[shapes.Shape]:
        """All shapes of a section, in document order."""
        found: list[shapes.Shape] = []
        role = ""
        index = element = 0
        while index < len(blocks):
            taken = self._next(blocks, index, content, element)
            if taken is None:
                role = next((item.role for item in content[element:] if isinstance(item, schema.ProseContent)), role)
                found.append(_prose(blocks[index], role))
                index += 1
            else:
                shapes_, index, element = taken
                found += shapes_
        for shape in found:
            shape.section = section
        return found

    def _next(
        self, blocks: Sequence[Block], index: int, content: Sequence[schema.Content], element: int
    ) -> tuple[list[shapes.Shape], int, int] | None:
        """What the first element from `element` on that matches takes, and where blocks and elements go on."""
        for number in range(element, len(content)):
            matched = self._match(content[number], blocks, index)
            if matched is not None:
                return matched[0], matched[1], number + 1
        return None

    def _match(self, element: schema.Content, blocks: Sequence[Block], index: int) -> _Found | None:
        if element.when is not None and not self._holds(element.when):
            return None
        match element:
            case schema.Group():
                return self._group(element.group, blocks, index)
            case schema.OneOf():
                found = (self._group(alternative, blocks, index) for alternative in element.one_of)
                return next((one for one in found if one is not None), None)
        match = _MATCHERS.get(type(element))
        shapes_ = match(self, element, blocks[index]) if match else None
        return (shapes_, index + 1) if shapes_ else None

    def _holds(self, when: schema.When) -> bool:
        return self.subject.family in when.family or self.subject.ext in when.ext

    def _group(self, elements: Sequence[schema.Content], blocks: Sequence[Block], index: int) -> _Found | None:
        found: list[shapes.Shape] = []
        for element in elements:
            matched = self._match(element, blocks, index) if index < len(blocks) else None
            if matched is not None:
                found += matched[0]
                index = matched[1]
            elif not element.optional:
                return None
        return found, index

    # One method for each element that takes a single block; None or nothing where the block is something else.

    def take_text(self, element: schema.TextContent, block: Block) -> list[shapes.Shape] | None:
        for pattern in element.text.alternatives:
            captures = pattern.match_block(block)
            if captures is not None:
                return [shapes.FixedText(start=block.start, end=block.end, captures=captures, role=element.role)]
        return None

    def take_claim(self, element: schema.ClaimContent, block: Block) -> list[shapes.Shape] | None:
        for pattern in element.text.alternatives:
            captures = pattern.match_block(block)
            if captures is not None:
                return [shapes.Claim(start=block.start, end=block.end, captures=captures, key=element.key)]
        return None

    def take_claims(self, element: schema.ClaimsContent, block: Block) -> list[shapes.Shape] | None:
        if element.layout == "items":
            parts = [item.inlines for item in block.items] if isinstance(block, List) else []
        elif isinstance(block, Paragraph):
            whole = self._statement(element.of, block.children)
            if whole is not None:
                return [whole]
            parts = sentences(block.children)
        else:
            return None
        found = [
            self._statement(element.of, part) or shapes.Prose(start=part[0].start, end=part[-1].end)
            for part in parts
            if part
        ]
        return found if any(isinstance(shape, shapes.Claim) for shape in found) else None

    def _statement(self, of: str, inlines: Sequence[Inline]) -> shapes.Shape | None:
        for key, claim in self.format.claims[of].items():
            captures = first_match(claim.text.alternatives, inlines)
            if captures is not None:
                start, end = inlines[0].start, inlines[-1].end
                return shapes.Claim(start=start, end=end, captures=captures, key=key, of=of)
        return None

    def take_fields(self, element: schema.FieldsContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, List):
            return None
        specs = {spec.key: spec for spec in element.items}
        found: list[shapes.Field] = []
        prose: list[shapes.Shape] = []
        for item in block.items:
            labelled = label_of(item.inlines)
            if labelled is None:
                prose.append(_prose(item))
            else:
                found.append(_field(item, *labelled, specs))
        if not any(field.state != "unknown" for field in found):
            return None
        keys = {field.key for field in found}
        missing = [
            (spec.key, spec.value.alternatives[0].text)
            for spec in element.items
            if spec.key not in keys and not spec.optional
        ]
        captures = {name: capture for field in found for name, capture in field.captures.items()}
        fields = shapes.Fields(start=block.start, end=block.end, captures=captures, fields=found, missing=missing)
        return [fields, *prose]

    def take_listing(self, element: schema.ListingContent, block: Block) -> list[shapes.Shape] | None:
        parts = list(_parts(element.label, block))
        found: list[shapes.Item] = []
        prose: list[shapes.Shape] = []
        for start, end, inlines in parts:
            captures = first_match(element.item.alternatives, inlines)
            if captures is None:
                prose.append(shapes.Prose(start=start, end=end))
            else:
                found.append(shapes.Item(start=start, end=end, captures=captures))
        if not found:
            return None
        make, extra = _LISTINGS[type(element)](element)
        return [make(start=block.start, end=block.end, items=found, cap=element.cap, **extra), *prose]

    def take_table(self, element: schema.TableContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, Table) or not block.rows:
            return None
        header = tuple(plain_text(cell.children) for cell in block.rows[0].cells)
        if header != tuple(element.header):
            return None
        items = []
        for row in block.rows[1:]:
            captures: Captures = {}
            for pattern, cell in zip(element.row, row.cells, strict=False):
                captures |= pattern.match(cell.children) or {}
            items.append(shapes.Item(start=row.start, end=row.end, captures=captures))
        return [shapes.Table(start=block.start, end=block.end, items=items, cap=element.cap, header=header)]

    def take_source(self, element: schema.SourceContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, CodeBlock) or not block.fence:
            return None
        cut = element.cut.characters if element.cut else None
        return [shapes.SourceCopy(start=block.start, end=block.end, block=block, content=block.content, cut=cut)]

    def take_command(self, element: schema.CommandContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, CodeBlock) or block.language != element.fence:
            return None
        text = block.text.strip()
        start = block.content.start
        holes = element.text.match(text) or {}
        captures = {
            name: Capture(text[slice(*span)], start + span.start, start + span.end) for name, span in holes.items()
        }
        matched = bool(holes) or element.text.text == text
        return [
            shapes.Command(start=block.start, end=block.end, captures=captures, block=block, text=text, matched=matched)
        ]


_MATCHERS: dict[type[schema.Content], Callable[[Matcher, Any, Block], list[shapes.Shape] | None]] = {
    schema.TextContent: Matcher.take_text,
    schema.ClaimContent: Matcher.take_claim,
    schema.ClaimsContent: Matcher.take_claims,
    schema.FieldsContent: Matcher.take_fields,
    schema.SymbolsContent: Matcher.take_listing,
    schema.ImportsContent: Matcher.take_listing,
    schema.LinksContent: Matcher.take_listing,
    schema.EntriesContent: Matcher.take_listing,
    schema.TableContent: Matcher.take_table,
    schema.SourceContent: Matcher.take_source,
    schema.CommandContent: Matcher.take_command,
}
_LISTINGS: dict[type[schema.ListingContent], Callable[[Any], tuple[Callable[..., shapes.Shape], dict[str, str]]]] = {
    schema.SymbolsContent: lambda element: (shapes.Symbols, {"kind": element.kind}),
    schema.ImportsContent: lambda _: (shapes.Imports, {}),
    schema.LinksContent: lambda _: (shapes.Links, {}),
    schema.EntriesContent: lambda element: (shapes.Entries, {"of": element.of}),
}


def first_match(patterns: Iterable[Pattern], inlines: Sequence[Inline]) -> Captures | None:
    """The captures of the first pattern that matches."""
    for pattern in patterns:
        captures = pattern.match(inlines)
        if captures is not None:
            return captures
    return None


def label_of(inlines: Sequence[Inline]) -> tuple[str, list[Inline]] | None:
    """The label of ``**Label**: value`` and the inlines of the value."""
    if len(inlines) < 2 or not isinstance(inlines[0], Strong):
        return None
    colon = inlines[1]
    if not isinstance(colon, Text) or not colon.text.startswith(":"):
        return None
    rest = colon.text[1:].lstrip(" ")
    value = [Text(colon.end - len(rest), colon.end, rest)] if rest else []
    return plain_text(inlines[0].children), [*value, *joined(inlines[2:])]


def sentences(inlines: Sequence[Inline]) -> list[list[Inline]]:
    """A paragraph cut into sentences: a sentence ends before a space and a capital letter."""
    parts: list[list[Inline]] = [[]]
    for inline in joined(inlines):
        if not isinstance(inline, Text):
            parts[-1].append(inline)
            continue
        offset = inline.start
        exact = inline.end - inline.start == len(inline.text)
        for number, piece in enumerate(_SENTENCE_END.split(inline.text)):
            if number:
                parts.append([])
            start, end = (offset, offset + len(piece)) if exact else inline.span
            if piece:
                parts[-1].append(Text(start, end, piece))
            offset = end + 1
    return parts


def _field(item: ListItem, key: str, value: list[Inline], specs: dict[str, schema.FieldSpec]) -> shapes.Field:
    spec = specs.get(key)
    captures = first_match(spec.value.alternatives, value) if spec else None
    end = item.inlines[-1].end
    place = Capture(plain_text(value), value[0].start if value else end, end)
    return shapes.Field(
        start=item.start,
        end=item.end,
        key=key,
        value=place,
        captures=captures or {},
        state="unknown" if spec is None else "malformed" if captures is None else "matched",
        expected=spec.value.alternatives[0].text if spec else "",
    )


def _parts(label: str, block: Block) -> Iterable[tuple[int, int, Sequence[Inline]]]:
    """The entries of a listing: the items of a list, or what stands behind the label of a paragraph."""
    if not label:
        if isinstance(block, List):
            yield from ((item.start, item.end, item.inlines) for item in block.items)
    elif isinstance(block, Paragraph):
        labelled = label_of(block.children)
        if labelled is not None and labelled[0] == label:
            for part in split(labelled[1], ", "):
                if part:
                    yield part[0].start, part[-1].end, part


def _prose(block: Block | ListItem, role: str = "") -> shapes.Prose:
    return shapes.Prose(start=block.start, end=block.end, role=role)
