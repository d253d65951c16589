"""Pages of the formats that come with doclint, as large as is wanted: golden pages of each kind, repeated.

`lines` repeats each line of a page, `pages` the whole page, and `names` the whole page with other names of symbols in
each copy, also in the sources.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from doclint.code.languages import is_markdown
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.in_memory import Memory

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"


class GoldenPage(NamedTuple):
    """A page of a kind: its path, its text, and the texts of the other files of its tree by path."""

    path: str
    page: str
    others: Mapping[str, str]


@cache
def _places() -> Mapping[tuple[str, str], str]:
    """Return a golden page of each kind of each format, as a path from the folder of golden trees."""
    found: dict[tuple[str, str], str] = {}
    for kinds in sorted(GOLDEN.glob("*/kinds.txt")):
        for line in kinds.read_text(encoding="utf-8").splitlines():
            path, *kind = line.split(" ")
            if len(kind) == 2:
                found[kind[0], kind[1]] = f"{kinds.parent.name}/{path}"  # that of the last version
    return found


@cache
def _golden(place: str) -> GoldenPage:
    format_, tree, path = place.split("/", 2)
    root = GOLDEN / format_ / tree
    files = {
        one.relative_to(root).as_posix(): one.read_text(encoding="utf-8") for one in root.rglob("*") if one.is_file()
    }
    others = {name: text for name, text in files.items() if not is_markdown(name)}
    return GoldenPage(path, files[path], others)


def _lines(golden: GoldenPage, size: int) -> GoldenPage:
    lines = golden.page.splitlines(keepends=True)
    return golden._replace(page="".join(line * (size // len(lines) + 1) for line in lines))


def _pages(golden: GoldenPage, size: int) -> GoldenPage:
    return golden._replace(page=golden.page * (size // golden.page.count("\n") + 1))


def _names(golden: GoldenPage, size: int) -> GoldenPage:
    names = _symbols(golden)
    if not names:
        return _pages(golden, size)
    name = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    copies = size // golden.page.count("\n") + 1

    def grown(text: str) -> str:
        return text + "".join(name.sub(rf"\g<0>{number}", text) for number in range(1, copies))

    others = {path: grown(text) if name.search(text) else text for path, text in golden.others.items()}
    return GoldenPage(golden.path, grown(golden.page), others)


def _symbols(golden: GoldenPage) -> list[str]:
    """Return the names that a page documents, without those of scopes, the longest ones first."""
    repository = Memory({golden.path: golden.page, **golden.others})
    page = Page(golden.path, Source(golden.page), formats=builtins(), repository=repository)
    every = {one.name.text.rpartition(".")[2] for top in page.documented for one in top.walk()}
    return sorted(filter(str.isidentifier, every), key=len, reverse=True)


_WAYS: dict[str, Callable[[GoldenPage, int], GoldenPage]] = {"lines": _lines, "pages": _pages, "names": _names}

GROWN: dict[str, Callable[[int], GoldenPage]] = {
    f"format: {format_}, {kind}, {way}": lambda size, place=place, grow=grow: grow(_golden(place), size)  # type: ignore[misc]
    for (format_, kind), place in _places().items()
    for way, grow in _WAYS.items()
}
"""What makes a page of some lines, at least, by the names of cases."""
