"""Counting of which kind a page is, and whether the sources that it promises are there."""

import posixpath
from collections.abc import Iterator, Sequence
from posixpath import basename

from doclint.engine.format_test.tally import FormatPlace, FormatTally, OccurrenceKey, SourceState
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.formats.fit import Fit, TitleFit, best
from doclint.formats.kinds import Identity
from doclint.markdown.nodes import Heading
from doclint.page.compared import compared_with
from doclint.page.page import Page
from doclint.page.page_source import possible_source, promised_source, source_of
from doclint.page.parsed_page import ParsedPage
from doclint.repository.globs import MAGIC, files_matching
from doclint.repository.repository import Repository
from doclint.source.answer import Found
from doclint.source.symbols import SETTINGS


def count_sources(tally: FormatTally, parsed: ParsedPage, identity: Identity, repository: Repository) -> None:
    """Count the source of a page, and those of its sections that have one of their own."""
    kind, place = identity.kind, FormatPlace(parsed.path, 0)
    if kind.source:
        paths = promised_source(parsed, repository)
        _count(tally, kind.name, "", paths, _state(paths, parsed, repository), place, repository)
    elif kind.is_about_file and identity.subject.path is not None:
        path = identity.subject.path
        state: SourceState = "found" if repository.is_file(path) else "absent"
        _count(tally, kind.name, "", (path,), state, place, repository)
    for symbol, paths in _of_sections(parsed):
        section = symbol.section.key if symbol.section else ""
        there = FormatPlace(parsed.path, parsed.source.position(symbol.span.start).line)
        _count(tally, kind.name, section, paths, _state(paths, parsed, repository), there, repository)


def _of_sections(parsed: ParsedPage) -> Iterator[tuple[DocumentedSymbol, tuple[str, ...]]]:
    for symbol in (one for members in parsed.documentation for one in members.symbols):
        if symbol.section is not None and symbol.section.place is not None and symbol.section.place.spec.source:
            yield symbol, symbol.files


def _state(paths: Sequence[str], parsed: ParsedPage, repository: Repository) -> SourceState:
    if not paths:
        return "unnamed"
    files = possible_source(repository, tuple(paths)).files
    if len(files) > 1:
        documented = [symbol for members in parsed.documentation for symbol in members.symbols]
        if any(not SETTINGS.isdisjoint(symbol.kinds) for symbol in documented):
            return "found"  # all of the files together declare these
        return "found" if source_of(paths, documented, repository, parsed.limits) else "several"
    return "found" if files else "absent"


def _count(
    tally: FormatTally,
    kind: str,
    section: str,
    paths: Sequence[str],
    state: SourceState,
    place: FormatPlace,
    repository: Repository,
) -> None:
    tally.kind(kind).sources[state] += 1
    if state == "found":
        return
    key = OccurrenceKey(f"source-{state}", kind, section)
    example = ""
    if key not in tally.occurrences and paths:
        found = possible_source(repository, tuple(paths)).files
        example = _example(paths[0], repository) if state == "absent" else " and ".join(f"`{one}`" for one in found[:2])
    tally.add(key, place, example)


def count_compared(tally: FormatTally, kind: str, page: Page) -> None:
    """Count whether a page is compared with a source."""
    found = compared_with(page)
    if isinstance(found, Found):
        tally.kind(kind).compared += 1
    elif found is not None:
        tally.add(OccurrenceKey("uncompared", kind), FormatPlace(page.path, 0), found.because)


def _example(path: str, repository: Repository) -> str:
    """Return a path that leads to no file, and where there is a file of that name."""
    name = basename(path)
    elsewhere = [] if MAGIC.search(name) else files_matching(repository, f"**/{name}").files
    return f"`{path}`" + (f"; there is `{elsewhere[0]}`" if elsewhere else "")


def count_kind(tally: FormatTally, format_name: str, parsed: ParsedPage) -> Identity | None:
    """Count the kind of a page; return it if it is one of the format, and None otherwise."""
    identity, place = parsed.recognized, FormatPlace(parsed.path, 0)
    if identity is not None and identity.format.name == format_name:
        name = identity.kind.name
        tally.kind(name).pages += 1
        _count_rivals(tally, identity, parsed.fits, place)
        return identity
    if identity is not None:
        key = OccurrenceKey("page-of-other-format", identity.kind.name, text=identity.format.name)
        tally.add(key, place)
        return None
    found = best(parsed.fits)
    if len(found) > 1:
        names = sorted(_full_name(fit.identity, format_name) for fit in found)
        tally.add(OccurrenceKey("unclear-kind", names[0], text=" | ".join(names)), place)
        return None
    nearest = next((fit for fit in parsed.fits if fit.identity.format.name == format_name), None)
    if nearest is None:
        folder = posixpath.dirname(parsed.path)
        tally.add(OccurrenceKey("path-of-no-kind", text=folder), place, folder)
    else:
        reason = f"{nearest.title.name} {nearest.present} {nearest.required}"
        title = next((block for block in parsed.rendered.blocks if isinstance(block, Heading)), None)
        key = OccurrenceKey("page-of-no-kind", nearest.identity.kind.name, text=reason)
        tally.add(key, place, title.markdown if title else "")
    return None


def _count_rivals(tally: FormatTally, identity: Identity, fits: Sequence[Fit], place: FormatPlace) -> None:
    """Count the other kinds of the format that a page fits well enough, and those whose sections it has rather."""
    own = next((fit for fit in fits if fit.identity.kind is identity.kind), None)
    if own is None:
        return
    for fit in fits:
        other = fit.identity
        if other.kind is identity.kind or other.format.name != identity.format.name or not _fits_well(fit):
            continue
        tally.kind(identity.kind.name).others[other.kind.name] += 1
        if fit.present > own.present and fit.known > own.known:
            key = OccurrenceKey("fits-other-kind", identity.kind.name, text=other.kind.name)
            tally.add(key, place)


def _fits_well(fit: Fit) -> bool:
    """Whether more than the footer, which kinds share, says that a page may be of a kind."""
    is_titled = fit.title is not TitleFit.NONE if fit.identity.kind.title else fit.present == fit.required > 0
    return fit.is_enough and is_titled


def _full_name(identity: Identity, format_name: str) -> str:
    name = identity.kind.name
    return name if identity.format.name == format_name else f"{identity.format.name}.{name}"
