from collections.abc import Iterator

from doclint.formats.outline import Disorder
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import index_page

_SHOWN = 4


class MisplacedSection(Rule):
    """The sections of a page are not in the order of its format.

    All that is out of order below one heading is one finding, at the first section that would have to move.
    """

    id = "misplaced-section"
    family = "structure"
    severity = "warning"
    covers = ("A04",)
    messages = {"order": Message("{moved} out of order; the format has {expected}", key=("moved",))}
    examples = (
        Invalid(
            index_page()
            .replace("## Files", "## *")
            .replace("## Subfolders", "## Files")
            .replace("## *", "## Subfolders"),
            "docs/src/index.md",
            lines=(9,),
        ),
        Valid(index_page(), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for disorder in page.outline.disorder if page.outline else ():
            moved = [f"`{section.heading.text}`" for section in disorder.moved]
            verb = " is" if len(moved) == 1 else " are"
            yield Finding(
                disorder.moved[0].heading.span, "order", moved=", ".join(moved) + verb, expected=_expected(disorder)
            )


def _expected(disorder: Disorder) -> str:
    """The right order around the first section that would have to move."""
    names = [f"`{section.heading.text}`" for section in disorder.expected]
    place = next(index for index, section in enumerate(disorder.expected) if section is disorder.moved[0])
    start = max(0, min(place - 1, len(names) - _SHOWN))
    return ", ".join(names[start : start + _SHOWN])
