from collections.abc import Iterator

from pydantic import Field

from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._information import tells_nothing
from ._pages import file_page

_METADATA = "## File Metadata\n\n- **Path**: `src/__init__.py`\n\n"
_PURPOSE = "## File Purpose\n\nThis is a **Python package initialization file**.\n\n"
_OVERVIEW = "## High-Level Overview\n\nThis Python file contains {} class(es) and 0 function(s).\n\n"
_PATTERNS = "## Code Patterns & Idioms\n\n### Common Patterns\n\n*No specific patterns automatically detected.*\n\n"
_PAGE = file_page("src/__init__.py", _METADATA + _PURPOSE + _OVERVIEW.format(0) + _PATTERNS)
_DOCS = "docs/src/__init__.py_docs.md"


def _quote(*lines: str) -> str:
    return "## Original Source\n\n```python\n{}\n```\n".format("\n".join(lines))


class PageWithoutInformation(Rule):
    """The page tells no more of its file than the path does: every section says that there is nothing to say.

    Such pages are written for empty files and for files of one line. They fill indexes and searches, and whoever opens
    one has opened it in vain. Leave them out, or have the generator pass over such files.

    What the format marks as a default text, statements that follow from the path, counts of nothing, links and metadata
    are no information. The source that a page quotes is, unless it is very short.
    """

    id = "page-without-information"
    family = "content"
    severity = "info"
    covers = ("G05",)
    remedy = "Write no page where there is nothing to say, or find what there is."
    messages = {"page": Message("This page tells no more of `{path}` than its path does")}
    examples = (
        Invalid(_PAGE + _quote(), _DOCS, lines=(1,)),
        Invalid(_PAGE + _quote("VERSION = 1"), _DOCS, lines=(1,)),
        Invalid(
            "# Keyword Index: `a.txt`\n\n## Keywords Extracted\n\n"
            "*No keywords automatically extracted. See documentation for details.*\n",
            "docs/a.txt_kw.md",
            lines=(1,),
        ),
        Valid(_PAGE + _quote("VERSION = 1", "NAME = 2"), _DOCS),
        Invalid(_PAGE + _quote("VERSION = 1", "NAME = 2"), _DOCS, options={"quoted-lines": 2}, lines=(1,)),
        Valid(_PAGE, _DOCS),
        Valid(_PAGE.replace("0 class", "1 class") + _quote(), _DOCS),
        Valid(f"{_PAGE}Classes begin here.\n\n{_quote()}", _DOCS),
        Valid("# Index: `src/`\n\n## Subfolders\n\n*No subfolders.*\n", "docs/src/index.md"),
        Valid("# Notes\n\n*No files.*\n"),
    )

    quoted_lines: int = Field(
        default=1, ge=0, description="A page that quotes more lines of its source, not counting blank ones, has that."
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if tells_nothing(page, quoted_lines=self.quoted_lines):
            title = page.outline.title if page.outline else None
            assert page.subject is not None
            yield Violation(title.span if title else Span(0, 0), "page", path=page.subject.path)
