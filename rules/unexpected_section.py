from collections.abc import Iterator

from doclint.markdown.nodes import Heading
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page


class UnexpectedSection(Rule):
    """A heading that the format of the page does not have.

    Either it is a misspelling of one that the format has, and then it stands in that one's place and the finding names
    it; or foreign text has come onto the page. A heading with undecodable bytes is reported for these alone.
    """

    id = "unexpected-section"
    family = "structure"
    severity = "warning"
    covers = ("A04", "A12")
    yields_to = ("misspelled-heading", "unfenced-source")
    remedy = "Quote foreign text in a fence that it cannot close, so that its headings are none of the page's."
    messages = {
        "renamed": Message(
            "`{found}` stands where the format has `{heading}`",
            key=("found", "heading"),
            remedy="Write the heading as the format has it, or give the format the new one.",
        ),
        "unexpected": Message("`{found}` is no section of a page of the kind {kind}", key=("found",)),
        "behind-footer": Message(
            "The page goes on behind its footer, with `{found}`",
            remedy="Write the footer last: something is added to the page behind it.",
        ),
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
        Invalid(f"{index_page()}\n## More\n", "docs/src/index.md", lines=(27,), messages=("behind-footer",)),
        Valid(index_page(), "docs/src/index.md"),
        Valid(
            "# Subtree Keyword Index: `a/`\n\n## Keywords\n\n"
            "### `__init__`\n\n- [`a/__init__.py`](__init__.py_docs.md)\n",
            "docs/a/sub.md",
        ),
        Valid("# Guide\n\n## Anything\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.outline is None or page.kind is None:
            return
        for section in page.sections:
            span = section.heading.span
            if section.place is None:
                yield Violation(span, "unexpected", kind=page.kind.name, found=section.heading.markdown)
            elif section.renamed and not any(span.start <= one.span.start < span.end for one in page.source.damage):
                heading = f"{'#' * section.place.level} {page.fill(section.place.spec.heading)}"
                yield Violation(span, "renamed", found=page.source.text[slice(*span)], heading=heading)
        # Some kinds of page go on behind the footer, though never with a section.
        behind = [block for block in page.outline.epilogue if not page.kind.epilogue or isinstance(block, Heading)]
        for block in behind[:1]:
            yield Violation(block.span, "behind-footer", found=page.source.line(page.source.position(block.start).line))
