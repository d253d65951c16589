from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.kinds import described_files

from ._pages import file_page, keyword_page
from ._places import title_of


class PageAboutPage(Rule):
    """The page describes a generated page instead of a source file.

    The generator reads its own output on the second run. The number of pages doubles, search finds everything twice,
    and the next run goes one level deeper; the message says how often that has happened.

    The rule reads the described file to see whether it is a generated page. If the repository does not have the file,
    the rule goes by its name, and only by names that no other file has. Pages about handwritten documentation are
    right.
    """

    id = "page-about-page"
    family = "corpus"
    severity = "warning"
    covers = ("I01", "I02")
    remedy = "Exclude the folder of the pages from what the generator reads, and delete the pages about pages."
    messages = {
        "page": Message("The page describes `{subject}`, which is a generated page, not a source; delete the page"),
        "deep": Message(
            "The page describes `{subject}`, which is a page about a page: the generator has read its own output "
            "{depth} times; delete the page"
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
        path = page.described_file
        depth = _depth(page, path) if path else 0
        if depth:
            yield Violation(title_of(page), "page" if depth == 1 else "deep", subject=path, depth=depth)


def _depth(page: Page, path: str) -> int:
    """Return how many generated pages are between a page about a path and what people wrote."""
    depth = 0
    while path and page.is_page(path):
        depth += 1
        # The path of a page is longer than that of the file that it is about, unless a format says otherwise.
        path = next((about for about in described_files(path, page.formats) if len(about) < len(path)), "")
    return depth
