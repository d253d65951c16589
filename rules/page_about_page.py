from collections.abc import Iterator
from posixpath import join

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import is_about_docs

from ._pages import file_of, file_page, keyword_page
from ._places import title_of


class PageAboutPage(Rule):
    """The page describes a generated page, or a folder of generated pages, instead of sources.

    The generator reads its own output on the second run. The number of pages doubles, search finds everything twice,
    and the next run goes one level deeper; the message says how often that has happened.

    The rule reads the described file to see whether it is a generated page. If the repository does not have the file,
    the rule goes by its name, and only by names that no other file has. A page about a folder is wrong if all files in
    the folder are generated pages. Pages about handwritten documentation are right.
    """

    family = "corpus"
    severity = "warning"
    reads = {"subject"}
    covers = ("I01", "I02")
    remedy = "Exclude the folder of the pages from what the generator reads, and delete the pages about pages."
    messages = {
        "page": Message("The page describes `{subject}`, which is a generated page, not a source; delete the page"),
        "deep": Message(
            "The page describes `{subject}`, which is a page about a page: the generator has read its own output "
            "{depth} times; delete the page"
        ),
        "folder": Message(
            "The page describes `{subject}/`, a folder of generated pages[: the generator has read its own output "
            "{depth} times]; delete the page"
        ),
    }
    examples = (
        Invalid(*file_of("docs/src/app.py_kw.md", "Text.\n"), lines=(1,)),
        Invalid(*file_of("docs/docs/src/a.py_kw.md_kw.md", "Text.\n"), lines={1: "deep"}),
        Invalid(
            keyword_page("docs/index.md", "Identifiers", ["A"]),
            "docs/docs/index.md_kw.md",
            files={"docs/index.md": "# Index: `root/`\n"},
            lines=(1,),
        ),
        Invalid(
            "# Index: `docs/src/`\n",
            "docs/docs/src/index.md",
            files={"docs/src/index.md": "# Index: `src/`\n", "docs/src/a.py_docs.md": file_page("src/a.py", "")},
            lines={1: "folder"},
        ),
        Valid(
            "# Index: `docs/src/`\n",
            "docs/docs/src/index.md",
            files={"docs/src/index.md": "# Index: `src/`\n", "docs/src/guide.md": "# Guide\n"},
        ),
        Valid("# Index: `docs/src/`\n", "docs/docs/src/index.md"),
        Valid(*file_of("docs/guide.md", "Text.\n")),
        Valid(*file_of("docs/index.md", "Text.\n", "# Guide\n")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        path = page.described_file
        depth = _depth(page, path) if path else 0
        if depth:
            yield Violation(title_of(page), "page" if depth == 1 else "deep", subject=path, depth=depth)
        folder = page.subject.path if page.subject and page.subject.is_folder and is_about_docs(page) else None
        depth = _depth_of_folder(page, folder) if folder else 0
        if depth:
            yield Violation(title_of(page), "folder", subject=folder, depth=depth if depth > 1 else None)


def _depth_of_folder(page: Page, folder: str) -> int:
    """Return the depth of the files in a folder; 0 if one of them is not a page, or there are none."""
    repository = page.repository
    if repository is None:
        return 0

    def find() -> int:
        listing = repository.listing(folder) or {}
        depths = [_depth(page, join(folder, name)) for name, is_folder in listing.items() if not is_folder]
        return max(depths) if depths and all(depths) else 0

    return repository.answered((_depth_of_folder, folder), find)


def _depth(page: Page, path: str) -> int:
    """Return how many generated pages are between a page about a path and what people wrote."""
    depth = 0
    while path and page.is_page(path):
        depth += 1
        # The path of a page is longer than that of the file that it is about, unless a format says otherwise.
        path = next((about for about in page.files_described_at(path) if len(about) < len(path)), "")
    return depth
