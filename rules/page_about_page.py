from collections.abc import Iterator

from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.source import Span

from ._pages import file_page, keyword_page


class PageAboutPage(Rule):
    """The page describes a generated page, not a source.

    It comes from a generator that reads its own output on the second run. The tree doubles, search finds everything
    twice, and the next run goes one level deeper. To fix it, leave the docs folder out of what the generator reads, and
    delete these pages.

    A page is told by what it is; where the described file is not at hand, by a name that only generated pages have.
    Pages about documentation that people wrote are right.
    """

    id = "page-about-page"
    family = "corpus"
    severity = "warning"
    covers = ("I01", "I02")
    remedy = "Leave the folder of the pages out of what the generator reads, and delete the pages about pages."
    messages = {"page": Message("This page is about `{subject}`, which is a generated page itself")}
    examples = (
        Invalid(file_page("docs/src/app.py_kw.md", "Text.\n"), "docs/docs/src/app.py_kw.md_docs.md", lines=(1,)),
        Invalid(
            keyword_page("docs/index.md", "Identifiers", ["A"]),
            "docs/docs/index.md_kw.md",
            files={"docs/index.md": "# Index: `root/`\n"},
            lines=(1,),
        ),
        Valid(file_page("docs/guide.md", "Text.\n"), "docs/docs/guide.md_docs.md"),
        Valid(
            file_page("docs/index.md", "Text.\n"), "docs/docs/index.md_docs.md", files={"docs/index.md": "# Guide\n"}
        ),
        Valid(file_page("src/app.py", "Text.\n"), "docs/src/app.py_docs.md"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        subject = page.subject
        if subject is None or subject.path is None or subject.is_folder:
            return
        if page.is_page(subject.path):
            title = page.outline.title if page.outline else None
            yield Finding(title.span if title else Span(0, 0), "page", subject=subject.path)
