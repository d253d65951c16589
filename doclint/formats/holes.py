"""The holes that have a meaning: their names, where they may be, and what they mean.

All other names have no meaning of their own. A hole with such a name must be read by something else, which
`doclint.formats.mistakes.unread` knows. The manual of formats is made from this table.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, get_args

from doclint.errors.tables import table
from doclint.errors.wording import plural
from doclint.formats.schema.contents import SymbolKind

BYTES, KB = "size.bytes", "size.kb"
LINES, FILES, FOLDERS, OCCURRENCES = "count.lines", "count.files", "count.folders", "count.occurrences"
SNIPPET = "source.snippet"

ENTRY = "entry"
"""The kind of things that are the entries of all lists of a page."""

COUNTED: dict[str, str] = {f"count.{plural(kind)}": kind for kind in (*get_args(SymbolKind), "import", ENTRY)}
"""What of the source or of the page a number counts, by the name of its hole."""

PROVENANCE = frozenset({"generated.commit", "generated.time", "generated.version"})
"""From which state of the sources, when and by which version of the generator a page was written."""

PLACES: Mapping[str, str] = {
    "path": "the path of a kind",
    "front-matter": "the front matter",
    "title": "a title",
    "heading": "a heading",
    "text": "a text",
    "claim": "a claim",
    "fields": "the value of a field",
    "symbols": "an item of symbols",
    "imports": "an item of imports",
    "links": "an item of links",
    "entries": "an item of entries",
    "table": "a table row",
    "signature": "a signature",
    "source": "the fence of a quoted source",
    "command": "a command",
    "footer": "a footer",
    "placeholder": "a placeholder",
    "language": "the type of a language",
    "filler": "a filler",
    "artificial": "an artificial keyword",
}
"""Where holes may be, in words. A claim is a text with a `key`, or one of a set. What is `before` a heading is a part
of the heading.
"""

LISTED = "symbols", "imports", "links", "entries", "table"
"""The places in an entry of a list, or in a row of a table."""
ON_PAGE = (
    "front-matter",
    "title",
    "heading",
    "text",
    "claim",
    "fields",
    *LISTED,
    "signature",
    "source",
    "command",
    "footer",
)
"""The places whose text doclint compares with what the path of the page says."""
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "listed": LISTED,
    "on-page": ON_PAGE,
    "of-symbol": ("title", "heading", "symbols", "table", "text", "claim", "fields"),
}
"""Places that `holes.toml` names together."""

NEEDS: Mapping[str, str] = {
    "file": "on pages about a file, by their path",
    "subject": "on pages about a file or a folder, by their path",
    "folder": "on pages about a folder, by their path",
    "source": "on pages about a file, by their path or their `source`",
    "symbol": "where `defines` says that there is a symbol, and below",
    "value": "where `defines` says that there is a symbol, and below, or in a list of macros",
    "listed": "in lists with `defines` or `lists`",
    "index": "in a section with `index`, and below",
    "sections": "in entries of `sections`",
    "bases": "in entries of `bases`",
}
"""What some holes need beside their place, in words."""


class Hole(NamedTuple):
    """A hole with a meaning.

    `where` has the `PLACES` where it has the meaning, each with the one of `NEEDS` that must be met there, or nothing.
    `example` is a pattern. Names in capitals stand for several ones: `page.KIND` for the name of any kind.
    """

    name: str
    where: Mapping[str, str]
    meaning: str
    example: str


@cache
def meaningful_holes() -> tuple[Hole, ...]:
    """Return all holes that have a meaning: those of `holes.toml`."""
    return tuple(
        Hole(
            name,
            {place: needs for key, needs in one["where"].items() for place in _GROUPS.get(key, (key,))},
            one["meaning"],
            one["example"],
        )
        for name, one in table(__package__, "holes").items()
    )


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
