from collections.abc import Iterator

from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import FOOTER, complete_file_page, index_page


class MissingSection(Rule):
    """A section that every page of its kind has is not there.

    The finding stands where the section ought to stand: at the heading of the section that follows it in the format. A
    section under another name in its place is an unexpected section, not a missing one, and a section that a broken
    fence swallows is reported at the fence. The title and the footer of the format count as sections.
    """

    id = "missing-section"
    family = "structure"
    severity = "error"
    covers = ("A03",)
    remedy = (
        "Write all sections of a kind of page from one template, and find out what stopped the generator on "
        "these pages."
    )
    messages = {
        # Where it belongs depends on what else is there, so it is no message of its own.
        "section": Message("The section `{heading}` is missing; it belongs {place}", key=("heading",)),
        "title": Message("The page has no title; pages of its kind begin with `{heading}`"),
        "footer": Message(
            "The page does not end with the footer of its format, `{footer}`",
            severity="warning",
            remedy="End every page with the footer of the template, or take the footer out of the format.",
        ),
    }
    examples = (
        Invalid(
            index_page(
                sections="## Overview\n\nText.\n\n## Files\n\n*No files in this folder.*\n\n## Navigation\n\nText.\n\n"
            ),
            "docs/src/index.md",
            lines=(7,),
            messages=("section",),
        ),
        Invalid(
            index_page(sections="## Overview\n\nText.\n\n## Subfolders\n\nText.\n\n## Files\n\nText.\n\n"),
            "docs/src/index.md",
            lines=(15,),
        ),
        Invalid(
            complete_file_page("a.py").replace("### Usage Examples\n\n", ""),
            "docs/a.py_docs.md",
            lines=(67,),
            messages=("section",),
        ),
        Invalid(
            index_page().partition("## Navigation")[0] + FOOTER,
            "docs/src/index.md",
            lines=(17,),
            messages=("section",),
        ),
        Invalid(index_page(footer=""), "docs/src/index.md", lines=(21,), messages=("footer",)),
        Invalid(index_page().split("\n", 2)[2], "docs/src/index.md", lines=(1,), messages=("title",)),
        Valid(index_page(), "docs/src/index.md"),
        Valid("# Index\n\nA page that people wrote.\n", "docs/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        outline = page.outline
        if outline is None or page.kind is None or page.format is None:
            return
        if outline.title is None:
            yield Violation(page.source.line_span(1), "title", heading=f"# {page.fill(page.kind.title)}")
        for missing in outline.missing:
            heading = f"{'#' * missing.place.level} {page.fill(missing.place.spec.heading)}"
            if missing.before:
                span, place = missing.before.heading.span, "before this one"
            elif missing.within:
                span, place = missing.within.heading.span, "at the end of this one"
            else:
                span, place = outline.footer or _last_line(page), "at the end of the page"
            yield Violation(span, "section", heading=heading, place=place)
        if page.format.footer and outline.footer is None:
            yield Violation(_last_line(page), "footer", footer=page.fill(page.format.footer[-1]))


def _last_line(page: Page) -> Span:
    return page.source.line_span(page.source.position(len(page.source.text.rstrip())).line)
