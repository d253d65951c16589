"""The elements of a content: blocks that are alike in many sections, in the order that these have them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from doclint.engine.format_draft.outlines import DraftedBody
from doclint.engine.format_draft.patterns import ANYTHING, draft_template, pattern_of, patterns_of
from doclint.engine.format_draft.sequences import evenly, in_order, one_or_more
from doclint.engine.format_test.blocks import likeness
from doclint.errors.grouping import by_key
from doclint.formats.patterns.template import escaped, has_words
from doclint.formats.reading.listings import label_of
from doclint.markdown.nodes import (
    Block,
    CodeBlock,
    HtmlBlock,
    Link,
    List,
    ListItem,
    Paragraph,
    Strong,
    Table,
    ThematicBreak,
    plain_text,
)

PROSE = {"shape": "prose"}
_MOST_BODIES = 400  # of a section
_MOST_BLOCKS = 100  # of a body
_MOST_ELEMENTS = 12
_MOST_ROWS = 1_000  # of a list or a table
_MOST_FIELDS = 25
_LONGEST = 500  # characters of a text that a person reads
_AGAIN = 2  # elements of one content that take alike blocks
_VERY_FEW = 10  # bodies, of which each counts
_FEW = 0.05  # the share of the bodies from which on an element is worth its lines
_MANY = 0.3  # the share of the bodies that have a sentence because a generator writes it
_LABELS = 0.6  # the share of items that begin with the label of a field


class _BlockClass(Struct, frozen=True):
    """What blocks have in common that one element takes; `number` counts such blocks of one section, from 1 on."""

    what: str
    text: str
    number: int

    def least(self, count: int) -> float:
        """Return in how many of some bodies blocks of the class must be: people write the same sentence by chance, but
        not the same table.
        """
        if count <= _VERY_FEW and self.what in ("table", "fence"):
            return 1
        return max(min(2, count), (_MANY if self.what in ("paragraph", "HTML") else _FEW) * count)


def draft_content(bodies: Sequence[DraftedBody]) -> list[dict[str, Any]]:
    """Return the elements of a content, with free text around each; none for a place without blocks.

    Which of them take anything, and which are optional, is not said yet.
    """
    rows = [dict(_classified(body)) for body in evenly([body for body in bodies if body.blocks], _MOST_BODIES)]
    blocks = by_key(item for row in rows for item in row.items())
    frequent = [of for of, alike in blocks.items() if len(alike) >= of.least(len(rows))]
    most = set(sorted(frequent, key=lambda of: -len(blocks[of]))[:_MOST_ELEMENTS])
    order = in_order([of for of in row if of in most] for row in rows)
    content: list[dict[str, Any]] = [dict(PROSE)] if rows else []
    for element in filter(None, (_element(of, blocks[of]) for of in order)):
        content += [element, dict(PROSE)]
    return content


def _classified(body: DraftedBody) -> Iterator[tuple[_BlockClass, Block]]:
    """Yield the blocks of a section that are not free text in any case, each with its class."""
    times: Counter[tuple[str, str]] = Counter()
    label = ""
    for block in body.blocks[:_MOST_BLOCKS]:
        what, text = _class_of(block, label, body)
        label = text if what == "label" else ""
        times[what, text] += 1
        if what and times[what, text] <= _AGAIN:
            yield _BlockClass(what, text, times[what, text]), block


def _class_of(block: Block, label: str, body: DraftedBody) -> tuple[str, str]:
    """Return what a block is, and what others that one element takes have, too; nothing for free text.

    A list is known by the `label` in front of it: a paragraph that ends with a colon, or is bold as a whole.
    """
    match block:
        case List(items=[ListItem(inlines=inlines), *_]):
            head = "field" if label_of(inlines) else type(inlines[0]).__name__ if inlines else ""
            return "list", label or head
        case CodeBlock(fence=fence):
            return "fence" if fence else "", ""
        case Paragraph(text=text, children=inner) if text.rstrip().endswith(":") or [*map(type, inner)] == [Strong]:
            return "label", text.strip()
        case Table() | HtmlBlock() | Paragraph() | ThematicBreak():
            like = likeness(block, block.span, body.page.document.source)
            return like.what, like.beginning
    return "", ""


def _element(of: _BlockClass, blocks: Sequence[Any]) -> dict[str, Any] | None:
    """Return the element that takes blocks of a class; None if it would say nothing."""
    match of.what:
        case "list":
            return _list_element(
                of, evenly([item for block in blocks for item in block.items], _MOST_ROWS), len(blocks)
            )
        case "table":
            return _table_element(blocks)
        case "fence":
            languages = Counter(block.language for block in blocks)
            return {"shape": "example", "fence": one_or_more([language for language, _ in languages.most_common(6)])}
        case "thematic break":
            return {"shape": "text", "text": "---"}
        case "HTML":
            text = draft_template([block.text.rstrip() for block in blocks])
        case _:
            text = pattern_of([block.children for block in blocks])
    return {"shape": "text", "text": text} if len(text) <= _LONGEST and has_words(text) else None


def _list_element(of: _BlockClass, items: Sequence[ListItem], count: int) -> dict[str, Any]:
    fields = _fields(items, count)
    if fields:
        return {"shape": "fields", "items": fields}
    rows = [item.inlines for item in items if item.inlines]
    patterns = one_or_more(patterns_of(rows))
    if all(isinstance(row[0], Link) and not row[0].image for row in rows):
        return {"shape": "links", "item": patterns}
    label = " ".join(of.text.casefold().rstrip(":").split()) if of.text.endswith(":") else ""
    return {"shape": "entries", "of": label if has_words(label) else "items", "item": patterns}


def _fields(items: Sequence[ListItem], count: int) -> list[dict[str, Any]]:
    """Return the fields of some lists that have the same labels again and again; none for other lists."""
    labelled = [pair for pair in (label_of(item.inlines) for item in items) if pair]
    several = {key: found for key, found in by_key(labelled).items() if len(found) > 1 or count == 1}
    least = max(_LABELS * len(items), 1)
    if len(labelled) < least or sum(map(len, several.values())) < _LABELS * least or len(several) > _MOST_FIELDS:
        return []
    return [
        {"key": key, "value": one_or_more(patterns_of(found))} | ({"optional": True} if len(found) < count else {})
        for key, found in several.items()
    ]


def _table_element(tables: Sequence[Table]) -> dict[str, Any]:
    header = [plain_text(cell.children) for cell in tables[0].rows[0].cells]
    rows = evenly([row.cells for table in tables for row in table.rows[1:]], _MOST_ROWS)
    columns = [[row[index].children for row in rows if index < len(row)] for index in range(len(header))]
    return {
        "shape": "table",
        "header": [escaped(cell) if cell.startswith("[") else cell for cell in header],
        "row": [one_or_more(patterns_of(column)) if column else ANYTHING for column in columns],
    }
