from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit.nodes import Heading

from ._pages import file_of


class RepeatedHeading(Rule):
    """The only section below a heading has the same heading again.

    The second heading says nothing, makes the table of contents longer, and its anchor gets a number
    (`#related-files-1`). Most often the template has the heading, and the function that fills the section in writes it
    once more.

    The rule is in the strict profile, because such headings are on every page of a generator and do not mislead
    readers.
    """

    family = "structure"
    severity = "info"
    profile = "strict"
    covers = ("A05",)
    yields_to = ("repeated-section", "unfenced-source")
    remedy = "Write each heading in one place, in the template or in the function that fills it in."
    advice = "Drop one of the two headings."
    messages = {
        "repeated": Message("The heading `{heading}` repeats the one above it; drop one of the two", key=("heading",))
    }
    examples = (
        Invalid(*file_of("a.py", "## Related Files\n\n### Related Files\n\nText.\n"), lines=(5,)),
        Invalid("# Parts\n\n## Small\n\n<!-- a --> <!-- b -->\n\n### Small\n\n#### One\n\n## Large\n", lines=(7,)),
        Valid("# Parts\n\n## Small\n\n<!-- a --> b\n\n### Small\n"),
        Valid("# Parts\n\n## Small\n\nThese:\n\n### Small\n\n## Large\n\n### Large\n\n### Larger\n\n## Large\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        headings = page.document.headings
        for index, (outer, inner) in enumerate(pairwise(headings), 2):
            if (
                inner.level == outer.level + 1
                and inner.text == outer.text
                and inner.text.strip()
                and _is_empty(page, Span(outer.end, inner.start))
                and _is_only(inner, (headings[later] for later in range(index, len(headings))))
            ):
                yield Violation(inner.span, "repeated", heading=inner.text)


def _is_empty(page: Page, span: Span) -> bool:
    """Whether there is nothing to see between two headings: white space and comments."""
    comments = page.document.comments
    last = span.start
    for comment in comments[bisect_left(comments, span) : bisect_left(comments, Span(span.end, span.end))]:
        if page.text(Span(last, comment.start)).strip():
            return False
        last = comment.end
    return not page.text(Span(last, span.end)).strip()


def _is_only(inner: Heading, behind: Iterable[Heading]) -> bool:
    """Whether none of the headings after one begins a section beside it."""
    after = next((heading for heading in behind if heading.level <= inner.level), None)
    return after is None or after.level < inner.level
