from collections.abc import Iterator

from doclint.formats.shapes import Listing
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_FEWEST = 3

_FORMAT = """
name = "words"
docs-root = "docs"

[[kind]]
name = "file"
page = "{path}_words.md"
title = "Words of {path}"

[[kind.section]]
heading = "Most Common"
content = [{ shape = "entries", of = "words", item = "**{word}**: {count:int} occurrences" }]

[[kind.section]]
heading = "By Kind"
required = false
content = [{ shape = "table", header = ["Kind", "Files"], row = ["{kind}", "{files:int}"] }]
"""


def _page(**counts: int) -> str:
    items = "".join(f"- **{word}**: {count} occurrences\n" for word, count in counts.items())
    return f"# Words of a.py\n\n## Most Common\n\n{items}"


class UselessFrequencyTable(Rule):
    """A list of what is most common, in which everything is as common.

    It says nothing, and which words of all are in it is chance. A generator should ask for a least count, and leave the
    list out where nothing reaches it.

    What is a count is told by the format. Lists of one or two entries are let be.
    """

    id = "useless-frequency-table"
    family = "lists"
    severity = "info"
    covers = ("C23",)
    remedy = "Write such a table only where the counts differ, and leave out what occurs once."
    messages = {
        "equal": Message("Every entry of this list has the same count, {count}: it does not tell what is common")
    }
    examples = (
        Invalid(_page(oven=1, bread=1, table=1), "docs/a.py_words.md", lines=(5,), format=_FORMAT),
        Valid(_page(oven=2, bread=1, table=1), "docs/a.py_words.md", format=_FORMAT),
        Valid(_page(oven=1, bread=1), "docs/a.py_words.md", format=_FORMAT),
        Valid(
            _page(oven=3, bread=2) + "\n## By Kind\n\n| Kind | Files |\n|---|---|\n| a | 1 |\n| b | 1 |\n| c | 1 |\n",
            "docs/a.py_words.md",
            format=_FORMAT,
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            counts = [item["count"].text for item in listing.items if "count" in item.captures]
            if len(counts) >= _FEWEST and len(set(counts)) == 1:
                yield Violation(listing.span, "equal", count=counts[0])
