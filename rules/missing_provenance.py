from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.holes import PROVENANCE
from doclint.kit import expression

from ._pages import index_page
from ._places import title_of

# A day, a version, or the hash of a commit, which has a digit.
_PROVENANCE = expression(r"\b\d{4}-\d\d-\d\d\b|\bv?\d{1,4}\.\d{1,4}\b|\b(?=[a-f]{0,39}\d)[0-9a-f]{7,40}\b")


class MissingProvenance(Rule):
    """The page does not say what it was generated from: no commit, no day, no version.

    Readers cannot see whether the page is up to date. One line in the footer of the generator is enough.

    doclint accepts a day, a version or the hash of a commit anywhere in the text of the page, whether or not the format
    has it there. It does not check pages of no known format.
    """

    family = "metadata"
    severity = "info"
    profile = "strict"
    reads = {"{generated.commit}", "{generated.time}", "{generated.version}", "kind"}
    covers = ("E08",)
    remedy = "Write the commit, the time and the version of the generator on each page."
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
        if outline is None or not PROVENANCE.isdisjoint(page.captures):
            return
        if not any(_PROVENANCE.search(text.text) for text in page.document.texts()):
            yield Violation(outline.footer or title_of(page), "nothing")
