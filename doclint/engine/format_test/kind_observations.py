"""What the pages show about the kinds of a format, their parts, and the sources and symbols that it promises."""

from collections.abc import Iterator, Sequence

from doclint.engine.format_test.document import FormatObservation, ObservationCode
from doclint.engine.format_test.observing import MOST_NAMES, Observing, alike
from doclint.engine.format_test.placed_parts import PatternSlot, PlacedPart, definitions
from doclint.engine.format_test.tally import SlotTally, SourceState
from doclint.errors.wording import counted, listed
from doclint.formats.fit import TitleFit
from doclint.formats.schema.contents import ProseContent
from doclint.formats.schema.format import Kind

_TITLES = {
    TitleFit.NONE: "the title is another one than {title}",
    TitleFit.OTHER_LEVEL: "the title {title} is on another level",
    TitleFit.ANY: "any heading could be the title {title}",
    TitleFit.RIGHT: "the title fits",
    TitleFit.TELLING: "the title fits",
}
_STATES: dict[ObservationCode, tuple[SourceState, str]] = {
    "source-absent": ("absent", "the source of {} is not there, such as {}"),
    "source-several": ("several", "several files could be the source of {}, such as {}"),
    "source-unnamed": ("unnamed", "no template of `source` can be filled for {}"),
}


def observations_on_kinds(seen: Observing) -> Iterator[FormatObservation]:
    """Yield what the pages show about the kinds of the format."""
    for _, found in seen.tally.of_code("page-unread"):
        message = f"{counted(found.pages, 'page')} cannot be read"
        yield seen.observation("page-unread", message, occurrences=found)
    yield from _pages_of_no_kind(seen)
    yield from _unclear_kinds(seen)
    yield from _kinds_without_pages(seen)
    yield from _rivals(seen)


def _pages_of_no_kind(seen: Observing) -> Iterator[FormatObservation]:
    tally = seen.tally
    for key, found in tally.of_code("page-of-no-kind"):
        kind = seen.format.kinds[key.kind]
        title, present, required = key.text.split()
        message = (
            f"{counted(found.pages, 'page')} of no kind; the nearest kind is `{kind.name}`, but "
            f"{_reason(kind, TitleFit[title], int(present), int(required))}"
        )
        heading = f"its first heading is `{found.example}`" if found.example else "it has no heading"
        example = f"the first page: {heading}; `--exclude` leaves out pages that the generator did not write"
        yield seen.observation(
            "page-of-no-kind",
            message,
            is_mistake=seen.is_much(found.pages, tally.pages),
            kind=kind.name,
            occurrences=found,
            hint=example,
        )
    for one in alike(tally, "path-of-no-kind"):
        paths = listed([kind.path.text for kind in seen.format.kind], 5)
        pages = one.occurrences.pages
        yield seen.observation(
            "path-of-no-kind",
            f"{counted(pages, 'page')} in {one.text} {'has' if pages == 1 else 'have'} a path that no kind has; the "
            f"paths of the kinds are {paths}",
            is_mistake=seen.is_much(pages, tally.pages),
            occurrences=one.occurrences,
        )
    for key, found in tally.of_code("page-of-other-format"):
        yield seen.observation(
            "page-of-other-format",
            f"{counted(found.pages, 'page')} of the kind `{key.kind}` of another format, `{key.text}`",
            is_mistake=seen.is_much(found.pages, tally.pages),
            occurrences=found,
        )


def _reason(kind: Kind, title: TitleFit, present: int, required: int) -> str:
    wanted = listed([f"# {title.text}" for title in kind.title], 1)
    parts = [_TITLES[title].format(title=wanted)] if kind.title else []
    if required:
        parts.append(f"{present} of {counted(required, 'required section')} {'is' if present == 1 else 'are'} there")
    elif not kind.title:
        parts.append("the kind has neither a title nor a required section by which to tell its pages")
    return " and ".join(parts)


