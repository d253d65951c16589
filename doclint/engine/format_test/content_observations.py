"""What the pages show about the parts of a format: what nothing takes, what never occurs, and what differs."""

from collections.abc import Iterator

from doclint.engine.format_test.blocks import VARYING
from doclint.engine.format_test.document import FormatObservation, ObservationCode
from doclint.engine.format_test.kind_observations import observations_on_parts
from doclint.engine.format_test.observing import MOST_NAMES, AlikeTexts, Observing, alike
from doclint.engine.format_test.placed_parts import PlacedPart
from doclint.engine.format_test.tally import OccurrenceKey, Occurrences
from doclint.errors.wording import counted, did_you_mean, listed
from doclint.formats.patterns.template import HOLE
from doclint.formats.schema.contents import ExampleContent, FieldsContent, SignatureContent, TableContent

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


_PROSE_HINT = 'if this is text that may say anything, add `{ shape = "prose" }` to the content'
_HEADINGS_HINT = "if any headings may be here, set `open = true`, or add a section for them"
_SEVERAL = 3  # pages from which on a text may be one that a generator words


def observations_on_contents(seen: Observing) -> Iterator[FormatObservation]:
    """Yield what the pages show about the sections and elements of the format."""
    yield from _titles(seen)
    yield from _headings(seen)
    yield from _untaken(seen)
    yield from _formal_free_texts(seen)
    yield from _few_lines(seen)
    yield from _levels(seen)
    yield from observations_on_parts(seen)
    yield from _fields(seen)
    yield from _values(seen)
    yield from _free_texts(seen)


