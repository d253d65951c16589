from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page, letters_page


class RepeatedSection(Rule):
    """A section stands on the page twice.

    Its anchor gets a number (`#files-1`), and nobody can say which of the two is right.
    """

    id = "repeated-section"
    family = "structure"
    severity = "warning"
    covers = ("A05", "C17")
    yields_to = ("unfenced-source",)
    remedy = (
        "Write each heading in one place, in the template or in the function that fills it in, and sort "
        "entries by the key that they are grouped by."
    )
    messages = {"repeated": Message("`{found}` is on the page already", key=("found",))}
    examples = (
        Invalid(
            index_page().replace("## Navigation", "## Files\n\nMore.\n\n## Navigation"),
            "docs/src/index.md",
            lines=(17,),
        ),
        Invalid(letters_page("A", "C", "C"), "docs/keywords.md", lines=(15,)),
        Valid(letters_page("A", "C"), "docs/keywords.md"),
        Valid(index_page(), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for section in page.sections:
            if section.repeated:
                yield Violation(section.heading.span, "repeated", found=section.heading.markdown)
