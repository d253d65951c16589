"""Pages of the formats that come with doclint, as large as is wanted: golden pages of each kind, repeated.

`lines` repeats each line of a page, `pages` the whole page, and `names` the whole page with other names of symbols in
each copy, also in the sources.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.source.language import is_markdown

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
# Of pages that a generator makes of those of another one, there is no golden tree.
_CONVERTED, _ORIGINAL = ("cdktf-convert", "resource"), ("tfplugindocs", "resource")


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
def _golden(format_: str, kind: str) -> GoldenPage:
    if format_ == _CONVERTED[0]:
        original = _golden(*_ORIGINAL)
        page = f"<!-- cache-key: cdktf-0.20 input-1 -->\n\n{original.page}"
        return GoldenPage("docs/cdktf/python/resources/basket.md", page, original.others)
    golden, tree, path = _places()[format_, kind].split("/", 2)
    root = GOLDEN / golden / tree
    places = {place.relative_to(root).as_posix(): place for place in root.rglob("*") if place.is_file()}
    others = {name: place.read_text(encoding="utf-8") for name, place in places.items() if not is_markdown(name)}
    return GoldenPage(path, places[path].read_text(encoding="utf-8"), others)


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
    f"format: {format_}, {kind}, {way}": lambda size, format_=format_, kind=kind, grow=grow: grow(  # type: ignore[misc]
        _golden(format_, kind), size
    )
    for format_, kind in [*_places(), _CONVERTED]
    for way, grow in _WAYS.items()
}
"""What makes a page of some lines, at least, by the names of cases."""
