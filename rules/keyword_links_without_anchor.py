from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import indexes_of

from ._pages import keyword_page

_MOST = 3  # entries that may lead to one place


class KeywordLinksWithoutAnchor(Rule):
    """All entries of an index lead to the same place.

    A reader who follows a link has to search again, and one link would do for all entries. The links need fragments,
    and the page that they lead to needs an anchor for each symbol.

    The rule ignores indexes of up to three entries. It reports each index once, at its heading.
    """

    family = "lists"
    severity = "info"
    profile = "strict"
    reads = {"{target} of listing + section.index"}
    covers = ("C20",)
    remedy = "Link each keyword to the heading of the section that describes it, and write such headings."
    messages = {"same": Message("Every entry of this index leads to `{target}`; link each to an anchor of its own")}
    examples = (
        Invalid(keyword_page("a.py", "Functions", ["bake", "carry", "fill", "weigh"]), "docs/a.py_kw.md", lines=(3,)),
        Valid(keyword_page("a.py", "Functions", ["bake", "carry", "fill"]), "docs/a.py_kw.md"),
        Valid(
            keyword_page("a.py", "Functions", ["bake", "carry", "fill"])
            + "- **`weigh`**: [a.py_docs.md](./a.py_docs.md#weigh)\n",
            "docs/a.py_kw.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for index in indexes_of(page):
            targets = [item["target"].text for item in index.items if "target" in item.captures]
            if len(targets) > _MOST and len(set(targets)) == 1:
                yield Violation(index.section.heading.span, "same", target=targets[0])
