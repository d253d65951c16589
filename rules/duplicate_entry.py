from collections.abc import Iterator

from doclint.formats.shapes import Imports, Item, Listing, Symbols
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import keyword_page

_IDENTITY: dict[type[Listing], tuple[str, ...]] = {Symbols: ("symbol",), Imports: ("module", "names")}


class DuplicateEntry(Rule):
    """A list names the same thing more than once.

    Nothing is said twice, and where the list is cut at a fixed length every repetition costs an entry. Each name is
    reported once, at its second place. Entries that differ in any part (`typing: Any` and `typing: Union`) are not the
    same.
    """

    id = "duplicate-entry"
    family = "symbols"
    severity = "info"
    covers = ("C13",)
    reads = frozenset({"template", "quoted"})
    messages = {"duplicate": Message("`{entry}` is in this list {times} times", key=("entry",))}
    examples = (
        Invalid(
            keyword_page("src/app.py", "Functions", ["run", "stop", "run", "run"]), "docs/src/app.py_kw.md", lines=(9,)
        ),
        Valid(keyword_page("src/app.py", "Functions", ["run", "Run"]), "docs/src/app.py_kw.md"),
        Valid("- a\n- a\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for listing in page.all(Listing):
            places: dict[str, list[Item]] = {}
            for item in listing.items:
                places.setdefault(_entry(listing, item), []).append(item)
            for entry, items in places.items():
                if len(items) > 1:
                    yield Finding(items[1].span, "duplicate", entry=entry, times=len(items))


def _entry(listing: Listing, item: Item) -> str:
    """What makes an entry the one it is: the name of a symbol, else all that stands in it."""
    holes = _IDENTITY.get(type(listing), tuple(item.captures))
    return ": ".join(item.captures[hole].text for hole in holes if hole in item.captures)
