from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import index_page


class SeveralTitles(Rule):
    """A page has more than one heading of the first level.

    Outlines and screen readers expect one title. Most often the generator copied another page into this one without
    lowering its headings.

    A format may have sections of the first level, as a book has parts; the rule ignores those. `unexpected-section`
    reports sections that the format does not have. Where pages have no title by their format, the rule says nothing.
    """

    family = "style"
    severity = "info"
    profile = "strict"
    needs = {"rendering"}
    covers = ("A11",)
    yields_to = ("broken-fence", "misplaced-section", "repeated-section", "unexpected-section")
    remedy = "When copying text onto a page, lower its headings below the section that it is in."
    advice = "Keep one title on each page, and make the other ones lower headings."
    messages = {
        "another": Message("The page already has the title `{title}`; make `{found}` a lower heading", key=("found",))
    }
    examples = (
        Invalid("# A\n\n## B\n\n# C\n\nD\n=\n", lines=(5, 7)),
        Invalid(index_page() + "\n# More\n", "docs/src/index.md", lines=(27,)),
        Valid("# A\n\n## B\n\n```sh\n# C\n```\n"),
        Valid(
            "# The Demo Repository: A Comprehensive Guide\n\n## Preface\n\nText.\n\n# Part I: A\n\n# Part II: B\n",
            "docs/comprehensive_book.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.kind is not None and not page.kind.title:
            return
        parts = {section.heading.start for section in page.sections if section.place and section.place.level == 1}
        titles = [title for title in page.document.headings if title.level == 1 and title.start not in parts]
        for title in titles[1:]:
            yield Violation(title.span, "another", found=title.markdown, title=titles[0].markdown)
