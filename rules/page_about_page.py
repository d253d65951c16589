from collections.abc import Iterator

from doclint.formats.kinds import candidates
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page, keyword_page
from ._places import title_of


class PageAboutPage(Rule):
    """The page describes a generated page, not a source.

    It comes from a generator that reads its own output on the second run. The tree doubles, search finds everything
    twice, and the next run goes one level deeper. To fix it, leave the docs folder out of what the generator reads, and
    delete these pages. How often it has read its own output is told as well.

    A page is told by what it is; where the described file is not at hand, by a name that only generated pages have.
    Pages about documentation that people wrote are right.
    """

    id = "page-about-page"
    family = "corpus"
    severity = "warning"
    covers = ("I01", "I02")
    remedy = "Leave the folder of the pages out of what the generator reads, and delete the pages about pages."
    messages = {
        "page": Message("This page is about `{subject}`, which is a generated page itself"),
        "deep": Message(
            "This page is about `{subject}`, which is a page about a page itself: the generator has read its own "
            "output {depth} times"
        ),
    }
    examples = (
        Invalid(file_page("docs/src/app.py_kw.md", "Text.\n"), "docs/docs/src/app.py_kw.md_docs.md", lines=(1,)),
        Invalid(
            file_page("docs/docs/src/a.py_kw.md_kw.md", "Text.\n"),
            "docs/docs/docs/src/a.py_kw.md_kw.md_docs.md",
            lines=(1,),
            messages=("deep",),
        ),
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

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None or subject.is_folder:
            return
        depth = _depth(page, subject.path)
        if depth:
            yield Violation(title_of(page), "page" if depth == 1 else "deep", subject=subject.path, depth=depth)


def _depth(page: Page, path: str) -> int:
    """How many pages lie between a page about a path and what people wrote."""
    depth = 0
    while path and page.is_page(path):
        depth += 1
        about = (one.subject.path or "" for one in candidates(path, page.formats) if not one.subject.is_folder)
        # The path of a page is longer than that of what it is about, unless a format says otherwise.
        path = next((one for one in about if len(one) < len(path)), "")
    return depth
