from collections.abc import Iterator, Sequence
from itertools import pairwise

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.shapes import Item, Listing, Prose

from ._pages import format_in

_FORMAT = format_in("flattened_list")
_PATH = "docs/fill.md"
_TITLE = "# Function fill\n\n"
_WHERE = "- **where** (str): Where to put it, one of:\n"
_COUNT = "- **count** (int): How many.\n"
_ENDS = expression(r":[ \t]*+\Z")
_MOST_SHOWN = 40  # characters of an item in a message


class FlattenedList(Rule):
    """A list in the description of an entry is on the level of the entries.

    Readers take `the top` for another parameter. The generator moved the lines of the description to the left, so that
    Markdown adds the inner items to the outer list.

    The rule reports the items of a list of symbols or entries that do not look like those of its format, if they follow
    an entry whose text ends in a colon.
    """

    family = "structure"
    severity = "warning"
    reads = {"listing + symbol"}
    covers = ("A16",)
    remedy = "Indent all lines of a description below the marker of its item, so that lists in it remain inner lists."
    messages = {
        "flattened": Message(
            "`{first}` belongs to the text of `{entry}` above, but is an item of the same list; indent it",
            key=("first",),
        )
    }
    examples = (
        Invalid(f"{_TITLE}{_WHERE}- the top\n- the bottom\n{_COUNT}", _PATH, format=_FORMAT, lines=(4,)),
        Valid(f"{_TITLE}{_WHERE}  - the top\n  - the bottom\n{_COUNT}", _PATH, format=_FORMAT),
        Valid(f"{_TITLE}{_COUNT}- and others\n", _PATH, format=_FORMAT),
        Valid(f"# Fill\n\n{_WHERE}- the top\n- the bottom\n{_COUNT}", _PATH, format=_FORMAT),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.documented:
            return
        free = [prose for prose in page.all(Prose) if prose.element is None]
        for listing in page.all(Listing):
            start, end = listing.span
            others = [prose for prose in free if start <= prose.start < end]
            for entry, first in _followed(page, listing.items, others) if others else ():
                yield Violation(first.span, "flattened", first=_shown(page, first.span), entry=_name(page, entry))


def _followed(page: Page, items: Sequence[Item], others: Sequence[Prose]) -> Iterator[tuple[Item, Prose]]:
    """Yield the items of a list that end in a colon, each with the first other item right after it."""
    both: list[Item | Prose] = [*items, *others]
    for before, one in pairwise(sorted(both, key=lambda one: one.start)):
        if isinstance(before, Item) and isinstance(one, Prose) and _ENDS.search(page.text(before.span).rstrip()):
            yield before, one


def _name(page: Page, item: Item) -> str:
    captures = item.captures
    name = captures.get("symbol") or next(iter(captures.values()), None)
    return name.text if name else _shown(page, item.span)


def _shown(page: Page, span: Span) -> str:
    """Return the first line of an item without its marker, cut if it is long."""
    text = page.text(span).lstrip("-*+ \t").partition("\n")[0].strip()
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN].rstrip()} ..."
