from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import INDEX_PAGE, index_page, letters_page


class RepeatedSection(Rule):
    """A section is on the page twice.

    The anchor of the second one gets a number (`#files-1`), and readers cannot know which of the two is right.
    """

    id = "repeated-section"
    family = "structure"
    severity = "warning"
    reads = frozenset({"section"})
    covers = ("A05", "C17")
    yields_to = ("unfenced-source",)
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
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for section in page.sections:
            if section.repeated:
                yield Violation(section.heading.span, "repeated", found=section.heading.markdown)
