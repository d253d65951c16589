from collections.abc import Iterator

from doclint.markdown.nodes import Heading, Html, Link
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page


class EmptyHeading(Rule):
    """A heading has no text: `### ` with nothing behind it.

    It has no anchor and no entry in an outline, and what stands below it has no name. Generators that take a part of a
    name for a heading leave nothing of a name like `.gitignore`, whose first part is empty.

    An image or raw HTML in a heading is something to see.
    """

    id = "empty-heading"
    family = "structure"
    severity = "error"
    covers = ("A07",)
    yields_to = ("unfenced-source",)
    in_quotes = True
    remedy = "Take the whole name of a file where what stands before its first dot is empty."
    messages = {"empty": Message("The heading has no text[; below it stands `{below}`]")}
    examples = (
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Keywords\n\n### \n\n- [`.pylintrc`](./.pylintrc_docs.md)\n",
            "docs/src/sub.md",
            lines=(5,),
        ),
        Invalid("# A\n\n## ##\n\nText.\n\n#\n", lines=(3, 7)),
        Invalid("# A\n\n##\n\n[b]: https://example.org/\n[c]: https://example.org/c\n", lines=(3,)),
        Valid("# ![logo](logo.png)\n\n## `#`\n\n### <img src='a.png'>\n\n#hashtag\n"),
        Valid(index_page(), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for heading in page.document.headings:
            if not heading.text.strip() and not _shows_something(heading):
                line = page.source.position(heading.end).line + 1
                below = _first_line(page, line)
                yield Violation(heading.span, "empty", below=below)


def _shows_something(heading: Heading) -> bool:
    return any(isinstance(one, Html | Link) for one in heading.children)


def _first_line(page: Page, line: int) -> str:
    """The first line with something to be seen in it, of this one and the next."""
    defined = {page.source.position(one.start).line for one in page.document.definitions}
    for number in range(line, min(line + 2, len(page.source.line_starts) + 1)):
        text = page.source.line(number).strip()
        if text and number not in defined:
            return text
    return ""
