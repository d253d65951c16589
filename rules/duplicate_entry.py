from bisect import bisect_right
from collections.abc import Iterator
from typing import TypeAlias

from doclint.formats.shapes import Claim, Imports, Item, Listing, Symbols
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.source import Span

from ._entries import without
from ._pages import file_page, keyword_page

# By name and wording.
_Places: TypeAlias = dict[tuple[str, str], list[Span]]
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
    in_quotes = True
    yields_to = ("reserved-word-as-symbol", "unknown-symbol", "function-word-as-identifier")
    messages = {
        "duplicate": Message("`{entry}` is in this list {times} times", key=("name",)),
        "statement": Message("The page makes this statement {times} times: {entry}", key=("name",)),
    }
    examples = (
        Invalid(
            keyword_page("src/app.py", "Functions", ["run", "stop", "run", "run"]),
            "docs/src/app.py_kw.md",
            lines=(9,),
            fixed=keyword_page("src/app.py", "Functions", ["run", "stop"]),
        ),
        Invalid(
            file_page(
                "a.py", "## File Purpose\n\nThis appears to be a **test file**. This appears to be a **test file**.\n"
            ),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("statement",),
        ),
        Valid(keyword_page("src/app.py", "Functions", ["run", "Run"]), "docs/src/app.py_kw.md"),
        Valid("- a\n- a\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for listing in page.all(Listing):
            places: _Places = {}
            for item in listing.items:
                places.setdefault((_name(item), _entry(listing, item)), []).append(item.span)
            for finding, spans in _repeated("duplicate", places):
                finding.fix = without(page, spans[1:])
                yield finding
        # A section that stands on the page twice is one mistake and says all its statements once.
        headings = [section.heading.start for section in page.sections]
        statements: dict[int, _Places] = {}
        for claim in page.all(Claim):
            text = " ".join(page.source.text[slice(*claim.span)].split())
            statement = f"{claim.of or claim.section}/{claim.key}", text
            statements.setdefault(bisect_right(headings, claim.start), {}).setdefault(statement, []).append(claim.span)
        for places in statements.values():
            yield from (finding for finding, _ in _repeated("statement", places))


def _repeated(message: str, places: _Places) -> Iterator[tuple[Finding, list[Span]]]:
    """A finding for each entry that has several places, with those."""
    for (name, entry), spans in places.items():
        if len(spans) > 1:
            yield Finding(spans[1], message, name=name, entry=entry, times=len(spans)), spans


def _name(item: Item) -> str:
    """What an entry begins with; descriptions and counts stand behind it."""
    return min(item.captures.values(), key=lambda capture: capture.start).text if item.captures else ""


def _entry(listing: Listing, item: Item) -> str:
    """What makes an entry the one it is: the name of a symbol, else all that stands in it."""
    holes = _IDENTITY.get(type(listing), tuple(item.captures))
    return ": ".join(item.captures[hole].text for hole in holes if hole in item.captures)
