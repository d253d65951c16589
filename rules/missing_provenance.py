import re
from collections.abc import Iterator

from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page

_HOLES = frozenset({"commit", "generated", "version"})
# A day, a version, or the name of a commit, which has a digit.
_TOLD = re.compile(r"\b\d{4}-\d\d-\d\d\b|\bv?\d{1,4}\.\d{1,4}\b|\b(?=[a-f]{0,39}\d)[0-9a-f]{7,40}\b")


class MissingProvenance(Rule):
    """A page does not say what it was generated from: no commit, no day, no version.

    Nobody can tell whether it still holds. It is a line in the generator's footer.

    Where it is told otherwise than the format says, it is told all the same: a day, a version or the name of a commit
    anywhere in the text of the page is enough. Pages of no known format are let be.
    """

    id = "missing-provenance"
    family = "metadata"
    severity = "info"
    profile = "strict"
    covers = ("E08",)
    remedy = "Write onto each page of which commit it was made, when, and by which version of the generator."
    messages = {
        "nothing": Message("The page does not say from which commit, when or by which version it was generated")
    }
    examples = (
        Invalid(index_page(), "docs/src/index.md", lines=(23,)),
        Invalid(index_page(footer=""), "docs/src/index.md", lines=(1,)),
        Valid(index_page(footer="---\n\n*Generated on 2031-05-17 by Demo*\n"), "docs/src/index.md"),
        Valid(index_page().replace("**Location**", "Of commit 3f2a91c7.\n\n**Location**"), "docs/src/index.md"),
        Valid("# Breads\n\nThere are three.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        outline = page.outline
        if outline is None or not _HOLES.isdisjoint(page.captures):
            return
        if any(_TOLD.search(text.text) for text in page.document.texts()):
            return
        title = outline.title.span if outline.title else Span(0, 0)
        yield Violation(outline.footer or title, "nothing")
