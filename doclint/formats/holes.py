"""The holes that mean the same in all patterns. Their names have a dot, so that no hole has one by chance."""

from typing import get_args

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

LOCATION = frozenset({"source.path", "source.line", "source.link"})
"""Where a symbol is defined."""

LANGUAGE = frozenset({"language.type", "language.fence"})

KNOWN = frozenset({BYTES, KB, LINES, FILES, FOLDERS, OCCURRENCES, SNIPPET, *COUNTED, *PROVENANCE, *LOCATION, *LANGUAGE})
