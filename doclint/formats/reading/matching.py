"""Matching the blocks of a section with the content that its format describes. The result is shapes.

Each block is matched by the next element of the content that fits. Blocks that fit no element are prose. This module
reports nothing: rules decide what an absent or different element means.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import split
from doclint.formats.patterns.pattern import Capture, Captures, first_match, first_match_of_block
from doclint.formats.patterns.template import Template
from doclint.formats.reading import shapes
from doclint.formats.reading.listings import label_of, take_listing, take_paragraphs, take_terms
from doclint.formats.reading.tables import table_in_html, take_table
from doclint.formats.schema.contents import (
    ClaimsContent,
    CommandContent,
    Content,
    EntriesContent,
    ExampleContent,
    FieldsContent,
    FieldSpec,
    Group,
    ImportsContent,
    LinksContent,
    ListingContent,
    OneOf,
    ProseContent,
    SignatureContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    TextContent,
    is_in_heading,
)
from doclint.formats.schema.format import Format
from doclint.formats.subject import Subject
from doclint.markdown.nodes import (
    Block,
    CodeBlock,
    Heading,
    HtmlBlock,
    Inline,
    List,
    ListItem,
    Paragraph,
    plain_text,
)

_ITEM = expression(r"(?m)^- (`{3,})\w*\n(.+(?:\n(?!\1).+)*)")
_SENTENCE_END = expression(r"(?<=[.!?:]) (?=[A-Z])")

_Found = tuple[list[shapes.Shape], int]


class Matcher:
    """Matches the sections of one page."""

    def __init__(self, format_: Format, subject: Subject) -> None:
        self.format = format_
        self.subject = subject

    def contents(
        self, blocks: Sequence[Block], content: Sequence[Content], section: str, heading: Heading | None = None
    ) -> tuple[list[shapes.Shape], list[Content]]:
        """Return the shapes of a section in document order, and the required elements that are absent from it.

        The `heading` of the section or the page may be a signature.
        """
        found: list[shapes.Shape] = []
        # Only signatures may be in headings, and most sections have none.
        in_heading = [one for one in content if type(one) is SignatureContent and is_in_heading(one)]
        if in_heading:
            content = [one for one in content if not is_in_heading(one)]
            found += self._in_heading(in_heading, heading)
        elif not blocks:
            return [], []
        free: list[shapes.Prose] = []
        absent: list[Content] = []
        index = element = 0
        is_behind_text = False
        while index < len(blocks):
            taken = self._next(blocks, index, content, element, is_behind_text=is_behind_text)
            if taken is None:
                is_behind_text = True
                free.append(_prose(blocks[index]))
                found.append(free[-1])
                index += 1
            else:
                new, index, number = taken
                if free:
                    self._give(free, content[element:number])
                    free = []
                found += new
                absent += content[element:number]
                while _is_labelled(content[number : number + 2]):
                    number += 1
                    others = self._match(content[number], blocks, index - 1)
                    found += (one for one in (others[0] if others else ()) if type(one) is not shapes.Prose)
                matched = content[number]
                is_repeated = isinstance(matched, SignatureContent | EntriesContent) and matched.repeats
                element = number if is_repeated else number + 1
        for shape in found:
            shape.section = section
        if blocks:
            absent += content[element:]
        if free:
            left = content[element:]
            # If an element that should follow a free text is absent, the end of the text is unknown.
            is_last = not any(self._is_required(one) for one in left if not isinstance(one, ProseContent))
            self._give(free, left, is_certain=is_last)
        return found, [one for one in absent if self._is_required(one)]

    def _in_heading(self, elements: Sequence[Content], heading: Heading | None) -> list[shapes.Shape]:
        """Return what the first of some elements that matches takes of a heading."""
        matched = (self._match(one, [heading], 0) for one in elements if heading is not None)
        return next((found for found, _ in filter(None, matched)), [])

    def _give(self, free: Sequence[shapes.Prose], elements: Iterable[Content], *, is_certain: bool = True) -> None:
        """Give free text to the first of the elements at its place that is prose; with it, what the text is taken from,
        if it `is_certain` that all of the text is.
        """
        for element in elements:
            if isinstance(element, ProseContent) and self.subject.meets(element.when):
                for block in free:
                    block.element = element
                    block.of = element.of if is_certain else ""
                return

    def _is_required(self, element: Content) -> bool:
        return not element.optional and self.subject.meets(element.when)

    def _next(
        self, blocks: Sequence[Block], index: int, content: Sequence[Content], element: int, *, is_behind_text: bool
    ) -> tuple[list[shapes.Shape], int, int] | None:
        """Match the next blocks with the first element from index `element` on that fits, and that may be after free
        text if they are.

        Return the shapes, the index of the next block, and the index of the element; None if no element fits.
        """
        for number in range(element, len(content)):
            may_be = not (is_behind_text and content[number].leading)
            matched = self._match(content[number], blocks, index) if may_be else None
            if matched is not None:
                return *matched, number
        return None

    def _match(self, element: Content, blocks: Sequence[Block], index: int) -> _Found | None:
        if element.when is not None and not self.subject.meets(element.when):
            return None
        if type(element) is Group:
            return self._groups(element, blocks, index)
        if type(element) is OneOf:
            found = (self._group(alternative, blocks, index) for alternative in element.one_of)
            return next((one for one in found if one is not None), None)
        if type(element) is FieldsContent:
            # A change of the list marker begins another list, but the fields belong together.
            items, end = _run_of_items(blocks, index)
            new = self.take_fields(element, items) if items else None
        elif isinstance(element, ListingContent) and element.layout == "paragraphs":
            new, end = take_paragraphs(element, blocks[index:]), len(blocks)
        elif isinstance(element, ListingContent) and type(blocks[index]) is HtmlBlock:
            new, end = take_terms(element, blocks, index)
        elif type(element) is TableContent and type(blocks[index]) is HtmlBlock:
            table, end = table_in_html(blocks, index)
            new = take_table(element, table) if table else None
        else:
            match = _MATCHERS.get(type(element))
            new = match(self, element, blocks[index]) if match else None
            end = index + 1
        if not new:
            return None
        for shape in new:
            # No element takes the entries of a list, or the rows of a table, that do not match.
            shape.element = None if type(shape) is shapes.Prose else element
        return new, end

    def _groups(self, element: Group, blocks: Sequence[Block], index: int) -> _Found | None:
        found = one = self._group(element.group, blocks, index)
        while found and one and element.repeats and one[1] > index:
            index = one[1]
            one = self._group(element.group, blocks, index) if index < len(blocks) else None
            found = ([*found[0], *one[0]], one[1]) if one else found
        return found

    def _group(self, elements: Sequence[Content], blocks: Sequence[Block], index: int) -> _Found | None:
        found: list[shapes.Shape] = []
        for element in elements:
            matched = self._match(element, blocks, index) if index < len(blocks) else None
            if matched is not None:
                found += matched[0]
                index = matched[1]
            elif self._is_required(element):
                return None
        return (found, index) if found else None

    # One method for each element that matches a single block; None or an empty list if the block does not match.

    def take_text(self, element: TextContent, block: Block) -> list[shapes.Shape] | None:
        captures = first_match_of_block(element.text, block)
        if captures is None:
            return None
        start, end = block.start, block.end
        if element.key:
            return [shapes.Claim(start=start, end=end, captures=captures, key=element.key, spec=element)]
        return [shapes.FixedText(start=start, end=end, captures=captures, spec=element)]

    def take_claims(self, element: ClaimsContent, block: Block) -> list[shapes.Shape] | None:
        if element.layout == "items":
            parts = [item.inlines for item in block.items] if isinstance(block, List) else []
        elif isinstance(block, Paragraph):
            whole = self._statement(element.of, block.children)
            if whole is not None:
                return [whole]
            parts = split(block.children, _SENTENCE_END)
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
            captures = first_match(claim.text, inlines)
            if captures is not None:
                start, end = inlines[0].start, inlines[-1].end
                return shapes.Claim(start=start, end=end, captures=captures, key=key, of=of, spec=claim)
        return None

    def take_fields(self, element: FieldsContent, items: Sequence[ListItem]) -> list[shapes.Shape] | None:
        specs = {spec.key: spec for spec in element.items}
        found: list[shapes.Field] = []
        prose: list[shapes.Shape] = []
        for item in items:
            labelled = label_of(item.inlines)
            if labelled is None:
                prose.append(_prose(item))
            else:
                found.append(_field(item, *labelled, specs))
        if all(field.state == "unknown" for field in found):
            return None
        keys = {field.key for field in found}
        missing = [(spec.key, spec.value[0]) for spec in element.items if spec.key not in keys and not spec.optional]
        fields = shapes.Fields(start=items[0].start, end=items[-1].end, fields=found, missing=missing)
        return [fields, *prose]

    def take_listing(self, element: ListingContent, block: Block) -> list[shapes.Shape] | None:
        return take_listing(element, block)

    def take_table(self, element: TableContent, block: Block) -> list[shapes.Shape] | None:
        return take_table(element, block)

    def take_signature(self, element: SignatureContent, block: Block) -> list[shapes.Shape] | None:
        from doclint.formats.reading.signatures import take_signature

        blocks = [block]
        if "items" in element.layout and type(block) is List:
            blocks = [one.children[0] for one in block.items if one.children]
        elif "items" in element.layout and type(block) is CodeBlock:
            # Where a line of the item before is not indented, the end of its fence is the beginning of this one.
            fences = element.fence or [""]
            blocks = [replace(block, text=one[2], info=fences[0]) for one in _ITEM.finditer(block.text)]
        return [found for each in blocks if (found := take_signature(element, each))]

    def take_example(self, element: ExampleContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, CodeBlock) or block.language not in element.fence:
            return None
        return [shapes.SymbolExample(start=block.start, end=block.end, block=block, names=element.names)]

    def take_source(self, element: SourceContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, CodeBlock) or not block.fence:
            return None
        text, captures = block.text.strip(), _captures(element.fence, block.info, block.start + len(block.fence))
        return [
            shapes.SourceCopy(
                start=block.start,
                end=block.end,
                captures=captures or {},
                block=block,
                content=block.content,
                cut=element.cut,
                placeholder=any(template.match(text) is not None for template in element.placeholder),
            )
        ]

    def take_command(self, element: CommandContent, block: Block) -> list[shapes.Shape] | None:
        if not isinstance(block, CodeBlock) or block.language != element.fence:
            return None
        text = block.text.strip()
        captures = _captures(element.text, text, block.content.start)
        return [
            shapes.Command(
                start=block.start,
                end=block.end,
                captures=captures or {},
                block=block,
                text=text,
                matched=captures is not None,
            )
        ]


_MATCHERS: dict[type[Content], Callable[[Matcher, Any, Block], list[shapes.Shape] | None]] = {
    TextContent: Matcher.take_text,
    ClaimsContent: Matcher.take_claims,
    SymbolsContent: Matcher.take_listing,
    ImportsContent: Matcher.take_listing,
    LinksContent: Matcher.take_listing,
    EntriesContent: Matcher.take_listing,
    TableContent: Matcher.take_table,
    SignatureContent: Matcher.take_signature,
    ExampleContent: Matcher.take_example,
    SourceContent: Matcher.take_source,
    CommandContent: Matcher.take_command,
}


def _captures(template: Template, text: str, start: int) -> Captures | None:
    """Return the captures of a template in a text that begins at `start`; None if it does not match."""
    spans = template.match(text)
    if spans is None:
        return None
    return {name: Capture(text[slice(*span)], start + span.start, start + span.end) for name, span in spans.items()}


def _run_of_items(blocks: Sequence[Block], index: int) -> tuple[list[ListItem], int]:
    """Return the items of all consecutive lists from a block on, and the index of the block after them."""
    items: list[ListItem] = []
    while index < len(blocks):
        block = blocks[index]
        if not isinstance(block, List):
            break
        items += block.items
        index += 1
    return items, index


def _field(item: ListItem, key: str, value: list[Inline], specs: dict[str, FieldSpec]) -> shapes.Field:
    spec = specs.get(key)
    end = item.inlines[-1].end
    captures = first_match(spec.value, value) if spec else None
    if spec and spec.empty and spec.empty.match(value) is not None:
        captures = {name: Capture("", value[0].start, end) for name in spec.value[0].names}
    return shapes.Field(
        start=item.start,
        end=item.end,
        key=key,
        value=Capture(plain_text(value), value[0].start if value else end, end),
        captures=captures or {},
        state="unknown" if spec is None else "malformed" if captures is None else "matched",
        expected=spec.value[0] if spec else None,
    )


def _is_labelled(elements: Sequence[Content]) -> bool:
    """Whether two elements are parts of one list, each with a label."""
    return len(elements) == 2 and all(isinstance(one, ListingContent) and one.under for one in elements)


def _prose(block: Block | ListItem) -> shapes.Prose:
    return shapes.Prose(start=block.start, end=block.end)
