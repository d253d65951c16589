from collections.abc import Iterator

from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import index_page


class UnexpectedSection(Rule):
    """A heading that the format of the page does not have.

    Either it is a misspelling of one that the format has, and then it stands in that one's place and the finding names
    it; or foreign text has come onto the page.
    """

    id = "unexpected-section"
    family = "structure"
    severity = "warning"
    covers = ("A04",)
    messages = {
        "renamed": Message("`{found}` stands where the format has `{heading}`", key=("found", "heading")),
        "unexpected": Message("Pages of the kind {kind} have no section `{found}`", key=("found",)),
    }
    examples = (
        Invalid(
            index_page().replace("## Files", "## File list"), "docs/src/index.md", lines=(13,), messages=("renamed",)
        ),
        Invalid(
            index_page().replace("## Files", "### Moved\n\nElsewhere.\n\n## Files"),
            "docs/src/index.md",
            lines=(13,),
            messages=("unexpected",),
        ),
        Valid(index_page(), "docs/src/index.md"),
        Valid("# Guide\n\n## Anything\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        outline = page.outline
        if outline is None or page.kind is None:
            return
        for section in outline.walk():
            level = "#" * section.heading.level
            found = f"{level} {section.heading.text}"
            if section.spec is None:
                yield Finding(section.heading.span, "unexpected", kind=page.kind.name, found=found)
            elif section.renamed:
                heading = f"{level} {section.spec.heading.fill(page.values)}"
                yield Finding(section.heading.span, "renamed", found=found, heading=heading)
