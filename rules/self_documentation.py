from collections.abc import Iterator
from fnmatch import fnmatchcase
from posixpath import basename
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import file_of, file_page
from ._places import title_of


class SelfDocumentation(Rule):
    """The page describes a file of the generator itself: its script, its log or its checkpoint.

    Readers look for the project, not for the tool that wrote its pages, and a page about a log is out of date at once.
    The generator read every file in the repository, its own included.

    The format of the page lists these files under `own-files`, and the option `files` adds more.
    """

    family = "corpus"
    severity = "info"
    reads = {"file", "file + format.own-files"}
    covers = ("I09",)
    remedy = "Exclude the files of the generator from what it reads, and delete the pages about them."
    messages = {"own": Message("The page describes `{subject}`, a file of the generator itself; delete the page")}
    examples = (
        Invalid(*file_of("generate_repo_docs.py", "Text.\n"), lines=(1,)),
        Invalid(
            file_page("tools/pages.py", "Text.\n"),
            "docs/tools/pages.py_docs.md",
            options={"files": ["/tools/pages.py"]},
            lines=(1,),
        ),
        Valid(*file_of("tools/pages.py", "Text.\n")),
        Valid(*file_of("src/.checkpoint.json", "Text.\n")),
    )

    files: Annotated[
        list[str],
        Meta(
            description="More files of the generator: names, or paths from the root (with a `/`); `*` matches anything."
        ),
    ] = []

    def check(self, page: Page) -> Iterator[Violation]:
        path = page.described_file
        patterns = (*page.format.own_files, *self.files) if page.format else ()
        if path and any(_matches(pattern, path) for pattern in patterns):
            yield Violation(title_of(page), "own", subject=path)


def _matches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a file: its path from the root if the pattern has a slash, else its name."""
    return fnmatchcase(path, pattern.lstrip("/")) if "/" in pattern else fnmatchcase(basename(path), pattern)
