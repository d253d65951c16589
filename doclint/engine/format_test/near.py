"""What of a format is near something on its pages that no part of it takes."""

from doclint.engine.format_test.observing import Observing
from doclint.engine.format_test.placed_parts import PlacedPart
from doclint.engine.format_test.tally import OccurrenceKey
from doclint.formats.patterns.template import HOLE
from doclint.formats.schema.contents import ExampleContent, SignatureContent, TableContent

_ALIKE = 75  # per cent
_ALIKE_TABLES = 50
_MOST = 500  # parts that a text is compared with


def near_heading(seen: Observing, key: OccurrenceKey, text: str) -> tuple[str, PlacedPart | None]:
    """Return which section a heading that no section names may begin, in words, and as a part of the format."""
    from rapidfuzz.fuzz import ratio

    parts = [part for part in seen.parts.parts if part.kind == key.kind and part.is_heading][:_MOST]
    same = next((part for part in parts if part.section == key.detail.partition(" ")[2]), None)
    if same:
        return f"the section `{same.section}` has such headings on another level or at another place", same
    likely = [(ratio(text.casefold(), one.text.casefold()), part) for part in parts for one in part.slots[0].patterns]
    most, part = max(likely, key=lambda pair: pair[0], default=(0.0, None))
    if part is None or most < _ALIKE:
        return "", None
    return f"did you mean this for {part.shown}?", part


def near_element(seen: Observing, key: OccurrenceKey, text: str) -> tuple[str, PlacedPart | None]:
    """Return which element a block that no element takes may be, in words, and as a part of the format."""
    own = [part for part in seen.parts.parts if part.kind == key.kind and not part.is_heading][:_MOST]
    here = [part for part in own if part.section == key.section]
    near = _near(key, text, here) or _near(key, text, own)
    if near is None and key.detail.startswith("fence"):
        fences = [part for part in here if _is_fence(part)]
        near = next((part for part in fences if not seen.has(part)), None)
        return (f"this section has {near.name}, which no page has", near) if near else ("", None)
    if near is None:
        return "", None
    where = f" of the section `{near.section}`" if near.section and near.section != key.section else ""
    if key.detail == "table":
        return f"{near.name}{where} has another header", near
    whole = ", which is in a group that only matches as a whole" if near.is_inner else ""
    return f"it is like {near.name}{where}{whole}", near


def unused_element(seen: Observing, key: OccurrenceKey, text: str) -> PlacedPart | None:
    """Return the element of the same section that no page has, and that a block of free text may be."""
    parts = [part for part in seen.parts.parts if (part.kind, part.section) == (key.kind, key.section)]
    unused = [part for part in parts[:_MOST] if part.is_element and not seen.has(part)]
    near = _near(key, text, unused)
    if near is None and key.detail.startswith("fence"):
        near = next((part for part in unused if _is_fence(part)), None)
    return near


def _is_fence(part: PlacedPart) -> bool:
    spec = part.spec
    return isinstance(spec, ExampleContent) or (isinstance(spec, SignatureContent) and "fence" in spec.layout)


def _near(key: OccurrenceKey, text: str, parts: list[PlacedPart]) -> PlacedPart | None:
    return _near_table(parts, text) if key.detail == "table" else _near_text(parts, text)


def _near_table(parts: list[PlacedPart], header: str) -> PlacedPart | None:
    from rapidfuzz.fuzz import ratio

    tables = [
        (ratio(header, " | ".join(part.spec.header)), part) for part in parts if isinstance(part.spec, TableContent)
    ]
    alike, part = max(tables, key=lambda pair: pair[0], default=(0.0, None))
    return part if alike >= _ALIKE_TABLES else None


def _near_text(parts: list[PlacedPart], text: str) -> PlacedPart | None:
    """Return the first part with a text most of whose words a block has."""
    from rapidfuzz.fuzz import partial_ratio

    for part in parts:
        for slot in part.slots:
            for pattern in slot.patterns:
                words = " ".join(HOLE.sub(" ", pattern.text).split())
                if sum(map(str.isalpha, words)) > 3 and partial_ratio(words, text) >= _ALIKE:
                    return part
    return None
