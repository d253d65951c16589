"""Drafts as tables of a format file, with comments."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from doclint.errors.wording import counted
from doclint.page.parts import Taker

COMMENT = "#"
"""The key of what a person should know of a table: sentences, which are above it in the file, one a line."""


@dataclass(slots=True)
class FormatDraft:
    """A draft of a format: a table, which may have comments, and what the pages that it is made from show about it.

    `pages` is their number, `others` are the paths of those that are of no kind, and `lines` are the lines of the
    others by what of the format takes them.
    """

    table: dict[str, Any]
    pages: int
    others: list[str] = field(default_factory=list)
    lines: Counter[Taker] = field(default_factory=Counter)

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The tables of the kinds."""
        kinds: list[dict[str, Any]] = self.table["kind"]
        return kinds

    @property
    def plain(self) -> dict[str, Any]:
        """The table without comments."""
        table: dict[str, Any] = without_comments(self.table)
        return table

    @property
    def figures(self) -> str:
        """How much of the pages the draft takes, in words."""
        total, free, nothing = (self.lines.total() or 1), self.lines["free-text"], self.lines["nothing"]
        others = f", {counted(len(self.others), 'page')} of no kind" if self.others else ""
        pages = f"{counted(self.pages, 'page')}, {counted(len(self.kinds), 'kind')}{others}"
        taken = f"{1 - (free + nothing) / total:.1%} as what it describes, and {free / total:.1%} as free text"
        return f"{pages}. The draft takes {1 - nothing / total:.1%} of the lines: {taken}."


def without_comments(value: Any) -> Any:
    """Return a value of a draft without the comments in it."""
    if isinstance(value, dict):
        return {key: without_comments(one) for key, one in value.items() if key != COMMENT}
    return [without_comments(one) for one in value] if isinstance(value, list) else value


def add_comment(table: dict[str, Any], sentence: str) -> None:
    """Add a sentence to the comment on a table."""
    table[COMMENT] = "\n".join(filter(None, (table.get(COMMENT, ""), sentence)))
