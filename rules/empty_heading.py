from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit.nodes import Heading, Html, Link

from ._pages import INDEX_PAGE, index_page


class EmptyHeading(Rule):
    """A heading has no text: `### ` with nothing after it.

    Such a heading has no anchor and no entry in a table of contents, and the text below it has no name. Generators that
    use the part of a name before its first dot as a heading leave nothing of names such as `.gitignore`.

    A heading with an image or raw HTML is not empty. Of headings on lines that follow each other, which are those of a
    comment, the rule reports the first one that is empty.
    """

    family = "structure"
    severity = "error"
    covers = ("A07",)
    yields_to = ("broken-fence", "unfenced-source")
    in_quotes = True
    remedy = (
        "Write a heading only if it has text. If it is the name of a file without its suffix, use the whole name of "
        "files such as `.gitignore`. If it comes out of a comment or a docstring, escape `#` at the beginning of lines."
    )
    advice = "Write the text of the heading, or remove the heading."
    messages = {"empty": Message("The heading has no text[; the text below it is `{below}`]")}
    examples = (
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Keywords\n\n### \n\n- [`.pylintrc`](./.pylintrc_docs.md)\n",
            "docs/src/sub.md",
            lines=(5,),
        ),
        Invalid("# A\n\n## ##\n\nText.\n\n#\n", lines=(3, 7)),
        Invalid("# A\n\n##\n\n[b]: https://example.org/\n[c]: https://example.org/c\n", lines=(3,)),
        Invalid("# A\n\n# May be sold\n#\n# by all, at\n#\n# any price\n\n#\n", lines=(4, 9)),
        Valid("# ![logo](logo.png)\n\n## `#`\n\n### <img src='a.png'>\n\n#hashtag\n"),
        Valid(index_page(), INDEX_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        last, is_reported = 0, False  # of the lines with headings that follow each other
        for heading in page.document.headings:
            is_visible = heading.text.strip() or any(isinstance(child, Html | Link) for child in heading.children)
            line = page.source.position(heading.start).line
            last, is_reported = line, is_reported and line == last + 1
            if not is_visible and not is_reported:
                is_reported = True
                yield Violation(heading.span, "empty", below=_text_below(page, heading))


def _text_below(page: Page, heading: Heading) -> str:
    """Return the first visible line of the two lines below a heading; empty if both are invisible."""
    definitions = {page.source.position(definition.start).line for definition in page.document.definitions}
    first = page.source.position(heading.end).line + 1
    numbers = range(first, min(first + 2, len(page.source.line_starts) + 1))
    lines = (page.source.line(number).strip() for number in numbers if number not in definitions)
    return next(filter(None, lines), "")
