import re
from collections.abc import Iterator

from doclint.formats.shapes import Prose
from doclint.markdown.nodes import List
from doclint.markdown.source import Edit, Fix, Places, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_NUMBER = re.compile(r"\d{1,9}")
_SEVERAL = 2  # items, of which people mean the numbers
_STEPS = "## Testing & Usage\n\n### Usage Examples\n\n{}. **Review** it.\n{}. Run it.\n"


class MisnumberedList(Rule):
    """A numbered list begins in the middle: its first number is 2 or 4.

    The reader looks for the steps that are missing. Generators that have numbers in their texts leave some of them out.

    A list that goes on where one before it ended is right, and so is one that begins with 0, and what is taken from a
    docstring. On pages that people wrote a single item may be a year or a number of something else.
    """

    id = "misnumbered-list"
    family = "structure"
    severity = "info"
    covers = ("A10",)
    remedy = "Number the items when all of them are known, or write `1.` before each."
    messages = {
        "start": Message(
            "The list begins with {first}; there is no list before it that ends with {before}", key=("first",)
        )
    }
    examples = (
        Invalid(
            file_page("a.py", _STEPS.format(2, 4)),
            "docs/a.py_docs.md",
            lines=(7,),
            fixed=file_page("a.py", _STEPS.format(1, 2)),
        ),
        Valid(file_page("a.py", _STEPS.format(1, 3)), "docs/a.py_docs.md"),
        Valid(file_page("a.py", _STEPS.format(1, 2) + "\n---\n\n3. Stop.\n"), "docs/a.py_docs.md"),
        Invalid("2. Second\n3. Third\n", lines=(1,), fixed="1. Second\n2. Third\n"),
        Valid("2. Second\n"),
        Valid("1. First\n\nThat is:\n\n2. Second\n3. Third\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        taken = Places(shape.span for shape in page.all(Prose) if shape.of)
        lasts = {-1, 0}
        for one in page.document.lists():
            if one.first is None:
                continue
            is_meant = page.kind is not None or len(one.items) >= _SEVERAL
            if is_meant and one.first - 1 not in lasts and not taken.meet(Span(one.start, one.start + 1)):
                place = Span(one.start, page.source.line_span(page.source.position(one.start).line).end)
                yield Violation(place, "start", fix=_renumbered(page, one), first=one.first, before=one.first - 1)
            lasts.add(one.first + len(one.items) - 1)


def _renumbered(page: Page, one: List) -> Fix | None:
    """The numbers of the items from one on."""
    matches = [_NUMBER.match(page.source.text, item.start) for item in one.items]
    edits = [Edit(Span(*match.span()), str(number)) for number, match in enumerate(matches, 1) if match]
    return Fix(tuple(edits), safe=True) if len(edits) == len(one.items) else None
