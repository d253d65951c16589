"""Holes that nothing reads: misspelled ones, and those that have a meaning only elsewhere.

A hole is read if it has a meaning at its place (`doclint.formats.holes`), or if what it holds is used: compared with
what the path of the page has in a hole of that name, or with other pages as a parameter; in `source` or `about`; or to
tell the entries of a list, or sections that repeat, apart. Other text has the hole `{_}`: no name is there by chance.
"""

from collections.abc import Iterator, Sequence

from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import did_you_mean
from doclint.formats.holes import Hole, hole_tables, meaningful_holes, names_for
from doclint.formats.mistakes.parts import Spot, names_of, sections_of, spots_of
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.formats.schema.format import Format, Kind

_UNREAD = "for text that nothing reads, write `{_}`"


def unread_holes(format_: Format) -> Iterator[Mistake]:
    """Yield the holes of a format that nothing reads, and those of `source` that nothing fills.

    The same text may be at several places, as in shared parts: it is enough if a hole is read at one of them.
    """
    meanings = _Meanings(format_)
    spots = list(spots_of(format_))
    read = {
        (spot.place, spot.text, hole)
        for spot in spots
        for hole in spot.holes
        if hole in spot.names or hole in meanings.at(spot)
    }
    found: dict[tuple[Path, str], str] = {}
    for spot in spots:
        for hole in spot.holes:
            is_known = "." not in hole or hole in meanings.known
            if is_known and (spot.place, spot.text, hole) not in read and (spot.path, hole) not in found:
                found[spot.path, hole] = _explained(format_, spot, hole, spot.names | meanings.at(spot))
    yield from (Mistake(path, text) for (path, _), text in found.items())
    for index, kind in enumerate(format_.kind):
        yield from _unfilled(kind, ("kind", index))


def _unfilled(kind: Kind, path: Path) -> Iterator[Mistake]:
    """Yield the holes of the templates of sources that nothing on the page, and not its path, fills."""
    of_page = {*kind.path.names, *(name for one in kind.front_matter.values() for name in one.names)}
    of_title = of_page.union(*map(names_of, kind.title))
    for hole, index in _first_uses(kind.source):
        if hole not in of_title:
            text = f"`source` has the hole `{hole}`, which neither the path, the title nor the front matter has"
            yield Mistake((*path, "source", index), text + did_you_mean(hole, of_title))
    for at, section in sections_of((*path, "section"), kind.sections):
        of_section = of_page.union(*map(names_of, (*section.headings, *section.spec.before)))
        for hole, index in _first_uses(section.spec.source):
            if hole not in of_section:
                text = f"`source` has the hole `{hole}`, which neither the heading nor the path of the page has"
                yield Mistake((*at, "source", index), text + did_you_mean(hole, of_section))


def _first_uses(templates: Sequence[SourceTemplate]) -> Iterator[tuple[str, int]]:
    """Yield each hole of some templates, and the index of the first one that has it."""
    first: dict[str, int] = {}
    for index, template in enumerate(templates):
        for hole in template.names:
            first.setdefault(hole, index)
    yield from first.items()


class _Meanings:
    """The names of the holes that have a meaning in a format, anywhere (`known`) or at a spot."""

    def __init__(self, format_: Format) -> None:
        self._names = [(one, frozenset(names_for(one, format_.kinds))) for one in meaningful_holes()]
        self._at: dict[tuple[str, frozenset[str]], frozenset[str]] = {}  # many spots have the same ones
        self.known = frozenset[str]().union(*(names for _, names in self._names))

    def at(self, spot: Spot) -> frozenset[str]:
        key = spot.place, spot.met
        if key not in self._at:
            there = (names for one, names in self._names if one.where.get(spot.place) in ("", *spot.met))
            self._at[key] = frozenset[str]().union(*there)
        return self._at[key]


def _explained(format_: Format, spot: Spot, hole: str, readable: frozenset[str]) -> str:
    unread = f"nothing reads the hole `{hole}` in {hole_tables().places[spot.place]}"
    known = next((one for one in meaningful_holes() if hole in names_for(one, format_.kinds)), None)
    if spot.place == "path":
        unread += ", and nothing else on the page has it"
    elif known is not None:
        needs = known.where.get(spot.place)
        only = hole_tables().needs[needs] if needs else f"in {_listed(known)}"
        if spot.place == "heading" and "signature" in known.where:
            only += ', and a section has one in its heading if its content has `layout = "heading"`'
        return f"{unread}: it has a meaning only {only}; {_UNREAD}"
    near = {name for name in readable if "." not in name or "." in hole or hole in name.split(".")}
    hint = did_you_mean(hole, near.difference(spot.holes))
    return f"{unread}{hint} {_UNREAD[0].upper()}{_UNREAD[1:]}" if hint else f"{unread}; {_UNREAD}"


def _listed(hole: Hole) -> str:
    """Return the places where a hole has a meaning, in words."""
    tables = hole_tables()
    listed = tables.groups["listed"]
    is_in_lists = hole.where.keys() >= {*listed}
    words = [tables.places[place] for place in hole.where if not (is_in_lists and place in listed)]
    *others, last = [*words, "an item of a list or a table row"] if is_in_lists else words
    return f"{', '.join(others)} or {last}" if others else last