def _titles(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in seen.tally.of_code("title-differs"):
        kind = seen.format.kinds[key.kind]
        yield seen.of_part(
            "title-differs",
            f"the title of {counted(found.pages, 'page')} differs, as in `{found.example}`; the format has "
            f"`# {kind.title[0].text}`",
            seen.parts.parts[seen.parts.number(kind, "title")],
            is_mistake=seen.is_much(found.pages, seen.pages_of(key.kind)),
            occurrences=found,
        )


def _headings(seen: Observing) -> Iterator[FormatObservation]:
    """Yield headings that no section names, and those that only take the place of a section."""
    for one in alike(seen.tally, "renamed-section"):
        number = counted(one.occurrences.count, "section")
        message = f"{number} with the heading {one.text}; the format has `{one.key.detail}`"
        yield _of_sections(seen, "renamed-section", message, one.key, one.occurrences)
    for one in alike(seen.tally, "unknown-heading"):
        key = one.key
        near, nearest = near_heading(seen, key, one.first)
        around = f" below `{key.section}`" if key.section else ""
        message = f"no section has the heading{'s' * one.is_several} {one.text}, on level {key.detail[0]}{around}"
        keys = nearest.keys if nearest else None
        yield seen.of_key("unknown-heading", message, key, one.occurrences, keys=keys, hint=near)


def _untaken(seen: Observing) -> Iterator[FormatObservation]:
    for one in alike(seen.tally, "untaken"):
        key = one.key
        hint, part = near_element(seen, key, one.first)
        if not hint and one.is_several:
            hint = _HEADINGS_HINT if key.detail == "heading" else _PROSE_HINT
        keys = part.keys if part else None
        yield seen.of_key("untaken", f"nothing takes {_blocks(one)}", key, one.occurrences, keys=keys, hint=hint)


def _formal_free_texts(seen: Observing) -> Iterator[FormatObservation]:
    """Yield blocks that an element that no page has may have been meant for, but that are free text."""
    for one in alike(seen.tally, "formal-free-text"):
        key, found = one.key, one.occurrences
        part = unused_element(seen, key, one.first)
        is_much = seen.is_much(found.pages, seen.pages_of(key.kind))
        if part is not None:
            absent = "in a group that no page has as a whole" if part.is_inner else "which no page has"
            yield seen.of_part(
                "formal-free-text",
                f"{_blocks(one)} is free text, but it is like {part.name}, {absent}",
                part,
                is_mistake=is_much,
                occurrences=found,
            )
        elif found.pages >= max(_SEVERAL, seen.pages_of(key.kind) / 2) and not one.is_several:
            message = f"{_blocks(one)} is free text on {counted(found.pages, 'page')}; an element could read it"
            yield seen.of_key("formal-free-text", message, key, found, is_mistake=False)


def _blocks(one: AlikeTexts) -> str:
    """Return words for blocks: the list `- one`; what is a paragraph, such as `One.`, `Two.`"""
    what = one.key.detail
    if not one.first:
        return f"the {what}"
    if one.is_several or (VARYING in one.key.text and one.occurrences.count > 1):
        return f"what is {_with_article(what)}, such as {one.text}"
    return f"the {what} {one.text}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0].lower() in 'aeiou' or noun.startswith('HTML') else 'a'} {noun}"


def _few_lines(seen: Observing) -> Iterator[FormatObservation]:
    for name, kind in seen.tally.kinds.items():
        total, nothing = kind.lines.total(), kind.lines["nothing"]
        if seen.is_much(nothing, total):
            yield seen.observation(
                "few-lines-taken",
                f"nothing takes {nothing:,} of {counted(total, 'line')} ({nothing / total:.0%}) on pages of "
                f"the kind `{name}`",
                is_mistake=True,
                kind=name,
            )


def _levels(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in seen.tally.of_code("wrong-level"):
        message = f"{counted(found.count, 'heading')} on level {key.text}; the format has level {key.detail}"
        yield _of_sections(seen, "wrong-level", message, key, found)
    for key, found in seen.tally.of_code("section-elsewhere"):
        where = f"below `{key.text}`" if key.text else "at the top of the page"
        message = f"{counted(found.count, 'section')} {where}, where the format does not have it"
        yield _of_sections(seen, "section-elsewhere", message, key, found)


def _of_sections(
    seen: Observing, code: ObservationCode, message: str, key: OccurrenceKey, found: Occurrences
) -> FormatObservation:
    """Return an observation on sections of a key, which is a mistake if much of what could be one is like that."""
    part = seen.section(key.kind, key.section)
    is_mistake = seen.is_much(found.count, seen.chances(part))
    return seen.of_part(code, message, part, is_mistake=is_mistake, occurrences=found)


def _fields(seen: Observing) -> Iterator[FormatObservation]:
    codes: tuple[ObservationCode, ...] = ("malformed-field", "unknown-field")
    for code, (key, found) in ((one, found) for one in codes for found in seen.tally.of_code(one)):
        part = next(
            part
            for part in seen.parts.parts
            if (part.kind, part.section) == (key.kind, key.section) and isinstance(part.spec, FieldsContent)
        )
        keys = [field.key for field in part.spec.items]
        message, hint = f"the format has no field `{key.text}`", did_you_mean(key.text, keys).removeprefix("; ")
        if code == "malformed-field":
            message = f"the value of the field `{key.text}` differs, as in `{found.example}`"
            hint = f"the format has `{key.detail}`"
        yield seen.of_part(
            code,
            message,
            part,
            is_mistake=seen.is_much(found.count, seen.tally.taken[seen.parts.number(part.spec)]),
            occurrences=found,
            hint=hint,
        )


def _values(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in seen.tally.of_code("other-value"):
        message = f"the hole `{key.text}` has another value than the path of the page says, such as {found.example}"
        yield seen.of_key("other-value", message, key, found, keys=seen.kind_path(key.kind, "path"))
    for hole, values in sorted(seen.tally.values.items()):
        if len(values) > 1:
            most = [value for value, _ in values.most_common()]
            yield seen.observation(
                "several-values",
                f"the parameter `{hole}` has several values: {listed(most, MOST_NAMES)}",
                is_mistake=seen.is_much(values.total() - values[most[0]], values.total()),
                keys=("parameters",),
            )


def _free_texts(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in sorted(seen.tally.of_code("free-text"), key=lambda pair: -pair[1].lines):
        total = seen.tally.kinds[key.kind].lines.total()
        message = f"{found.lines / total:.0%} of the lines of the kind"
        yield seen.of_key("free-text", message, key, found, is_mistake=False)
