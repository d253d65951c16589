from collections.abc import Callable, Iterator, Sequence
from typing import Any

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Valid, Violation, kit
from doclint.kit import expression, indexes_of, longest_ascent, schema
from doclint.kit.indexes import name_of
from doclint.kit.shapes import Item, Listing

from ._pages import KEYWORD_PAGE, keyword_page, related_page

_DIGITS = expression(r"(\d{1,18})")
_FEWEST = 5  # rows; fewer may be sorted but for one by chance
_NUMBERED = expression(r"\d{1,9}[.)][ \t]")


def _by_numbers(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts `b2` before `b10`."""
    pieces = _DIGITS.split(name.casefold())
    return [(int(piece), "") if number % 2 else (0, piece) for number, piece in enumerate(pieces)]


def _by_letters(name: str) -> str:
    """Return a key without the punctuation at the beginning and at the end."""
    places = [index for index, letter in enumerate(name) if letter.isalnum()]
    return name[places[0] : places[-1] + 1].casefold() if places else name.casefold()


# By code points, and as people sort.
_ORDERS: tuple[Callable[[str], Any], ...] = (str, str.casefold, _by_letters, _by_numbers)


def _functions(*names: str) -> str:
    return keyword_page("a.py", "Functions", list(names))


class UnsortedList(Rule):
    """The entries of a list are not sorted, although the format sorts them.

    Readers do not find an entry of an index where they look for it. The order of a set or of the file system also
    differs from run to run: pages change although no source did, and reviewers stop reading the changes. Sort the
    entries before you write them.

    The format says which lists are sorted. Any order that a reader recognizes will do: by code points, without regard
    to case, to underscores or to other punctuation at the ends, by numbers, or backwards. Findings in an index are
    warnings, the others are infos. Of a table whose rows are sorted by default, the rule reports a single row that is
    out of order, but no rows in the order of the source, and none in tables of less than five rows.
    """

    family = "lists"
    severity = "warning"
    consults = {"repository"}
    reads = {"listing.sorted-by"}
    covers = ("C24",)
    yields_to = ("misleading-link", "unknown-member")
    remedy = "Sort each list before you write it: the order of a set or of the file system differs from run to run."
    messages = {
        "index": Message("The index is not sorted; `{name}` is the first entry out of order"),
        "list": Message("The list is not sorted; `{name}` is the first entry out of order", severity="info"),
    }
    examples = (
        Invalid(
            _functions("bake", "weigh", "carry", "fill"),
            KEYWORD_PAGE,
            lines={8: "index"},
            fixed=_functions("bake", "carry", "fill", "weigh"),
        ),
        Invalid(
            related_page("src/d.py", "c.py", "a.py", "b.py"),
            "docs/src/d.py_docs.md",
            lines={9: "list"},
            fixed=related_page("src/d.py", "a.py", "b.py", "c.py"),
        ),
        Valid(_functions("Weigh", "bake", "carry"), KEYWORD_PAGE),
        Valid(_functions("bake", "Carry", "weigh"), KEYWORD_PAGE),
        Valid(_functions("bake", "_carry", "__weigh__"), KEYWORD_PAGE),
        Valid(_functions("oven2", "oven10"), KEYWORD_PAGE),
        Valid(_functions("weigh", "carry", "bake"), KEYWORD_PAGE),
        Valid("- b\n- c\n- a\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            if not listing.is_sorted:
                continue
            items = [item for item in listing.items if item.captures]
            is_table = isinstance(listing.spec, schema.TableContent)
            names = [(item["symbol"] if listing.spec else name_of(item)).text for item in items]
            # What is in a type may be among the others by its own name.
            last = [name.partition("<")[0].rpartition(".")[2] for name in names] if listing.spec else names
            keys = min(names, last, key=lambda one: len(_misplaced(one)))
            moved = _misplaced_row(page, items, names) if is_table else _misplaced(keys)
            if moved:
                first, message = moved[0], "index" if listing.start in page.remembered(_lists_in_indexes) else "list"
                fix = None if is_table else _sorted(page, items)
                violation = Violation(items[first].span, message, fix=fix, name=names[first])
                # If the list is sorted without the next one, either of them may be out of order.
                without = [*keys[: first + 1], *keys[first + 2 :]]
                is_next = not is_table and not _misplaced(without)
                yield violation.following_from(items[first + 1].span if is_next else None)


def _lists_in_indexes(page: Page) -> set[int]:
    return {listing.start for index in indexes_of(page) for listing in index.listings}


def _places(page: Page) -> dict[int, tuple[str, int]]:
    """Return the path and the line of what sources declare of the symbols of a page, by their first characters."""
    return {one.symbol.span.start: (one.path, one.declaration.line) for one in kit.compared(page)}


def _misplaced_row(page: Page, rows: Sequence[Item], names: Sequence[str]) -> list[int]:
    """Return the index of the only row out of order; none if rows are sorted in any way that generators know."""
    sorts = (lambda _: "", lambda row: "required" not in row, lambda row: row["type"].text if "type" in row else "")
    orders = [[f"{sort(row.captures)} {name}" for row, name in zip(rows, names, strict=True)] for sort in sorts]
    places = page.remembered(_places)
    if len({*names}) < max(_FEWEST, len(rows)) or any(row.start not in places for row in rows):
        return []
    of_source = longest_ascent([places[row.start] for row in rows])
    kept = max((longest_ascent([*map(fold, keys)]) for keys in orders for fold in (str, str.casefold)), key=len)
    is_odd = len(kept) == len(rows) - 1 > len(of_source)
    return [index for index in range(len(rows)) if index not in kept] if is_odd else []


def _misplaced(names: Sequence[str]) -> list[int]:
    """Return the indexes of the names that would have to move in the nearest order; none for sorted names."""
    nearest: list[int] = []
    for order in _ORDERS:
        keys = [order(name) for name in names]
        if sorted(keys) == keys or sorted(keys, reverse=True) == keys:
            return []
        nearest = max(nearest, longest_ascent(keys), key=len)
    kept = set(nearest)
    return [index for index in range(len(names)) if index not in kept]


def _sorted(page: Page, items: Sequence[Item]) -> Fix | None:
    """Return the fix that sorts entries by code points; None if they are numbered."""
    if any(_NUMBERED.match(page.source.text, item.start) for item in items):
        return None
    right = sorted(items, key=lambda item: name_of(item).text)
    edits = (Edit(old.span, page.text(new.span)) for old, new in zip(items, right, strict=True) if old is not new)
    return Fix(tuple(edits), safe=True)
