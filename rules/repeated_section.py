from collections.abc import Iterator

from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import index_page


class RepeatedSection(Rule):
    """A section stands on the page twice.

    Its anchor gets a number (`#files-1`), and nobody can say which of the two is right.
    """

    id = "repeated-section"
    family = "structure"
    severity = "warning"
    covers = ("A05",)
    yields_to = ("unfenced-source",)
    messages = {"repeated": Message("`{found}` is on the page already", key=("found",))}
    examples = (
        Invalid(
            index_page().replace("## Navigation", "## Files\n\nMore.\n\n## Navigation"),
            "docs/src/index.md",
            lines=(17,),
        ),
        Valid(index_page(), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for section in page.sections:
            if section.repeated:
                yield Finding(section.heading.span, "repeated", found=section.heading.markdown)
