"""Counting one page: which parts of the format its lines, headings and symbols are, and what the format lacks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from doclint.engine.format_test.blocks import PageBlocks, similar
from doclint.engine.format_test.page_sources import count_compared, count_kind, count_sources
from doclint.engine.format_test.placed_parts import PlacedParts
from doclint.engine.format_test.tally import FormatPlace, FormatTally, OccurrenceKey
from doclint.formats.kinds import Identity
from doclint.formats.patterns.pattern import Captures
from doclint.formats.patterns.template import HOLE
from doclint.formats.reading.headings import heading_match, named_by
from doclint.formats.reading.outline import Outline, Section
from doclint.formats.reading.shapes import Command, Fields, Item, Listing, Shape, SourceCopy, Symbols, SymbolSignature
from doclint.formats.reading.signatures import take_signature
from doclint.formats.schema.contents import SignatureContent, TableContent, flat
from doclint.markdown.nodes import Block, Inline, ListItem, TableRow
from doclint.page.page import Page
from doclint.page.parsed_page import ParsedPage
from doclint.page.parts import PagePart, parts_of
from doclint.rule.head import RuleHead
from doclint.rule.reads import parts_on
from doclint.rule.rule import Rule


class SlotReader:
    """Counts the texts of the parts of a format on one page.

    Matching does not say which of several alternatives matched, so that they are tried again here.
    """

    def __init__(self, tally: FormatTally, parts: PlacedParts, blocks: PageBlocks) -> None:
        self._tally = tally
        self._parts = parts
        self._blocks = blocks

    def only(self, part: int, captures: Captures, slot: int = 0) -> None:
        """Count a text that has no alternatives."""
        self._add(part, slot, captures, 0)

    def inlines(self, part: int, captures: Captures, inlines: Sequence[Inline] | None, slot: int = 0) -> None:
        """Count a text that some inlines match; None if it is not known which."""
        is_match = None if inlines is None else (lambda pattern: pattern.match(inlines) is not None)
        self._count(part, slot, captures, is_match)

    def block(self, part: int, captures: Captures, block: Block | None) -> None:
        """Count a text that a block matches."""
        is_match = None if block is None else (lambda pattern: pattern.match_block(block) is not None)
        self._count(part, 0, captures, is_match)

    def shape(self, part: int, shape: Shape) -> None:
        """Count the texts of an element that took a shape."""
        element = shape.element
        match shape:
            case Listing() if isinstance(element, TableContent):
                for item in shape.items:
                    self._row(part, item, len(element.row))
            case Listing():
                for item in shape.items:
                    self._item(part, item)
            case Fields():
                self._fields(part, shape)
            case SymbolSignature() if isinstance(element, SignatureContent):
                block: Any = self._blocks.at(shape.span)
                self._count(part, 0, shape.captures, lambda text: _is_signature(element, text, block))
            case SourceCopy() | Command(matched=True):
                self.only(part, shape.captures)
            case Command():
                pass
            case _ if self._slots(part):
                found: Any = self._blocks.at(shape.span)
                self.block(part, shape.captures, found)

    def _slots(self, part: int) -> Sequence[Any]:
        return self._parts.parts[part].slots

    def _row(self, part: int, item: Item, columns: int) -> None:
        row = self._blocks.at(item.span)
        cells = row.cells if isinstance(row, TableRow) else []
        for column in range(columns):
            inlines = cells[column].children if column < len(cells) else None
            self.inlines(part, item.captures, inlines, column)

    def _item(self, part: int, item: Item) -> None:
        found = self._blocks.at(item.span)
        self.inlines(part, item.captures, found.inlines if isinstance(found, ListItem) else None)

    def _fields(self, part: int, shape: Fields) -> None:
        keys = [spec.key for spec in getattr(shape.element, "items", ())]
        for field in shape.fields:
            if field.state == "matched":
                self.inlines(part, field.captures, self._blocks.field_value(field.span), keys.index(field.key))

    def _count(self, part: int, slot: int, captures: Captures, is_match: "Callable[[Any], bool] | None") -> None:
        patterns = self._slots(part)[slot].patterns
        found: int | None = 0 if len(patterns) == 1 else None
        if found is None and is_match is not None:
            found = next((number for number, pattern in enumerate(patterns) if is_match(pattern)), None)
        self._add(part, slot, captures, found)

    def _add(self, part: int, slot: int, captures: Captures, alternative: int | None) -> None:
        tally = self._tally.slot(part, slot)
        tally.matches += 1
        if alternative is not None:
            tally.alternatives[alternative] += 1
        tally.filled.update(name for name, capture in captures.items() if capture.text)


def _is_signature(element: SignatureContent, template: Any, block: Any) -> bool:
    one = replace(element, text=[template])
    return block is not None and take_signature(one, block) is not None


def count_page(tally: FormatTally, parts: PlacedParts, rules: Iterable[type[Rule]], page: Page) -> None:
    """Count a page in the folder of a format. The `rules` are those that may have something to read on it."""
    tally.pages += 1
    parsed = page.parsed
    identity = count_kind(tally, parts.format.name, parsed)
    if identity is not None and identity.kind.free:
        lines = sum(bool(line.strip()) for line in parsed.source.text.splitlines())
        tally.kind(identity.kind.name).lines["free-text"] += lines
    if identity is None or parsed.outline is None or page.repository is None:
        return
    count_parts(tally, parts, parsed)
    count_sources(tally, parsed, identity, page.repository)
    count_compared(tally, identity.kind.name, page)
    there = parts_on(page)
    tally.read_by.update(rule.id for rule in rules if rule.id not in tally.read_by and RuleHead.of(rule).has_in(there))


def count_parts(tally: FormatTally, parts: PlacedParts, parsed: ParsedPage) -> None:
    """Count which parts of a format a page of one of its kinds has."""
    if parsed.identity is not None and parsed.outline is not None:
        _PageCount(tally, parts, parsed, parsed.identity, parsed.outline).run()


class _PageCount:
    """Counts a page of a kind of the format."""

    def __init__(
        self, tally: FormatTally, parts: PlacedParts, parsed: ParsedPage, identity: Identity, outline: Outline
    ) -> None:
        self.tally = tally
        self.parts = parts
        self.parsed = parsed
        self.identity = identity
        self.kind = identity.kind
        self.outline = outline
        self.blocks = PageBlocks(parsed.document)
        self.slots = SlotReader(tally, parts, self.blocks)
        self.parents = {id(child): section for section in parsed.sections for child in section.children}

    def run(self) -> None:
        self.count_front_matter()
        self.count_title_and_footer()
        for section in self.parsed.sections:
            self.count_section(section)
        self.tally.absent.update(self.parts.number(one.place.spec) for one in self.outline.missing)
        self.count_contents()
        self.count_lines()
        self.count_holes()
        self.count_symbols()

    def place(self, offset: int) -> FormatPlace:
        return FormatPlace(self.parsed.path, self.parsed.source.position(offset).line)

    def around(self, section: Section | None) -> str:
        """Return the key of the section above a section; empty at the top of the page."""
        parent = self.parents.get(id(section)) if section else None
        return parent.key if parent else ""

    def key(self, code: str, section: str = "", text: str = "", detail: str = "") -> OccurrenceKey:
        return OccurrenceKey(code, self.kind.name, section, text, detail)

    def count_title_and_footer(self) -> None:
        outline = self.outline
        if self.kind.title and outline.title is not None and outline.title_captures is not None:
            number = self.parts.number(self.kind, "title")
            self.tally.taken[number] += 1
            self.slots.inlines(number, outline.title_captures, outline.title.children)
        elif self.kind.title:
            title = outline.title
            text = title.markdown if title else ""
            place = self.place(title.start) if title else FormatPlace(self.parsed.path, 0)
            self.tally.add(self.key("title-differs"), place, text)
        if self.identity.format.footer_of(self.kind):
            number = self.parts.number(self.kind, "footer")
            if outline.footer is not None:
                self.tally.taken[number] += 1
                self.slots.only(number, outline.footer_captures)
            else:
                self.tally.absent[number] += 1

    def count_front_matter(self) -> None:
        if not self.kind.front_matter:
            return
        number = self.parts.number(self.kind, "front-matter")
        if self.parsed.document.front_matter is None:
            self.tally.absent[number] += 1
            return
        self.tally.taken[number] += 1
        for slot in range(len(self.kind.front_matter)):
            self.slots.only(number, self.outline.front_matter_captures, slot)

    def count_section(self, section: Section) -> None:
        heading = section.heading
        if section.place is None:
            self.tally.add(self.unknown(section), self.place(heading.start), heading.text)
            return
        number = self.parts.number(section.place.spec)
        self.tally.taken[number] += 1
        if section.renamed and heading_match(section.place, heading) is None:
            key = self.key("renamed-section", section.key, similar(heading.text), section.place.heading.text)
            self.tally.add(key, self.place(heading.start), heading.text)
            return
        self.slots.inlines(number, section.captures, heading.children)
        if section.before is not None and section.place.spec.before:
            before = self.parts.number(section.place.spec, "before")
            self.tally.taken[before] += 1
            self.slots.block(before, section.captures, section.before)
        if heading.level not in section.place.levels:
            wanted = ", ".join(map(str, section.place.levels))
            key = self.key("wrong-level", section.key, str(heading.level), wanted)
            self.tally.add(key, self.place(heading.start), heading.text)
        if section.astray:
            key = self.key("section-elsewhere", section.key, self.around(section))
            self.tally.add(key, self.place(heading.start), heading.text)

    def unknown(self, section: Section) -> OccurrenceKey:
        """Return the key of a heading that begins no section, with the section that has such headings on another level.

        A section whose heading can be anything does not count.
        """
        heading = section.heading
        named = named_by(heading, self.kind)
        telling = (one.key for one in named if all(HOLE.sub("", text.text).strip() for text in one.spec.heading))
        near = next(telling, "")
        text = similar(heading.text)
        return self.key("unknown-heading", self.around(section), text, f"{heading.level} {near}".rstrip())

    def count_contents(self) -> None:
        shapes, absent = self.parsed.matched
        for shape in shapes:
            if shape.element is not None:
                number = self.parts.number(shape.element)
                self.tally.taken[number] += 1
                self.slots.shape(number, shape)
            if isinstance(shape, Fields):
                self.count_fields(shape)
        for one in absent:
            self.tally.absent[self.parts.number(one.content)] += 1
        # What is required outside of sections is not among what the page lacks.
        taken = {id(shape.element) for shape in shapes}
        for content in (*self.kind.content, *self.kind.epilogue):
            number = self.parts.number(content)
            if self.parts.parts[number].is_required and taken.isdisjoint(map(id, flat([content]))):
                self.tally.absent[number] += 1

    def count_fields(self, fields: Fields) -> None:
        """Count the fields that the format does not have, or whose values it words otherwise."""
        for field in fields.fields:
            if field.state == "matched":
                continue
            pattern = field.expected.text if field.expected else ""
            key = self.key(f"{field.state}-field", fields.section, field.key, pattern)
            self.tally.add(key, self.place(field.start), field.value.text)

    def count_lines(self) -> None:
        lines = self.tally.kind(self.kind.name).lines
        for part in parts_of(self.parsed):
            if isinstance(part.shape, SourceCopy) or part.taker == "around":
                continue
            number = part.last - part.first + 1
            lines[part.taker] += number
            if part.taker == "nothing":
                self.count_untaken(part, number)
            elif part.taker == "free-text" and part.shape is not None:
                self.count_free_text(part, part.shape, number)

    def count_free_text(self, part: PagePart, shape: Shape, lines: int) -> None:
        """Count lines of free text, and the blocks in it that people do not write as text."""
        place = FormatPlace(self.parsed.path, part.first)
        self.tally.add(self.key("free-text", shape.section), place, lines=lines)
        like = self.blocks.likeness(shape.span)
        if like.is_formal:
            self.tally.add(self.key("formal-free-text", shape.section, like.beginning, like.what), place, like.text)

    def count_untaken(self, part: PagePart, lines: int) -> None:
        """Count lines that nothing takes. Those below a heading that no section names are counted with it."""
        section, shape = part.section, part.shape
        if section is not None and section.place is None:
            self.tally.add(self.unknown(section), self.place(section.heading.start), lines=lines, count=0)
            return
        place = FormatPlace(self.parsed.path, part.first)
        title = self.outline.title
        if shape is None and title is not None and self.place(title.start).line == part.first:
            self.tally.add(self.key("title-differs"), place, lines=lines, count=0)
            return
        span = shape.span if shape else self.parsed.source.line_span(part.first)
        like = self.blocks.likeness(span)
        key = self.key("untaken", section.key if section else "", like.beginning, like.what)
        self.tally.add(key, place, like.text, lines=lines)

    def count_holes(self) -> None:
        """Count the values of parameters, and of holes of the path that have another value elsewhere on the page."""
        subject, captures = self.identity.subject, self.parsed.captures
        for name in self.identity.format.parameters:
            for capture in captures.get(name, ()):
                self.tally.add_value(name, capture.text)
        for name, right in subject.variables.items():
            other = next((one for one in captures.get(name, ()) if one.text not in right), None)
            if other is not None:
                example = f"`{other.text}` for `{right[0]}`"
                self.tally.add(self.key("other-value", text=name), self.place(other.start), example)

    def count_symbols(self) -> None:
        counts = self.tally.kind(self.kind.name).symbols
        for members in self.parsed.documentation:
            for symbol in (one for top in members.symbols for one in top.walk()):
                counts[" or ".join(symbol.kinds)] += 1
        if not self.kind.documents:
            for shape in self.parsed.matched[0]:
                if isinstance(shape, Symbols):
                    counts[" or ".join(shape.kinds)] += len(shape.items)
