"""Documented symbols: what a page says about each symbol that it defines, in the terms of its format.

The title, headings, items and rows define symbols (`doclint.formats.schema.contents.Defining`). This module knows
nothing of sources: `doclint.page.declared` compares.
"""

from collections.abc import Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.documented.documented_signature import DocumentedSignature
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Entries, Prose, SymbolExample
from doclint.formats.schema.contents import Defining
from doclint.markdown.source import Span

ZERO_WIDTH_SPACE = "\u200b"
"""The character of a page where browsers may break a long name, without being a part of it."""
# The dots of `Holder<Items...>` do not separate names.
_NAME = expression(r"(?:<(?:[^<>]|<[^<>]*+>)*+>|[^.])+")
_QUOTED = expression(r"\"[^\"]*+\"|'[^']*+'|[^.]++")  # `ErrorDetails."@type"`, as TypeScript writes such names


class Members(Struct, eq=False):
    """One list of members of a symbol: a table, a list, or the sections of one place, with what the format says of it.

    `span` is where it is: the table, the list, or the heading of the first section.
    """

    spec: Defining
    span: Span
    symbols: list["DocumentedSymbol"] = []


class DocumentedSymbol(Struct, eq=False):
    """A symbol that a page defines.

    `kinds` are what the page may call it, `name` the text of the hole `symbol`, which may be qualified. `span` is that
    of the heading, the item or the row; `captures` are all of its holes, and those of the texts below the heading.
    `restated` are those of texts that say again what the heading says.
    `section` is the section that defines it; None for an item or a row. The `scope` is the symbol around it; None at
    the top of the page or of a module. `files` are the paths that the format promises for its source, or for that of
    what is around it, in the order of preference; they may have `*`.
    """

    kinds: tuple[str, ...]
    name: Capture
    span: Span
    captures: Captures
    scope: "DocumentedSymbol | None" = None
    section: Section | None = None
    files: tuple[str, ...] = ()
    signatures: list[DocumentedSignature] = []
    members: list[Members] = []
    examples: list[SymbolExample] = []
    entries: list[Entries] = []
    docstring: list[Prose] = []
    restated: list[Captures] = []

    @property
    def names(self) -> list[str]:
        """The name, after the names of scopes if the page has it qualified. The dots of `--log.level` separate none."""
        if self.kinds[0] == "flag":
            return [self.name.text]
        if self.name.text.endswith(("'", '"')):
            return [name.strip("'\"") for name in _QUOTED.findall(self.name.text)]
        if "<" not in self.name.text:
            return self.name.text.split(".")
        return _NAME.findall(self.name.text) or [self.name.text]

    @property
    def qualified(self) -> str:
        """The name with those of its scopes, joined by dots. The page may have some of these with the name."""
        if self.scope is None:
            return self.name.text
        around = self.scope.qualified
        if self.name.text.startswith(f"{around} "):
            return self.name.text  # the command of a group
        if self.kinds[0] == "flag":
            return f"{around} {self.name.text}"
        last = around.rpartition(".")[2]
        name = self.name.text.removeprefix(f"{around}.").removeprefix(f"{last}.")
        return f"{around}.{name}"

    def says(self, hole: str) -> Capture | None:
        """Return what a hole of the heading, the item or the row captured; None without it, or if it is empty."""
        capture = self.captures.get(hole)
        return capture if capture and capture.text else None

    @property
    def is_of_enum(self) -> bool:
        """Whether the page says that this is in an enum, whose members have values and no defaults."""
        kind = self.scope.says("kind") if self.scope else None
        return kind is not None and kind.text == "enum"

    def said(self, hole: str) -> Capture | None:
        """Return what a hole of the heading, the item or the row, or else of a signature captured; None for nothing."""
        return self.says(hole) or self.shown(hole)

    def shown(self, hole: str) -> Capture | None:
        """Return what a hole of a signature captured; None for nothing."""
        shown = (signature.shape.captures.get(hole) for signature in self.signatures)
        return next((capture for capture in shown if capture and capture.text), None)

    @property
    def bases(self) -> list[Capture]:
        """The captures of the bases: the entries of lists, or else those of the heading or of a signature."""
        items = [item for entries in self.entries if entries.of == "bases" for item in entries.items]
        if items:
            return [item.captures["base"] for item in items if "base" in item.captures]
        capture = self.says("base") or self.says("bases") or self.shown("bases")
        return [capture] if capture else []

    def of_kind(self, *kinds: str) -> list["DocumentedSymbol"]:
        """Return the members that the page calls one of some kinds: `parameter`, `field` ..."""
        return [one for members in self.members for one in members.symbols if not set(kinds).isdisjoint(one.kinds)]

    def walk(self) -> Iterator["DocumentedSymbol"]:
        """Yield the symbol and all members of all levels, in the order of the page."""
        yield self
        for members in self.members:
            for symbol in members.symbols:
                yield from symbol.walk()
