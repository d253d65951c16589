"""A draft of a format: its kinds, sections, elements and patterns, as they are written to a file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from doclint.formats.inference.samples import SamplePage


@dataclass(frozen=True, slots=True)
class DraftPattern:
    """A pattern, and how many of the samples it matches that no pattern before it does."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class DraftElement:
    """An element of a content as a table of the format file, how many samples have it, and what a person should know
    of it: the `comment` is above it, one sentence a line, without `#`.
    """

    table: dict[str, Any]
    count: int
    comment: str = ""


@dataclass(slots=True)
class DraftSection:
    """A section of a draft.

    `table` has the keys of the section in the format file, without its content and the sections below it. The content
    is None for free text. The `comment` is above the section, one sentence a line.
    """

    table: dict[str, Any]
    content: list[DraftElement] | None = None
    children: list["DraftSection"] = field(default_factory=list)
    comment: str = ""

    def filled(self) -> dict[str, Any]:
        """Return the table with everything that is in it."""
        content = {} if self.content is None else {"content": [element.table for element in self.content]}
        return self.table | content | _under("child", self.children)


@dataclass(slots=True)
class DraftKind:
    """A kind of a draft, made from some `pages`; see `DraftSection`."""

    table: dict[str, Any]
    pages: list[SamplePage]
    content: list[DraftElement] = field(default_factory=list)
    sections: list[DraftSection] = field(default_factory=list)
    comment: str = ""

    @property
    def name(self) -> str:
        name: str = self.table["name"]
        return name

    def filled(self) -> dict[str, Any]:
        """Return the table with everything that is in it."""
        content = {"content": [element.table for element in self.content]} if self.content else {}
        return self.table | content | _under("section", self.sections)

    def walk(self) -> Iterator[DraftSection]:
        """Yield the sections of all levels, in the order of the file."""
        waiting = self.sections[::-1]
        while waiting:
            section = waiting.pop()
            yield section
            waiting += section.children[::-1]


@dataclass(slots=True)
class Draft:
    """A draft of a format. `others` are the pages that are of no kind; the `comment` begins the file."""

    table: dict[str, Any]
    kinds: list[DraftKind]
    others: list[SamplePage] = field(default_factory=list)
    comment: str = ""

    def filled(self) -> dict[str, Any]:
        """Return the table with everything that is in it, as a format file has it."""
        return self.table | {"kind": [kind.filled() for kind in self.kinds]}


def _under(key: str, sections: list[DraftSection]) -> dict[str, Any]:
    return {key: [section.filled() for section in sections]} if sections else {}
