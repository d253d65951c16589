from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import INDEX_PAGE, format_in, index_page, letters_page
from ._repetitions import repetitions

_OVERLOADS = format_in("repeated_section")
_OVERLOADED = "# Module shop\n\n## fill\n\n```python\nfill(size)\n```\n\n## fill\n\n```python\nfill({})\n```\n"


class RepeatedSection(Rule):
    """A section is on the page twice.

    The anchor of the second one gets a number (`#files-1`), and readers cannot know which of the two is right.
    Overloads of a function have a section each, with different signatures. On level 6, the last one, there is all that
    is further down, so that two sections may be below different ones. What is copied with a section is not reported.
    """

    family = "structure"
    severity = "warning"
    reads = {"section"}
    covers = ("A05", "C17")
    yields_to = ("unfenced-source", "misplaced-signature")
    remedy = (
        "Write each heading in one place, in the template or in the function that fills it in, and sort "
        "entries by the key that they are grouped by."
    )
    messages = {"repeated": Message("The page already has a section `{found}`; merge the two", key=("found",))}
    examples = (
        Invalid(index_page().replace("## Nav", "## Files\n\nMore.\n\n## Nav"), INDEX_PAGE, lines=(17,)),
        Invalid(letters_page("A", "C", "C"), "docs/keywords.md", lines=(15,)),
        Valid(letters_page("A", "C"), "docs/keywords.md"),
        Valid(index_page(), INDEX_PAGE),
        Invalid(_OVERLOADED.format("size"), "docs/shop.md", format=_OVERLOADS, lines=(9,)),
        Valid(_OVERLOADED.format("size, color"), "docs/shop.md", format=_OVERLOADS),
        Valid(_OVERLOADED.format("size").replace("##", "######"), "docs/shop.md", format=f"{_OVERLOADS}\nlevel = 6\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for one in page.remembered(repetitions):
            heading = one.section.heading
            yield Violation(heading.span, "repeated", found=heading.markdown).following_from(one.new)
