from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation

from ._pages import FILE_PAGE, FOOTER, INDEX_PAGE, complete_file_page, index_page
from ._slips import slips

_FILES = "## Files\n\n*No files in this folder.*\n\n## Navigation\n\nText.\n\n"
_FOLDERS = "## Subfolders\n\nText.\n\n## Files\n\nText.\n\n"


class MissingSection(Rule):
    """A page lacks a section that every page of its kind has.

    The finding is where the section belongs: at the heading of the section that follows it in the format. The title and
    the footer of the format count as sections.

    A section with another name in its place is an `unexpected-section`, not a missing one, or a `misspelled-heading` if
    it is one letter off, and `broken-fence` reports the sections that a broken fence swallows.
    """

    family = "structure"
    severity = "error"
    of_template = True
    reads = {"format.footer", "kind.footer", "kind.section", "kind.title"}
    covers = ("A03",)
    remedy = (
        "Write all sections of a kind of page from one template, and find out why the generator stopped on these pages."
    )
    messages = {
        # Where it belongs depends on the rest of the page, so the places are not messages of their own.
        "section": Message("The section `{heading}`[ or {others}] is missing; it belongs {place}", key=("heading",)),
        "title": Message("The page has no title; begin it with `{heading}`"),
        "footer": Message(
            "The page does not end with `{footer}`, the footer of its format",
            severity="warning",
            remedy="End every page with the footer of the template, or remove the footer from the format.",
        ),
    }
    examples = (
        Invalid(index_page(sections=f"## Overview\n\nText.\n\n{_FILES}"), INDEX_PAGE, lines={7: "section"}),
        Invalid(index_page(sections=f"## Overview\n\nText.\n\n{_FOLDERS}"), INDEX_PAGE, lines=(15,)),
        Invalid(complete_file_page("a.py").replace("### Usage Examples\n\n", ""), FILE_PAGE, lines={67: "section"}),
        Invalid(index_page().partition("## Nav")[0] + FOOTER, INDEX_PAGE, lines={17: "section"}),
        Invalid(index_page(footer=""), INDEX_PAGE, lines={21: "footer"}),
        Invalid(index_page().split("\n", 2)[2], INDEX_PAGE, lines={1: "title"}),
        Valid(index_page(), INDEX_PAGE),
        Valid("# Index\n\nA page that people wrote.\n", "docs/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        outline = page.outline
        if outline is None or page.kind is None or page.format is None:
            return
        if outline.title is None and page.kind.title:
            yield Violation(page.source.line_span(1), "title", heading=f"# {page.fill(page.kind.title[0])}")
        misspelled = {right for _, right in slips(page)} if outline.missing else ()
        for missing in outline.missing:
            if any(page.fill(one.heading) in misspelled for one in (missing.place, *missing.instead)):
                continue
            if missing.before:
                span, place = missing.before.heading.span, "before this section"
            elif missing.within:
                span, place = missing.within.heading.span, "at the end of this section"
            else:
                span, place = outline.footer or _last_line(page), "at the end of the page"
            places = (missing.place, *missing.instead)
            heading, *others = (f"{'#' * one.level} {page.fill(one.heading)}" for one in places)
            yield Violation(span, "section", heading=heading, place=place, others=tuple(others))
        footer = page.format.footer_of(page.kind)
        if footer and outline.footer is None:
            yield Violation(_last_line(page), "footer", footer=page.fill(footer[-1]))


def _last_line(page: Page) -> Span:
    return page.source.line_at(len(page.source.text.rstrip()))
