from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page


class EmptySection(Rule):
    """A section of the format has a heading and nothing below it.

    The reader stops at a promise without content. Where there is nothing to say the section says so, or is left out.
    """

    id = "empty-section"
    family = "structure"
    severity = "warning"
    covers = ("A06",)
    yields_to = ("unfenced-source",)
    remedy = (
        "Write a heading only where there is something to write below it; else leave it out, or say in a "
        "sentence that there is nothing."
    )
    messages = {"empty": Message("There is nothing below `{found}`[; the format has {children} there]", key=("found",))}
    examples = (
        Invalid(index_page().replace("*No subfolders.*\n\n", ""), "docs/src/index.md", lines=(9,)),
        Valid(index_page(), "docs/src/index.md"),
        Valid("# Changes\n\n## Unreleased\n\n## 1.0\n\nFirst.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        astray = {section.place for section in page.sections if section.astray}
        for section in page.sections:
            place = section.place
            if place is None or not section.is_empty or astray.intersection(place.children):
                continue
            spec = place.spec
            if spec.content or spec.child:
                children = tuple(page.fill(child.heading) for child in spec.child if child.required)
                yield Violation(section.heading.span, "empty", found=section.heading.markdown, children=children)