def _unclear_kinds(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in seen.tally.of_code("unclear-kind"):
        names = key.text.split(" | ")
        kinds = " and ".join(f"`{one}`" for one in names)
        message = f"{counted(found.pages, 'page')} could equally be of the kinds {kinds}"
        hint = "words in the title, a required section or a longer path tell kinds apart"
        yield seen.of_key("unclear-kind", message, key, found, is_mistake=True, hint=hint)


def _kinds_without_pages(seen: Observing) -> Iterator[FormatObservation]:
    # Where each page has a kind, the pages of another one are just not there.
    has_others = seen.tally.pages > sum(one.pages for one in seen.tally.kinds.values())
    unclear = {name for key, _ in seen.tally.of_code("unclear-kind") for name in key.text.split(" | ")}
    for kind in seen.format.kind:
        if seen.pages_of(kind.name) or kind.name in unclear:
            continue
        fitting = {name: one.others[kind.name] for name, one in seen.tally.kinds.items() if one.others[kind.name]}
        hint = ""
        if fitting:
            name, number = max(fitting.items(), key=lambda pair: pair[1])
            hint = f"{counted(number, 'page')} would fit it, but `{name}` fits them better"
        yield seen.observation(
            "kind-without-page",
            f"no page is of the kind `{kind.name}`, whose path is `{kind.path.text}`",
            is_mistake=bool(fitting) or has_others,
            kind=kind.name,
            hint=hint,
        )


def _rivals(seen: Observing) -> Iterator[FormatObservation]:
    for key, found in seen.tally.of_code("fits-other-kind"):
        message = (
            f"{counted(found.pages, 'page')} of the kind `{key.kind}` {'has' if found.pages == 1 else 'have'} the "
            f"sections of `{key.text}` rather than its own; only the title decides"
        )
        yield seen.of_key("fits-other-kind", message, key, found, keys=seen.kind_path(key.kind, "title"))
    for name, one in seen.tally.kinds.items():
        for other, number in sorted(one.others.items()):
            if number == one.pages and seen.pages_of(other):
                yield seen.observation(
                    "always-fits-other-kind",
                    f"each page of the kind `{name}` could be of the kind `{other}` as well",
                    kind=name,
                )


def observations_on_sources(seen: Observing) -> Iterator[FormatObservation]:
    """Yield what the pages show about the sources and symbols of the format."""
    for kind in seen.format.kind:
        figures = seen.tally.kinds.get(kind.name)
        if figures is None:
            continue
        if not figures.symbols and any(definitions(kind)):
            yield seen.observation(
                "no-symbol",
                f"the kind `{kind.name}` defines symbols, but no page of it has one",
                is_mistake=kind.documents,
                kind=kind.name,
            )
    yield from _sources(seen)
    yield from _nothing_compared(seen)


def _nothing_compared(seen: Observing) -> Iterator[FormatObservation]:
    """Yield the kinds of which no page is compared with a source, or that this is so of the whole format."""
    silent = dict(seen.tally.of_code("uncompared"))
    for key, found in silent.items():
        if not seen.tally.kinds[key.kind].compared:
            message = f"no page is compared with a source: {found.example}"
            yield seen.of_key("nothing-compared", message, key, found, is_mistake=False)
    counted_kinds = seen.tally.kinds.values()
    are_read = any(not kind.free and seen.pages_of(kind.name) for kind in seen.format.kind)
    if are_read and not silent and not any(one.compared for one in counted_kinds):
        yield seen.observation(
            "nothing-compared",
            "the format compares nothing with sources: no page says by `defines` which symbols it documents, or by the "
            "hole `{path}` in its path which file it is about",
        )


def _sources(seen: Observing) -> Iterator[FormatObservation]:
    for code, (state, message) in _STATES.items():
        for key, found in seen.tally.of_code(code):
            figures = seen.tally.kinds[key.kind]
            is_much = seen.is_much(figures.sources[state], figures.sources.total())
            # Without any source around, the pages are not in the repository that they describe.
            is_known = state != "absent" or bool(figures.sources["found"]) or "; there is" in found.example
            number = counted(found.count, "section" if key.section else "page")
            keys = seen.kind_path(key.kind, "name" if key.section else "source")
            text = message.format(number, found.example)
            yield seen.of_key(code, text, key, found, is_mistake=is_much and is_known, keys=keys)


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
    elif part.is_element and not isinstance(part.spec, ProseContent) and not any(map(seen.tally.absent.get, numbers)):
        # What is absent is reported as such.
        yield seen.of_part("unused-element", f"no page has {part.shown}", part, is_mistake=part.is_required)


def _slot(
    seen: Observing, numbers: Sequence[int], index: int, part: PlacedPart, slot: PatternSlot
) -> Iterator[FormatObservation]:
    counts = SlotTally()
    for number in numbers:
        counts.merge(seen.tally.slots.get((number, index), SlotTally()))
    if not counts.matches:
        return
    used = list(range(len(slot.patterns)))
    if counts.alternatives.total() == counts.matches:  # else, that of some texts is not known
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
        )
