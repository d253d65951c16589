"""Code that pages include from files: which lines of which file the statement of a generator stands for.

The facts are those of PyMdown Extensions 10 ("Snippets" and `pymdownx/snippets.py`), of mdBook 0.5 ("mdBook-specific
features" and `builtin_preprocessors/links.rs`) and of Sphinx 8 (the directive `literalinclude` and
`sphinx/directives/code.py`). Where a statement may mean anything else, there is no answer.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.source import Source
from doclint.repository.repository import Repository
from doclint.sites.site import IncludedCode

_LARGEST = 100_000  # bytes of a file that is included

_SNIPPET = expression(
    r"""[ \t]*+-++8<-++[ \t]++(?P<quote>["'])(?P<path>[^"':\n]++)"""
    r"""(?::(?P<section>[a-z][\w-]*+)|:(?P<start>\d{0,9}+)(?::(?P<end>\d{0,9}+))?+)?+(?P=quote)[ \t]*+\Z""",
    re.IGNORECASE | re.ASCII,
)
_NESTED_SNIPPET = expression(r"^[ \t]*+-++8<-++[ \t]*+(?:[\"']|$)", re.MULTILINE)
_SECTION = r"(?i)(?<!;)-8<-+[ \t]+\[[ \t]*{}[ \t]*:[ \t]*{}[ \t]*\]"
_BOOK_INCLUDE = expression(
    r"[ \t]*+\{\{\s*+#(?:rustdoc_)?include\s++(?P<path>[^\s:{}]++)(?P<part>:[^\s{}]*+)?\s*+\}\}[ \t]*+\Z"
)
_BOOK_LINES = expression(r":(?P<start>\d{0,9}+)(?P<open>:(?P<end>\d{0,9}+))?+\Z", re.ASCII)
_BOOK_ANCHOR = expression(r":(?P<name>[\w-]++)\Z")
_NESTED_IN_BOOK = expression(r"(?<!\\)\{\{\s*+#")
_ANCHOR = r"{}:\s*{}(?![\w-])"
_LINES = expression(r"(?P<start>\d{0,9}+)(?P<open>-)?(?P<end>\d{0,9}+)", re.ASCII)
_LOOKS = names("doclint.sites", "literalinclude-options")


class CodeStatement(NamedTuple):
    """What a statement says: the `path` as written, and the part of that file, which only its lines determine."""

    path: str
    part: "_Part"

    def of(self, repository: Repository, paths: Iterable[str]) -> IncludedCode | None:
        """Return what the statement includes of the first path that is there; None if that is not certain."""
        path = next(filter(repository.is_file, paths), None)
        data = None if path is None else repository.page(path)
        if path is None or data is None or len(data) > _LARGEST:
            return None
        lines = Source.from_bytes(data).text.removesuffix("\n").split("\n")
        found = self.part.range_in(lines)
        is_whole = found == range(1, len(lines) + 1)
        return IncludedCode(path, found.start, found.stop - 1, is_whole) if found else None


class _Part(Struct, frozen=True):
    """A part of a file: from one line up to another, or between the lines that two patterns match.

    With `keeps_start` and `keeps_end`, the lines that match belong to it. With `needs_end`, it ends with such a line.
    No line may match `forbidden`.
    """

    start: int = 1
    end: int | None = None
    opens: re.Pattern[str] | None = None
    closes: re.Pattern[str] | None = None
    keeps_start: bool = False
    keeps_end: bool = False
    needs_end: bool = False
    forbidden: re.Pattern[str] | None = None

    def range_in(self, lines: Sequence[str]) -> range | None:
        """Return the numbers of the lines of the part, counted from 1; None if it is empty or not certain."""
        if self.forbidden and any(map(self.forbidden.search, lines)):
            return None
        start, stop = max(self.start, 1), len(lines) + 1 if self.end is None else self.end + 1
        if self.opens:
            opening = next((number for number, line in enumerate(lines, 1) if self.opens.search(line)), None)
            if opening is None:
                return None
            start = opening + (not self.keeps_start)
        if self.closes:
            after = (number for number in range(start, len(lines) + 1) if self.closes.search(lines[number - 1]))
            closing = next(after, None)
            if closing is None and self.needs_end:
                return None
            stop = len(lines) + 1 if closing is None else closing + self.keeps_end
        found = range(start, min(stop, len(lines) + 1))
        return found or None


def snippet(line: str) -> CodeStatement | None:
    """Return what a line of PyMdown Snippets says: `--8<-- "path:3:5"`; None for blocks of paths, and other lines."""
    match = _SNIPPET.match(line)
    if match is None:
        return None
    part = _Part(forbidden=_NESTED_SNIPPET)
    if match["section"]:
        name = re.escape(match["section"])
        opens, closes = (re.compile(_SECTION.format(word, name)) for word in ("start", "end"))
        return CodeStatement(match["path"].strip(), replace(part, opens=opens, closes=closes))
    end = int(match["end"]) if match["end"] else None
    return CodeStatement(match["path"].strip(), replace(part, start=int(match["start"] or 1), end=end))


def book_include(line: str) -> CodeStatement | None:
    """Return what a line of mdBook says: `{{#include path:3:5}}`; None for other lines."""
    match = _BOOK_INCLUDE.match(line)
    if match is None:
        return None
    part, stated = _Part(forbidden=_NESTED_IN_BOOK), match["part"] or ""
    numbers, anchor = _BOOK_LINES.match(stated), _BOOK_ANCHOR.match(stated)
    if stated and numbers:
        start = int(numbers["start"] or 1)
        end = int(numbers["end"]) if numbers["end"] else None
        part = replace(part, start=start, end=end if numbers["open"] else start)
    elif stated and anchor:
        name = re.escape(anchor["name"])
        opens, closes = (re.compile(_ANCHOR.format(word, name)) for word in ("ANCHOR", "ANCHOR_END"))
        part = replace(part, opens=opens, closes=closes)
    elif stated:
        return None
    return CodeStatement(match["path"], part)


def literal_include(path: str, options: Mapping[str, str]) -> CodeStatement | None:
    """Return what the directive `literalinclude` says; None if an option may mean anything else."""
    stated = {name: value for name, value in options.items() if name not in _LOOKS}
    part = _Part()
    if stated.keys() == {"lines"}:
        match = _LINES.fullmatch(stated["lines"].strip())
        if match is None or not (match["start"] or match["end"]):
            return None
        start = int(match["start"] or 1)
        end = int(match["end"]) if match["end"] else None
        return CodeStatement(path, replace(part, start=start, end=end if match["open"] else start))
    if not stated.keys() <= {"start-at", "start-after", "end-at", "end-before"}:
        return None
    opening, closing = stated.keys() & {"start-at", "start-after"}, stated.keys() & {"end-at", "end-before"}
    if len(opening) > 1 or len(closing) > 1 or not all(stated.values()):
        return None
    for name in opening:
        part = replace(part, opens=re.compile(re.escape(stated[name])), keeps_start=name == "start-at")
    for name in closing:
        keeps_end = name == "end-at"
        part = replace(part, closes=re.compile(re.escape(stated[name])), keeps_end=keeps_end, needs_end=True)
    return CodeStatement(path, part)
