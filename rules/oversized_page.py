from collections.abc import Iterator

from pydantic import Field

from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import keyword_page

_KB = 1024


class OversizedPage(Rule):
    """A page is too large to be shown.

    GitHub shows no Markdown of more than 512 KB, and browsers are slow long before. Generated pages grow with the tree
    that they list; split them, by letter or by folder.

    Of pages that people wrote only those that are not shown at all are reported.
    """

    id = "oversized-page"
    family = "structure"
    severity = "warning"
    covers = ("I07",)
    remedy = "Split the page by folder or by letter."
    messages = {
        "huge": Message(
            "The page has {size} KB; hosts such as GitHub show no page of more than {limit} KB", severity="error"
        ),
        "large": Message("The page has {size} KB; pages of more than {limit} KB are slow to show and to read"),
    }
    examples = (
        Invalid("# A\n\n" + "word " * 500, options={"most": 2}, lines=(1,), messages=("huge",)),
        Invalid(
            keyword_page("a.py", "Classes", ["A"] * 100),
            "docs/a.py_kw.md",
            options={"warn": 2},
            lines=(1,),
            messages=("large",),
        ),
        Valid(keyword_page("a.py", "Classes", ["A"] * 100), "docs/a.py_kw.md"),
        Valid("# A\n\n" + "word " * 500, options={"warn": 2}),
    )

    warn: int = Field(default=100, ge=1, description="Generated pages of more kilobytes than this are large.")
    most: int = Field(default=512, ge=1, description="Pages of more kilobytes than this are not shown.")

    def check(self, page: Page) -> Iterator[Violation]:
        size = len(page.source.text.encode()) / _KB
        if size > self.most:
            yield Violation(_first_line(page), "huge", size=round(size), limit=self.most)
        elif size > self.warn and page.kind is not None:
            yield Violation(_first_line(page), "large", size=round(size), limit=self.warn)


def _first_line(page: Page) -> Span:
    return Span(0, page.source.line_span(1).end)
