"""Headings that are one letter off a heading of the format."""

from collections.abc import Collection, Iterator

from doclint import Page, Span
from doclint.kit import schema
from doclint.kit.nodes import Heading, Text

_SHORTEST = 6  # letters of a heading that may have one wrong letter: shorter words are often others


def slips(page: Page) -> Iterator[tuple[Heading, str]]:
    """Yield the headings that a format does not have, but for one letter, each with the heading that it has there."""
    if page.kind is None:
        return
    known = {section.heading.start for section in page.sections if section.place}
    unknown = [heading for heading in page.document.headings if heading.start not in known and whole(heading)]
    fixed = _fixed_headings(page.kind) if unknown else {}
    texts = {text for each in fixed.values() for text in each}
    for heading in unknown:
        if len(heading.text) >= _SHORTEST and heading.text not in texts:
            right = _one_letter_off(heading.text, fixed.get(heading.level, ()))
            if right is not None:
                yield heading, right


def _fixed_headings(kind: "schema.Kind") -> dict[int, list[str]]:
    """Return the headings of a kind that have no holes, by their levels."""
    found: dict[int, list[str]] = {}
    for place in kind.all_sections:
        texts = [one.text for one in place.headings if not one.names and not one.has_unread]
        for level in place.levels:
            found.setdefault(level, []).extend(texts)
    return found


def _one_letter_off(found: str, names: Collection[str]) -> str | None:
    """Return the name that has one letter more or less, another one, or two in another order.

    A name with an `s` more or less at the end is another word.
    """
    from rapidfuzz.distance import OSA

    near = (name for name in names if OSA.distance(found, name, score_cutoff=1) == 1)
    return next((name for name in near if found.rstrip("s") != name.rstrip("s")), None)


def whole(heading: Heading) -> Span | None:
    """Return the span of the text of a heading; None if it has markup."""
    match heading.children:
        case [Text() as only] if only.text == heading.text:
            return Span(only.start, only.end)
    return None
