"""Counting which alternatives of the texts of a format a page has, and which holes are filled."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from doclint.engine.format_test.blocks import PageBlocks
from doclint.engine.format_test.format_parts import FormatParts
from doclint.engine.format_test.tally import FormatTally
from doclint.formats.patterns.pattern import Captures
from doclint.formats.reading.shapes import Command, Fields, Item, Listing, Shape, SourceCopy, SymbolSignature
from doclint.formats.reading.signatures import take_signature
from doclint.formats.schema.contents import SignatureContent, TableContent
from doclint.markdown.nodes import Block, Inline, ListItem, TableRow


class SlotReader:
    """Counts the texts of the parts of a format on one page.

    Matching does not say which of several alternatives matched, so that they are tried again here.
    """

    def __init__(self, tally: FormatTally, parts: FormatParts, blocks: PageBlocks) -> None:
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
        if len(patterns) == 1:
            found: int | None = 0
        else:
            found = None if is_match is None else next(_matching(patterns, is_match), None)
        self._add(part, slot, captures, found)

    def _add(self, part: int, slot: int, captures: Captures, alternative: int | None) -> None:
        tally = self._tally.slot(part, slot)
        tally.matches += 1
        if alternative is not None:
            tally.alternatives[alternative] += 1
        tally.filled.update(name for name, capture in captures.items() if capture.text)


def _matching(patterns: Sequence[Any], is_match: Callable[[Any], bool]) -> Iterator[int]:
    return (number for number, pattern in enumerate(patterns) if is_match(pattern))


def _is_signature(element: SignatureContent, template: Any, block: Any) -> bool:
    one = element.model_copy(update={"text": [template]})
    return block is not None and take_signature(one, block) is not None
