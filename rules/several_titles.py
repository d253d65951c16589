from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page


class SeveralTitles(Rule):
    """A page has more than one heading of the first level.

    Outlines and screen readers expect one title. Pages that were put into another page keep their titles; all their
    headings have to go down a level.

    A format may have sections on that level, as a book has its parts. What is no section of the format at all
    is told by `unexpected-section`.
    """

    id = "several-titles"
    family = "style"
    severity = "info"
    profile = "strict"
    covers = ("A11",)
    yields_to = ("misplaced-section", "repeated-section", "unexpected-section")
    remedy = "Lower the headings of what is copied onto a page by the level that it stands on."
    messages = {"another": Message("`{found}` is another title; the first is `{title}`", key=("found",))}
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
        allowed = {one.heading.start for one in page.sections if one.place and one.place.level == 1}
        titles = [one for one in page.document.headings if one.level == 1 and one.start not in allowed]
        for title in titles[1:]:
            yield Violation(title.span, "another", found=title.markdown, title=titles[0].markdown)
