from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.holes import OCCURRENCES
from doclint.kit.shapes import Listing

from ._pages import format_in

_FEWEST = 3  # entries of a list that are compared
_PAGE = "docs/a.py_words.md"
_FORMAT = format_in("useless_frequency_table")


def _words(**counts: int) -> str:
    items = "".join(f"- **{word}**: {count} occurrences\n" for word, count in counts.items())
    return f"# Words of a.py\n\n## Most Common\n\n{items}"


class UselessFrequencyTable(Rule):
    """A list of the most common words or files has the same count for every entry.

    Such a list says nothing, and which entries are in it is chance. The generator should require a minimum count, and
    leave the list out if nothing reaches it.

    The format says what is a count. The rule leaves alone lists of one or two entries.
    """

    family = "lists"
    severity = "info"
    reads = {"{count.occurrences} of listing"}
    covers = ("C23",)
    remedy = "Write such a table only if the counts differ, and leave out what occurs once."
    messages = {"equal": Message("All entries have the count {count}, so the list does not show what is common")}
    examples = (
        Invalid(_words(oven=1, bread=1, table=1), _PAGE, lines=(5,), format=_FORMAT),
        Valid(_words(oven=2, bread=1, table=1), _PAGE, format=_FORMAT),
        Valid(_words(oven=1, bread=1), _PAGE, format=_FORMAT),
        Valid(
            _words(oven=3, bread=2) + "\n## By Kind\n\n| Kind | Files |\n|---|---|\n| a | 1 |\n| b | 1 |\n| c | 1 |\n",
            _PAGE,
            format=_FORMAT,
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            items = [item for item in listing.items if OCCURRENCES in item.captures]
            counts = [item[OCCURRENCES].text for item in items]
            if len(counts) >= _FEWEST and len(set(counts)) == 1:
                yield Violation(listing.span, "equal", count=counts[0])
