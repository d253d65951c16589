from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import has_no_information

from ._pages import file_page
from ._places import title_of

_PAGE = file_page(
    "src/__init__.py",
    "## File Metadata\n\n- **Path**: `src/__init__.py`\n\n"
    "## File Purpose\n\nThis is a **Python package initialization file**.\n\n"
    "## High-Level Overview\n\nThis Python file contains 0 class(es) and 0 function(s).\n\n"
    "## Code Patterns & Idioms\n\n### Common Patterns\n\n*No specific patterns automatically detected.*\n\n",
)
_DOCS = "docs/src/__init__.py_docs.md"


def _quote(lines: str) -> str:
    return f"## Original Source\n\n```python\n{lines}\n```\n"


class PageWithoutInformation(Rule):
    """A page says nothing about its file that the path of the file does not say: every section is a default text.

    Generators write such pages for empty files and for files of one line. They fill indexes and search results, and
    whoever opens one learns nothing. Leave them out, or let the generator skip such files.

    Default texts of the format, claims that follow from the path, counts of nothing, links and metadata are not
    information. The source that a page quotes is, unless it is very short.
    """

    family = "content"
    severity = "info"
    reads = {"statement.role = default + file"}
    covers = ("G05",)
    remedy = "Do not write a page about a file if there is nothing to say, or find more to say."
    messages = {"page": Message("The page says nothing about `{path}` that its path does not say; leave it out")}
    examples = (
        Invalid(_PAGE + _quote(""), _DOCS, lines=(1,)),
        Invalid(_PAGE + _quote("VERSION = 1"), _DOCS, lines=(1,)),
        Invalid(
            "# Keyword Index: `a.txt`\n\n## Keywords Extracted\n\n"
            "*No keywords automatically extracted. See documentation for details.*\n",
            "docs/a.txt_kw.md",
            lines=(1,),
        ),
        Valid(_PAGE + _quote("VERSION = 1\nNAME = 2"), _DOCS),
        Invalid(_PAGE + _quote("VERSION = 1\nNAME = 2"), _DOCS, options={"quoted-lines": 2}, lines=(1,)),
        Valid(_PAGE, _DOCS),
        Valid(_PAGE.replace("0 class", "1 class") + _quote(""), _DOCS),
        Valid(f"{_PAGE}Classes begin here.\n\n{_quote('')}", _DOCS),
        Valid("# Index: `src/`\n\n## Subfolders\n\n*No subfolders.*\n", "docs/src/index.md"),
        Valid("# Notes\n\n*No files.*\n"),
    )

    quoted_lines: Annotated[
        int, Meta(ge=0, description="Quoted lines, not counting blank ones, that are not yet information.")
    ] = 1

    def check(self, page: Page) -> Iterator[Violation]:
        if page.subject and has_no_information(page, quoted_lines=self.quoted_lines):
            yield Violation(title_of(page), "page", path=page.subject.path)
