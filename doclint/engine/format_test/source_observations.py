"""What the pages show about the sources and the symbols that a format promises."""

from collections.abc import Iterator

from doclint.engine.format_test.document import FormatObservation, ObservationCode
from doclint.engine.format_test.observing import Observing, kind_path
from doclint.engine.format_test.page_sources import SourceState
from doclint.engine.format_test.placed_parts import definitions
from doclint.errors.wording import counted

_STATES: dict[ObservationCode, tuple[SourceState, str]] = {
    "source-absent": ("absent", "the source of {} is not there, such as {}"),
    "source-several": ("several", "several files could be the source of {}, such as {}"),
    "source-unnamed": ("unnamed", "no template of `source` can be filled for {}"),
}


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
                keys=kind_path(seen, kind.name),
            )
    yield from _sources(seen)


def _sources(seen: Observing) -> Iterator[FormatObservation]:
    for code, (state, message) in _STATES.items():
        for key, found in seen.tally.of_code(code):
            figures = seen.tally.kinds[key.kind]
            is_much = seen.is_much(figures.sources[state], figures.sources.total())
            # Without any source around, the pages are not in the repository that they describe.
            is_known = state != "absent" or bool(figures.sources["found"]) or "; there is" in found.example
            number = counted(found.count, "section" if key.section else "page")
            yield seen.observation(
                code,
                message.format(number, found.example),
                is_mistake=is_much and is_known,
                kind=key.kind,
                section=key.section,
                keys=kind_path(seen, key.kind, "name" if key.section else "source"),
                occurrences=found,
            )
