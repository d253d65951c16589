from collections.abc import Iterator
from posixpath import dirname

from doclint.page.page import Page
from doclint.repository.gitignore import is_ignored
from doclint.repository.repository import Repository
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._folders import has_sources, is_below, is_generated
from ._pages import file_page, index_page
from ._places import title_of


class OrphanPage(Rule):
    """The file or folder that a page is about is no longer there.

    It was deleted or renamed, and nobody cleaned up after it. Search still finds the page, and whoever reads it looks
    for code that does not exist. To fix it, delete the page, and have the generator delete pages without a source.

    Where the sources are not in the same repository as the pages nothing is said, nor of files that `.gitignore` names:
    they may be made by a build. Pages about generated pages are told by a rule of their own.
    """

    id = "orphan-page"
    family = "corpus"
    severity = "warning"
    covers = ("I05",)
    needs = frozenset({"repository"})
    remedy = "Delete the pages whose source is gone whenever the tree is written anew."
    messages = {
        "file": Message("There is no file `{subject}`, which this page is about"),
        "folder": Message("There is no folder `{subject}`, which this page is about"),
    }
    examples = (
        Invalid(file_page("src/gone.py", "Text.\n"), "docs/src/gone.py_docs.md", files={"src/a.py": ""}, lines=(1,)),
        Invalid(file_page("src/old/a.py", "Text.\n"), "docs/src/old/a.py_docs.md", files={"src/b.py": ""}, lines=(1,)),
        Invalid(
            file_page("setup.py", "Text.\n"),
            "docs/setup.py_docs.md",
            files={"setup.cfg": "", "docs/setup.cfg_docs.md": ""},
            lines=(1,),
        ),
        Invalid(index_page("src/old"), "docs/src/old/index.md", files={"src/b.py": ""}, lines=(1,)),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"src/a.py": ""}),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"README.md": ""}),
        Valid(
            file_page("src/made.py", "Text.\n"),
            "docs/src/made.py_docs.md",
            files={"src/a.py": "", "src/.gitignore": "made.py\n"},
        ),
        Valid(file_page("docs/a.py_kw.md", "Text.\n"), "docs/docs/a.py_kw.md_docs.md", files={"a.py": ""}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject, repository = page.subject, page.repository
        if subject is None or not subject.path or repository is None or is_generated(page):
            return
        path = subject.path
        is_there = repository.is_folder(path) if subject.is_folder else repository.exists(path)
        if is_there or not _are_at_hand(page, repository, path) or is_ignored(repository, path):
            return
        yield Violation(title_of(page), "folder" if subject.is_folder else "file", subject=path)


def _are_at_hand(page: Page, repository: Repository, path: str) -> bool:
    """Whether the repository has the sources from which that one is missing: those around it are there."""
    folder = dirname(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    assert page.format is not None, "the page has a subject"
    return not is_below(page.format.docs_root, folder) if folder else has_sources(page.format, repository)
