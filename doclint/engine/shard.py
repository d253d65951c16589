"""A shard: one of several parts that a run is divided into, each for another machine, and how it is written down."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Self
from urllib.parse import quote_from_bytes, unquote_to_bytes

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from doclint import __version__
from doclint.engine.result import EncodedResult, found, notes
from doclint.errors.exceptions import UsageError
from doclint.markdown.source import printable
from doclint.rule.rule import Rule

_TOGETHER = 8  # neighbours, which are often about one source
_FORM = re.compile(r"(\d{1,9})/(\d{1,9})", re.ASCII)


class Shard(NamedTuple):
    """The part of that `number`, counted from 1, `of` so many."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """A shard as it is written: its number, a slash and how many there are. Raises UsageError.

        >>> Shard.parse("2/5")
        Shard(number=2, of=5)
        """
        form = _FORM.fullmatch(text)
        shard = cls(int(form[1]), int(form[2])) if form else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise UsageError(f"`{text}` is no shard: one is written as number/count, from `1/5` to `5/5`")
        return shard

    def part(self, paths: Sequence[str]) -> list[str]:
        """Its part of some pages. Neighbours stay together, and each part has some of everywhere.

        >>> [len(Shard(number, 3).part(["a.md"] * 50)) for number in (1, 2, 3)]
        [18, 16, 16]
        """
        return [path for index, path in enumerate(paths) if index // _TOGETHER % self.of == self.number - 1]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class PageDocument(_Model):
    """What was found on one page before anything was left out, and what rules about all pages noted of it."""

    path: str = Field(description="The page in posix form from the root, percent-encoded where it is no plain name.")
    found: str = Field(description="JSON: all findings, and how many directives of the page suppress.")
    notes: str = Field(description="JSON: facts by the rule that wants to know them.")

    @property
    def linted(self) -> tuple[str, EncodedResult]:
        """The page with its verdict. Raises ValueError for text that nobody can write down."""
        path = unquote_to_bytes(self.path).decode(errors="surrogateescape")
        return path, EncodedResult(self.found.encode(), self.notes.encode(), b"")

    def check(self, rules: Mapping[str, type[Rule]]) -> None:
        """Raise UsageError if the page has what no run with these rules can have written."""
        try:
            _, encoded = self.linted
            findings, _ = found(encoded.found)
            _ = [finding.arguments for finding in findings], notes(encoded.notes, rules)
        except (ValueError, KeyError, AttributeError, RecursionError) as error:
            raise UsageError(f"`{printable(self.path)}` has what no run of doclint {__version__} writes") from error


class ShardDocument(_Model):
    """A part of a run: all that the whole is made of."""

    number: PositiveInt
    of: PositiveInt
    stamp: str = Field(description="The same for all parts of one run: of the pages, the rules and their settings.")
    is_whole: bool = Field(description="Whether the parts together have all pages that there are.")
    select: list[str] | None = Field(description="What was selected on the command line.")
    ignore: list[str]
    without: list[str]
    pages: list[PageDocument]

    @property
    def run(self) -> tuple[object, ...]:
        """What all parts of one run have in common."""
        return self.of, self.stamp, self.is_whole, self.select, self.ignore, self.without

    def linted(self) -> Iterator[tuple[str, EncodedResult]]:
        """The pages with their verdicts."""
        return (page.linted for page in self.pages)


def page_document(path: str, encoded: EncodedResult) -> PageDocument:
    """The verdict on a page, written down."""
    name = quote_from_bytes(path.encode(errors="surrogateescape"))
    return PageDocument(path=name, found=encoded.found.decode(), notes=encoded.notes.decode())
