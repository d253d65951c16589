import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from doclint.formats.outline import longest_ascent
from doclint.formats.shapes import Item, Listing
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import indexes, name_of
from ._pages import file_page, keyword_page

_DIGITS = re.compile(r"(\d{1,18})")
_NUMBERED = re.compile(r"\d{1,9}[.)][ \t]")


def _natural(name: str) -> list[tuple[int, str]]:
    """As people count: `b2` before `b10`."""
    pieces = _DIGITS.split(name.casefold())
    return [(int(piece), "") if number % 2 else (0, piece) for number, piece in enumerate(pieces)]


def _without_edges(name: str) -> str:
    """Without the signs that it begins and ends with."""
    places = [index for index, letter in enumerate(name) if letter.isalnum()]
    return name[places[0] : places[-1] + 1] if places else name


# By code points, as programs sort; without regard to case, and to signs at the ends, as people do.
_ORDERS: tuple[Callable[[str], Any], ...] = (
    lambda name: name,
    str.casefold,
    lambda name: _without_edges(name).casefold(),
    _natural,
)


def _related(*names: str) -> str:
    items = "".join(f"- [`{name}_docs.md`](./{name}_docs.md)\n" for name in names)
    return file_page(
        "src/d.py", f"## Related Files\n\n### Related Files\n\nFiles in the same folder (`src`):\n\n{items}"
    )


class UnsortedList(Rule):
    """The entries of a list are in no order, although the format sorts them.

    In an index nothing is found where it is looked for. And an order that comes of a set or of the file system is
    another one in each run: pages change although no source did, and nobody reads such changes any more. To fix it, the
    generator sorts before it writes.

    Which lists are sorted is told by the format. A list may be sorted in any way that a reader would see: by code
    points, without regard to case, with underscores put aside, by numbers, or backwards. In an index it is a warning,
    else a hint.
    """

    id = "unsorted-list"
    family = "lists"
    severity = "warning"
    covers = ("C24",)
    remedy = "Sort each list before it is written: a set and the order of a disk differ from run to run."
    messages = {
        "index": Message("The entries of this index are not sorted; `{name}` is the first that is out of place"),
        "list": Message(
            "The entries of this list are not sorted; `{name}` is the first that is out of place", (), "info"
        ),
    }
    examples = (
        Invalid(
            keyword_page("app.py", "Functions", ["bake", "weigh", "carry", "fill"]),
            "docs/app.py_kw.md",
            lines=(8,),
            messages=("index",),
            fixed=keyword_page("app.py", "Functions", ["bake", "carry", "fill", "weigh"]),
        ),
        Invalid(
            _related("c.py", "a.py", "b.py"),
            "docs/src/d.py_docs.md",
            lines=(9,),
            messages=("list",),
            fixed=_related("a.py", "b.py", "c.py"),
        ),
        Valid(keyword_page("app.py", "Functions", ["Weigh", "bake", "carry"]), "docs/app.py_kw.md"),
        Valid(keyword_page("app.py", "Functions", ["bake", "Carry", "weigh"]), "docs/app.py_kw.md"),
        Valid(keyword_page("app.py", "Functions", ["bake", "_carry", "__weigh__"]), "docs/app.py_kw.md"),
        Valid(keyword_page("app.py", "Functions", ["oven2", "oven10"]), "docs/app.py_kw.md"),
        Valid(keyword_page("app.py", "Functions", ["weigh", "carry", "bake"]), "docs/app.py_kw.md"),
        Valid("- b\n- c\n- a\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        in_indexes: set[int] | None = None
        for listing in page.all(Listing):
            items = [item for item in listing.items if item.captures] if listing.is_sorted else []
            first = _misplaced([name_of(item).text for item in items])
            if first is not None:
                in_indexes = _in_indexes(page) if in_indexes is None else in_indexes
                message = "index" if listing.start in in_indexes else "list"
                yield Violation(items[first].span, message, fix=_sorted(page, items), name=name_of(items[first]).text)


def _in_indexes(page: Page) -> set[int]:
    """Where the lists begin that stand in an index."""
    return {listing.start for index in indexes(page) for listing in index.listings}


def _misplaced(names: Sequence[str]) -> int | None:
    """The first of some names that would have to move, in the order that is nearest; None if they are sorted."""
    nearest: list[int] = []
    for order in _ORDERS:
        keys = [order(name) for name in names]
        if sorted(keys) == keys or sorted(keys, reverse=True) == keys:
            return None
        nearest = max(nearest, longest_ascent(keys), key=len)
    kept = set(nearest)
    return next(index for index in range(len(names)) if index not in kept)


def _sorted(page: Page, items: Sequence[Item]) -> Fix | None:
    """The fix that puts entries into order, by code points; None where they are numbered."""
    text = page.source.text
    if any(_NUMBERED.match(text, item.start) for item in items):
        return None
    right = sorted(items, key=lambda item: name_of(item).text)
    edits = (Edit(old.span, text[slice(*new.span)]) for old, new in zip(items, right, strict=True) if old is not new)
    return Fix(tuple(edits), safe=True)
