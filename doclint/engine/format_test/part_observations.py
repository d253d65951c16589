"""What the pages show about each part of a format: what never occurs, and what they lack although it is required."""

from collections.abc import Iterator, Sequence

from doclint.engine.format_test.document import FormatObservation
from doclint.engine.format_test.observing import MOST_NAMES, Observing
from doclint.engine.format_test.placed_parts import PatternSlot, PlacedPart
from doclint.engine.format_test.tally import SlotTally
from doclint.errors.wording import counted, listed
from doclint.formats.schema.contents import ProseContent


def observations_on_parts(seen: Observing) -> Iterator[FormatObservation]:
    """Yield what the pages show about each part of the format.

    A part that the file has once, but several sections share, is one part here: it occurs if it does in one of them.
    """
    for numbers in seen.shared_parts():
        possible = [number for number in numbers if seen.chances(seen.parts.parts[number])]
        for number in possible:
            yield from _absent(seen, number)
        if possible:
            yield from _unused(seen, possible)


def _absent(seen: Observing, number: int) -> Iterator[FormatObservation]:
    """Yield the observation on a part that occurs in some places and is absent from many others."""
    part = seen.parts.parts[number]
    taken, absent, chances = seen.tally.taken[number], seen.tally.absent[number], seen.chances(part)
    if not seen.is_much(absent, chances) or isinstance(part.spec, ProseContent) or (part.is_heading and not taken):
        return
    places = counted(chances, "page" if part.around is None else "section")
    may_be_absent = "required = false" if part.is_heading else "optional = true" if part.is_element else ""
    yield seen.of_part(
        "missing-section" if part.is_heading else "absent-element",
        f"{absent:,} of {places} {'lacks' if absent == 1 else 'lack'} {part.shown}",
        part,
        is_mistake=True,
        hint=f"set `{may_be_absent}` if pages need not have it" if taken and may_be_absent else "",
    )


def _unused(seen: Observing, numbers: Sequence[int]) -> Iterator[FormatObservation]:
    part = seen.parts.parts[numbers[0]]
    if any(seen.tally.taken[number] for number in numbers):
        for index, slot in enumerate(part.slots):
            yield from _slot(seen, numbers, index, part, slot)
    elif part.is_heading:
        yield seen.of_part("unused-section", f"no page has {part.shown}", part, is_mistake=part.is_required)
    elif part.is_element and not isinstance(part.spec, ProseContent) and not _is_absent(seen, numbers):
        yield seen.of_part("unused-element", f"no page has {part.shown}", part, is_mistake=part.is_required)


def _is_absent(seen: Observing, numbers: Sequence[int]) -> bool:
    """Whether a part was reported as absent already."""
    return any(seen.tally.absent[number] for number in numbers)


def _slot(
    seen: Observing, numbers: Sequence[int], index: int, part: PlacedPart, slot: PatternSlot
) -> Iterator[FormatObservation]:
    counts = SlotTally()
    for number in numbers:
        counts.merge(seen.tally.slots.get((number, index), SlotTally()))
    if not counts.matches:
        return
    used = list(range(len(slot.patterns)))
    if counts.knows_alternatives:
        used = [one for one in used if counts.alternatives[one]]
        unused = [one for one, pattern in enumerate(slot.patterns) if one not in used and pattern.text]
        if unused:
            texts = listed([slot.patterns[one].text for one in unused], MOST_NAMES)
            yield seen.of_part(
                "unused-alternative",
                f"no page has the {'alternatives' if len(unused) > 1 else 'alternative'} {texts} of "
                f"{slot.name}{part.shown}",
                part,
                keys=(*slot.keys, unused[0]),
                is_mistake=False,
            )
    names = dict.fromkeys(name for one in used for name in slot.patterns[one].names)
    empty = [name for name in names if not counts.filled[name]]
    if empty:
        yield seen.of_part(
            "unfilled-hole",
            f"the {'holes' if len(empty) > 1 else 'hole'} {listed(empty, MOST_NAMES)} of {slot.name}{part.shown} "
            f"{'are' if len(empty) > 1 else 'is'} empty all {counts.matches:,} times",
            part,
            keys=slot.keys,
            is_mistake=False,
        )
