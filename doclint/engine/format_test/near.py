"""What of a format is near something on its pages that no part of it takes."""

from doclint.engine.format_test.format_parts import FormatPart
from doclint.engine.format_test.observing import Observing
from doclint.engine.format_test.tally import OccurrenceKey
from doclint.formats.patterns.template import HOLE
from doclint.formats.schema.contents import ExampleContent, SignatureContent, TableContent

_ALIKE = 75  # per cent
_ALIKE_TABLES = 50
_MOST = 500  # parts that a text is compared with


def near_heading(seen: Observing, key: OccurrenceKey, text: str) -> tuple[str, FormatPart | None]:
    """Return which section a heading that no section names may begin, in words, and as a part of the format."""
    from rapidfuzz.fuzz import ratio

    parts = [part for part in seen.parts.parts if part.kind == key.kind and part.is_heading]
    best, most = None, 0.0
    for part in parts[:_MOST]:
        for pattern in part.slots[0].patterns:
            alike = ratio(text.casefold(), pattern.text.casefold())
            if alike > max(most, _ALIKE):
                best, most = (pattern.text, part), alike
    if best is None:
        return "", None
    heading, part = best
    if heading == text:
        return f"the section `{part.section}` has this heading at another place", part
    return f"did you mean this for `{heading}`, the heading of `{part.section}`?", part


def near_element(seen: Observing, key: OccurrenceKey, text: str) -> tuple[str, FormatPart | None]:
    """Return which element a block that no element takes may be, in words, and as a part of the format."""
    own = [part for part in seen.parts.parts if part.kind == key.kind and part.is_element][:_MOST]
    here = [part for part in own if part.section == key.section]
    if key.detail == "table":
        near = _near_table(here, text) or _near_table(own, text)
        if near:
            return f"{near.name} has another header", near
    near = _near_text([*here, *own], text)
    if near and near.section != key.section:
        return f"it is like {near.name} of the section `{near.section}`", near
    if near:
        return f"it is like {near.name}", near
    if key.detail.startswith("fence"):
        fences = [part for part in here if isinstance(part.spec, SignatureContent | ExampleContent)]
        unused = next((part for part in fences if not seen.tally.taken[seen.parts.number(part.spec)]), None)
        if unused:
            return f"{unused.name} of this section never occurs", unused
    return "", None


def _near_table(parts: list[FormatPart], header: str) -> FormatPart | None:
    from rapidfuzz.fuzz import ratio

    tables = [
        (ratio(header, " | ".join(part.spec.header)), part) for part in parts if isinstance(part.spec, TableContent)
    ]
    alike, part = max(tables, key=lambda pair: pair[0], default=(0.0, None))
    return part if alike >= _ALIKE_TABLES else None


def _near_text(parts: list[FormatPart], text: str) -> FormatPart | None:
    """Return the first part with a text most of whose words a block has."""
    from rapidfuzz.fuzz import partial_ratio

    for part in parts:
        for slot in part.slots:
            for pattern in slot.patterns:
                words = " ".join(HOLE.sub(" ", pattern.text).split())
                if sum(map(str.isalpha, words)) > 3 and partial_ratio(words, text) >= _ALIKE:
                    return part
    return None
