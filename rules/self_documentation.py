from collections.abc import Iterator
from fnmatch import fnmatchcase
from posixpath import basename

from pydantic import Field

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._places import title_of


class SelfDocumentation(Rule):
    """The page is about a file of the generator itself: its script, its log, its check-point.

    Readers look for the project, not for the tool that wrote its pages; what the page says of a log is out of date
    before it is written. To fix it, leave these files out of what the generator reads, and delete the page.

    The files are named by the format of the page, under `own-files`, and by the option `files`.
    """

    id = "self-documentation"
    family = "corpus"
    severity = "info"
    covers = ("I09",)
    remedy = "Leave the files of the generator itself out of what it reads."
    messages = {"own": Message("This page is about `{subject}`, a file of the generator itself")}
    examples = (
        Invalid(file_page("generate_repo_docs.py", "Text.\n"), "docs/generate_repo_docs.py_docs.md", lines=(1,)),
        Invalid(
            file_page("tools/pages.py", "Text.\n"),
            "docs/tools/pages.py_docs.md",
            options={"files": ["/tools/pages.py"]},
            lines=(1,),
        ),
        Valid(file_page("tools/pages.py", "Text.\n"), "docs/tools/pages.py_docs.md"),
        Valid(file_page("src/.checkpoint.json", "Text.\n"), "docs/src/.checkpoint.json_docs.md"),
    )

    files: list[str] = Field(
        default=[],
        description="More such files: names, or paths from the root with a `/` in them, with `*` for any characters.",
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or not subject.path or subject.is_folder or page.format is None:
            return
        if any(_names(pattern, subject.path) for pattern in (*page.format.own_files, *self.files)):
            yield Violation(title_of(page), "own", subject=subject.path)


def _names(pattern: str, path: str) -> bool:
    """Whether a pattern names a file: its path from the root if it has a slash, else its name."""
    return fnmatchcase(path, pattern.lstrip("/")) if "/" in pattern else fnmatchcase(basename(path), pattern)
