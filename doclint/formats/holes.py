"""The holes that have a meaning: their names, where they may be, and what they mean.

All other names have no meaning of their own. A hole with such a name must be read by something else, which
`doclint.formats.mistakes.unread` knows. The manual of formats is made from this table.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import get_args

from msgspec import Struct

from doclint.errors.tables import table
from doclint.errors.wording import plural
from doclint.source.symbols import SymbolKind

MARKDOWN = "markdown"
"""What rules read on every page, whatever its format."""
SYMBOL = "symbol"
"""The hole for the name of a symbol."""
SCOPE = "scope"
"""The hole for the name of the class or module that a symbol is in."""
BYTES, KB = "size.bytes", "size.kb"
LINES, FILES, FOLDERS, OCCURRENCES = "count.lines", "count.files", "count.folders", "count.occurrences"
SNIPPET = "source.snippet"

ENTRY = "entry"
"""The kind of things that are the entries of all lists of a page."""

COUNTED: dict[str, str] = {f"count.{plural(kind)}": kind for kind in (*get_args(SymbolKind), "import", ENTRY)}
"""What of the source or of the page a number counts, by the name of its hole."""

PROVENANCE = frozenset({"generated.commit", "generated.time", "generated.version"})
"""From which state of the sources, when and by which version of the generator a page was written."""


class Hole(Struct, frozen=True):
    """A hole with a meaning.

    `where` has the places where it has the meaning, each with what must be met there, or nothing.
    `example` is a pattern. Names in capitals stand for several ones: `page.KIND` for the name of any kind.
    """

    name: str
    where: Mapping[str, str]
    meaning: str
    example: str


class HoleTables(Struct, frozen=True):
    """What `holes.toml` says: places and needs in words, groups of places, and all holes that have a meaning."""

    places: Mapping[str, str]
    groups: Mapping[str, Sequence[str]]
    needs: Mapping[str, str]
    holes: Sequence[Hole]


@cache
def hole_tables() -> HoleTables:
    """Return the content of `holes.toml`."""
    found = table(__package__, "holes")
    groups = found["groups"]
    holes = [
        Hole(
            name,
            {place: needs for key, needs in one["where"].items() for place in groups.get(key, (key,))},
            one["meaning"],
            one["example"],
        )
        for name, one in found["hole"].items()
    ]
    return HoleTables(found["places"], groups, found["needs"], holes)


def meaningful_holes() -> Sequence[Hole]:
    """Return all holes that have a meaning."""
    return hole_tables().holes


@cache
def dotted_names() -> frozenset[str]:
    """Return the holes with a meaning whose names have a dot, without those that lead to pages.

    No other hole has a dot.
    """
    return frozenset(hole.name for hole in meaningful_holes() if "." in hole.name and hole.name.islower()).union(
        COUNTED
    )


def names_for(hole: Hole, kinds: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of a hole of the table in a format with some kinds; none for those that a format chooses."""
    whose, _, last = hole.name.partition(".")
    if last == "KIND":
        return tuple(f"{whose}.{kind}" for kind in kinds)
    if last == "KINDS":
        return tuple(COUNTED)
    return () if hole.name.isupper() else (hole.name,)
