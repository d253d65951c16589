from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import KEYWORD_PAGE, keyword_page

_KB = 1024
_KEYWORDS = keyword_page("a.py", "Classes", ["A"] * 100)
_WORDS = "# A\n\n" + "word " * 500


class OversizedPage(Rule):
    """A page is too large to render.

    GitHub does not render Markdown files of more than 512 KB, and browsers are slow long before. Generated pages grow
    with the tree that they list; split them by letter or by folder.

    The rule reports handwritten pages only if they do not render at all.
    """

    family = "structure"
    severity = "warning"
    needs = {"rendering"}
    covers = ("I07",)
    remedy = "Split the page by folder or by letter."
    advice = "Split the page."
    messages = {
        "huge": Message(
            "The page has {size} KB; hosts such as GitHub do not render pages over {limit} KB", severity="error"
        ),
        "large": Message("The page has {size} KB; pages over {limit} KB are slow to render and to read"),
    }
    examples = (
        Invalid(_WORDS, options={"most": 2}, lines={1: "huge"}),
        Invalid(_KEYWORDS, KEYWORD_PAGE, options={"warn": 2}, lines={1: "large"}),
        Valid(_KEYWORDS, KEYWORD_PAGE),
        Valid(_WORDS, options={"warn": 2}),
    )

    warn: Annotated[int, Meta(ge=1, description="Kilobytes above which a generated page is large.")] = 100
    most: Annotated[int, Meta(ge=1, description="Kilobytes above which hosts do not render a page.")] = 512

    def check(self, page: Page) -> Iterator[Violation]:
        size = len(page.source.text.encode()) / _KB
        if size > self.most:
            yield Violation(page.source.line_span(1), "huge", size=round(size), limit=self.most)
        elif size > self.warn and page.is_for_host:
            yield Violation(page.source.line_span(1), "large", size=round(size), limit=self.warn)
