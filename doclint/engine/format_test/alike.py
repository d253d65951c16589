"""Occurrences that are alike although their texts differ: many rare texts at one place count together."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.engine.format_test.observing import MOST_NAMES
from doclint.engine.format_test.tally import OTHERS, FormatTally, OccurrenceKey, Occurrences
from doclint.errors.wording import listed

_RARE = 0.2  # of the pages of all texts at one place: the share up to which a text counts with others
_SEVERAL = 4  # from so many rare texts on
_LONGEST = 70  # characters of a text that is shown


class AlikeTexts(Struct, frozen=True):
    """Occurrences of one text, or of several ones at one place. The `text` shows them, in code; `first` is the first.

    `is_several` says whether there are several.
    """

    key: OccurrenceKey
    occurrences: Occurrences
    text: str
    first: str
    is_several: bool = False


def alike(tally: FormatTally, code: str) -> list[AlikeTexts]:
    """Return the occurrences with a code, those on the most pages first; rare texts of one family count together."""
    families: dict[OccurrenceKey, list[tuple[OccurrenceKey, Occurrences]]] = {}
    for key, occurrences in tally.of_code(code):
        families.setdefault(key.family, []).append((key, occurrences))
    result = [one for family, members in families.items() for one in _of_family(tally, family, members)]
    return sorted(result, key=lambda one: (-one.occurrences.pages, -one.occurrences.lines, one.key))


def _of_family(
    tally: FormatTally, family: OccurrenceKey, members: list[tuple[OccurrenceKey, Occurrences]]
) -> Iterator[AlikeTexts]:
    most = _RARE * sum(one.pages for _, one in members)
    rare = [(key, one) for key, one in members if one.pages <= most]
    together = len(rare) >= _SEVERAL
    for key, one in members:
        if key.text == OTHERS:
            one.pages = min(one.pages, tally.families[family].pages)
        if not together or one.pages > most:
            several = key.text == OTHERS
            yield AlikeTexts(key, one, f"`{shortened(one.example)}`", one.example, is_several=several)
    if together:
        merged = Occurrences()
        for _, one in rare:
            merged.merge(one)
        # A page may have several of the texts.
        merged.pages = min(merged.pages, tally.families[family].pages)
        texts = [shortened(one.example) for _, one in rare]
        yield AlikeTexts(family, merged, listed(texts, MOST_NAMES), rare[0][1].example, is_several=True)


def shortened(text: str) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
