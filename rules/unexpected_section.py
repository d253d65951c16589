from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import Places
from doclint.kit.nodes import Heading

from ._pages import INDEX_PAGE, index_page


class UnexpectedSection(Rule):
    """A page has a heading that its format does not have.

    Either the heading is another name of a section of the format, and the finding says which; or text from elsewhere
    has come onto the page. The rule leaves headings with undecodable bytes to `undecodable-bytes`.
    """

    family = "structure"
    severity = "warning"
    of_template = True
    reads = {"kind"}
    covers = ("A04", "A12")
    yields_to = ("misspelled-heading", "unfenced-source")
    remedy = "Quote text from elsewhere in a fence that it cannot close, so that its headings do not become the page's."
    messages = {
        "renamed": Message(
            "The page has `{found}` where its format has `{heading}`",
            key=("found", "heading"),
            remedy="Write the heading as the format has it, or change the format.",
        ),
        "unexpected": Message("`{found}` is not a section of a page of the kind `{kind}`", key=("found",)),
        "behind-footer": Message(
            "The page continues after its footer, with `{found}`",
            remedy="Write the footer last: something adds text to the page after it.",
        ),
    }
    examples = (
        Invalid(index_page().replace("## Files", "## File list"), INDEX_PAGE, lines={13: "renamed"}),
        Invalid(
            index_page().replace("## Files", "### Moved\n\nElsewhere.\n\n## Files"),
            INDEX_PAGE,
            lines={13: "unexpected"},
        ),
        Invalid(f"{index_page()}\n## More\n", INDEX_PAGE, lines={27: "behind-footer"}),
        Valid(index_page(), INDEX_PAGE),
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
        damaged = Places(bad.span for bad in page.source.damage)
        for section in page.sections:
            heading = section.heading
            if section.place is None:
                yield Violation(heading.span, "unexpected", kind=page.kind.name, found=heading.markdown)
            elif section.renamed and not damaged.meet(heading.span):
                right = f"{'#' * section.place.level} {page.fill(section.place.heading)}"
                yield Violation(heading.span, "renamed", found=page.text(heading.span), heading=right)
        # Pages of some kinds continue after the footer, but never with a section.
        after = [block for block in page.outline.epilogue if not page.kind.epilogue or isinstance(block, Heading)]
        for block in after[:1]:
            yield Violation(block.span, "behind-footer", found=page.text(page.source.line_at(block.start)))
