"""The elements of a content: drafted from groups of blocks, put in order, and compared with what they really take."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from doclint.formats.inference.contents.block_groups import FEW, BlockGroup, groups, placed
from doclint.formats.inference.drafts import DraftElement
from doclint.formats.inference.samples import DraftPlace, SectionSample
from doclint.formats.inference.sequences import evenly, listed, merge
from doclint.formats.patterns.template import TemplateError
from doclint.formats.reading.matching import Matcher
from doclint.formats.reading.shapes import Prose
from doclint.formats.schema.contents import AnyContent, Content, ProseContent
from doclint.formats.schema.format import Format
from doclint.formats.subject import Subject
from doclint.markdown.nodes import Block

_MOST_SAMPLES = 200
_MOST_BLOCKS = 40  # of a sample
_MOST_ELEMENTS = 14
_MOST_ORDERS = 60  # orders of elements that differ
_FEW_OF_PROSE = 0.02  # the share of the free text from which on a place for it is worth a line
_PROSE = {"shape": "prose"}


class Drafted(NamedTuple):
    """An element that takes blocks of some samples."""

    table: dict[str, Any]
    comment: str
    samples: frozenset[int]


def draft_content(samples: Sequence[SectionSample], place: DraftPlace) -> list[DraftElement]:
    """Return the elements of the content at one place of a kind, in their order; none for a place without blocks."""
    filled = [sample for sample in samples if sample.blocks]
    texts = [(sample.blocks[:_MOST_BLOCKS], sample.known) for sample in evenly(filled, _MOST_SAMPLES)]
    if not texts:
        return []
    found = [one for one in groups(placed(texts), len(texts), place) if _is_valid(one.element.table)]
    ordered = _in_order(found, len(texts))
    blocks = [blocks for blocks, _ in texts]
    drafted = _used(_with_prose([(one.element.table, one.element.comment) for one in ordered]), blocks)
    drafted = _used([(one.table, one.comment) for one in _joined(drafted)], blocks)
    return [_finished(one, len(texts)) for one in drafted]


def _is_valid(table: Mapping[str, Any]) -> bool:
    try:
        _contents([table])
    except (ValidationError, TemplateError):
        return False
    return True


class _Elements(BaseModel):
    content: list[AnyContent]


def _contents(tables: Sequence[Mapping[str, Any]]) -> list[Content]:
    return list(_Elements.model_validate({"content": list(tables)}).content)


def _in_order(found: Sequence[BlockGroup], count: int) -> list[BlockGroup]:
    """Return the groups in an order that all frequent orders of the samples are part of; a group may come again."""
    by_sample: dict[int, list[tuple[int, int]]] = {}
    for number, group in enumerate(found):
        for one in group.blocks:
            by_sample.setdefault(one.sample, []).append((one.number, number))
    orders = Counter(_without_repeats([number for _, number in sorted(places)]) for places in by_sample.values())
    merged: list[int] = []
    for order, times in orders.most_common(_MOST_ORDERS):
        longer = merge(merged, order)
        if len(longer) <= _MOST_ELEMENTS and (times >= FEW * count or len(longer) <= len(merged) + 1):
            merged = longer
    return [found[number] for number in merged]


def _without_repeats(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return numbers without those that only repeat the one before, and all of them but twice."""
    kept: list[int] = []
    for number in numbers:
        if (not kept or kept[-1] != number) and kept.count(number) < 2:
            kept.append(number)
    return tuple(kept[: _MOST_ELEMENTS * 2])


def _with_prose(elements: Sequence[tuple[dict[str, Any], str]]) -> list[tuple[dict[str, Any], str]]:
    """Return elements with free text in front of each and behind the last one."""
    prose = (_PROSE, "")
    return [prose, *(one for element in elements for one in (element, prose))]


def _used(elements: Sequence[tuple[dict[str, Any], str]], samples: Sequence[Sequence[Block]]) -> list[Drafted]:
    """Return the elements that take something in enough samples, with these samples."""
    few = max(1, int(FEW * len(samples)))
    while True:
        taken = _taken([table for table, _ in elements], samples)
        free = sum(blocks.total() for (table, _), blocks in zip(elements, taken, strict=True) if table == _PROSE)
        kept = [
            Drafted(table, comment, frozenset(blocks))
            for (table, comment), blocks in zip(elements, taken, strict=True)
            if (blocks.total() > _FEW_OF_PROSE * free if table == _PROSE else len(blocks) >= few)
        ]
        if len(kept) == len(elements):
            return kept
        elements = [(one.table, one.comment) for one in kept]
        if not elements:
            return []


def _taken(tables: Sequence[Mapping[str, Any]], samples: Sequence[Sequence[Block]]) -> list[Counter[int]]:
    """Return how much each element takes in each sample."""
    contents = _contents(tables)
    numbers = {id(content): number for number, content in enumerate(contents)}
    matcher = Matcher(_FORMAT, Subject(None, is_folder=False))
    taken: list[Counter[int]] = [Counter() for _ in contents]
    for sample, blocks in enumerate(samples):
        shapes, _ = matcher.contents(blocks, contents, "")
        for shape in shapes:
            number = numbers.get(id(shape.element))
            if number is not None and (not isinstance(shape, Prose) or isinstance(shape.element, ProseContent)):
                taken[number][sample] += 1
    return taken


_FORMAT = Format.model_construct(name="", docs_root="", claims={}, kind=[])


def _joined(elements: Sequence[Drafted]) -> list[Drafted]:
    """Return elements with texts as alternatives that are in one place and never both in one sample."""
    found: list[Drafted] = []
    for one in elements:
        last = found[-1] if found else None
        if last is not None and _is_text(last) and _is_text(one) and not last.samples & one.samples:
            texts = [*listed(last.table["text"]), *listed(one.table["text"])]
            found[-1] = Drafted({"shape": "text", "text": texts}, last.comment, last.samples | one.samples)
        else:
            found.append(one)
    return found


def _is_text(one: Drafted) -> bool:
    return one.table.get("shape") == "text" and "---" not in listed(one.table["text"])


def _finished(one: Drafted, count: int) -> DraftElement:
    """Return an element that is optional unless all samples have it."""
    table = dict(one.table)
    if len(one.samples) < count and table != _PROSE:
        shape = table.pop("shape")
        table = {"shape": shape, "optional": True, **table}
    return DraftElement(table, len(one.samples), one.comment)
