from collections.abc import Iterator

from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import index_page


class EmptySection(Rule):
    """A section of the format has a heading and nothing below it.

    The reader stops at a promise without content. Where there is nothing to say the section says so, or is left out.
    """

    id = "empty-section"
    family = "structure"
    severity = "warning"
    covers = ("A06",)
    messages = {"empty": Message("There is nothing below `{found}`", key=("found",))}
    examples = (
        Invalid(index_page().replace("*No subfolders.*\n\n", ""), "docs/src/index.md", lines=(9,)),
        Valid(index_page(), "docs/src/index.md"),
        Valid("# Changes\n\n## Unreleased\n\n## 1.0\n\nFirst.\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for section in page.outline.walk() if page.outline else ():
            spec = section.spec
            if spec is not None and (spec.content or spec.child) and section.is_empty:
                found = f"{'#' * section.heading.level} {section.heading.text}"
                yield Finding(section.heading.span, "empty", found=found)
