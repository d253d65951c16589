"""Counting the kinds of pages: those of no kind, of several ones, and those that fit another kind better."""

import posixpath
from collections.abc import Sequence

from doclint.engine.format_test.tally import FormatPlace, FormatTally, OccurrenceKey
from doclint.formats.fit import Fit, TitleFit, best
from doclint.formats.kinds import Identity
from doclint.markdown.nodes import Heading
from doclint.page.parsed_page import ParsedPage


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
