from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from doclint import Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import Places, expression, generated_texts

from ._pages import file_of, file_page
from ._remedies import EMPTY_VALUE

_RUN = expression(r"(?<![`\\])`+")
_SPACE = expression(r"\s+")
_LONGEST = 500  # characters of a span that the fix puts on one line
_LONGEST_FIX = 10_000  # characters of the blocks that the fix writes anew
_EMPTY = 2  # backticks of an empty span
_SHOWN, _WORDS = 100, 3  # characters before an empty span that are read, and words that are shown


class BrokenCodeSpan(Rule):
    """A code span is empty, or contains a blank line or another block, so the reader sees its backticks.

    The generator put a piece of a source between backticks as it is, with its line endings. What follows the first
    blank line becomes a paragraph of its own, or even a heading if the source has a comment with `#` there. Replace
    white space by a single space, as the fix does, or use a fence.

    An empty span, as in "located at ``", comes from a name that is empty, such as that of the topmost folder. doclint
    reports it in the text that a generator of a known format writes itself, and fixes it if the format knows the right
    words.

    Code spans of several lines without a blank line are valid. A single backtick, or quotation marks in the style of
    TeX, are not a code span: the second run of backticks must be where a span can end.
    """

    family = "structure"
    profile = "strict"
    severity = "error"
    needs = {"rendering"}
    reads = {"markdown", "prose", "statement", "statement + format.corrections"}
    covers = ("B18", "E06")
    yields_to = ("unfenced-source", "wrong-metadata")
    remedy = "Join the lines of a text before you set it in a code span, or write it in a fence."
    advice = "Write the code span on one line, or the code in a fence."
    messages = {
        "broken": Message(
            "The code span that begins with `{start}` contains a blank line or another block, so its backticks render "
            "as text; put it on one line"
        ),
        "empty": Message(
            "The code span after `{before}` is empty and renders as two backticks",
            key=("before",),
            severity="warning",
            remedy=EMPTY_VALUE,
            advice="Write a word between the backticks, or remove them.",
        ),
    }
    examples = (
        Invalid(
            "- **Context**: `#define  LIMIT\n\n  int run;`\n- **Context**: `x`\n",
            lines=(1,),
            fixed="- **Context**: `#define LIMIT int run;`\n- **Context**: `x`\n",
        ),
        Invalid(
            "**Context**: `import os\n\n# Run it.\nrun()`, on line 2\n",
            lines=(1,),
            fixed="**Context**: `import os # Run it. run()`, on line 2\n",
        ),
        Invalid("`a\n\nb` c\n\nd\n", lines=(1,), fixed="`a b` c\n\nd\n"),
        Invalid("- **Context**: `one\n\n  two ` three\n", lines=(1,), fixed="- **Context**: `one two ` three\n"),
        Invalid(
            *file_of("a.py", "## High-Level Overview\n\nThis file is part of the Demo framework located at ``.\n"),
            lines={5: "empty"},
            fixed=file_page(
                "a.py", "## High-Level Overview\n\nThis file is part of the Demo framework located at the root.\n"
            ),
        ),
        Valid("The folder `` holds it; two backticks (``) are ``x` y``, not ``quoted''.\n"),
        Valid("- **Context**: `int main(\n  int count)`\n- `x\n  y`\n"),
        Valid("A ` alone.\n\nAnd one ` more.\n\n``Quotes'' as in TeX.\n\nMore ``quotes'' here.\n"),
        Valid("The grave accent (`) here.\n\nAnd \\`escaped\n\nhere\\`\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if "`" not in page.document.visible:
            return
        end = -1
        blocks = sorted(block.span for block in (*page.document.paragraphs, *page.document.headings))
        runs = _visible_runs(page, blocks)
        for opener, closer in pairwise(runs):
            if opener.start > end and _are_ends(page.source.text, opener, closer):
                end = closer.start
                start = page.text(page.source.rest_of_line(opener.start)).rstrip()
                place = Span(opener.start, opener.start + len(start))
                yield Violation(place, "broken", fix=_on_one_line(page, blocks, opener, closer), start=start)
        if runs:
            yield from _empty_spans(page, runs)


def _empty_spans(page: Page, runs: Sequence[Span]) -> Iterator[Violation]:
    """Yield the empty code spans among the visible runs of backticks in what the generator writes itself."""
    texts = Places(one.span for one in generated_texts(page)) if page.format else Places(())
    for run in runs:
        if run.end - run.start == _EMPTY and texts.meet(run) and _is_alone(page.source.text, run):
            start = page.source.line_span(page.source.position(run.start).line).start
            before = page.text(Span(max(start, run.start - _SHOWN), run.start))
            yield Violation(run, "empty", fix=_correction(page, run), before=" ".join(before.split()[-_WORDS:]))


def _is_alone(text: str, run: Span) -> bool:
    before, after = text[max(0, run.start - 1) : run.start], text[run.end : run.end + 1]
    return before == " " and (not after or after.isspace() or after in ".,;:")


def _correction(page: Page, run: Span) -> Fix | None:
    """Return the fix that writes what the format knows as right for a text that ends in an empty code span."""
    for correction in page.format.corrections if page.format else ():
        if correction.wrong.endswith("``") and page.source.text.endswith(correction.wrong, 0, run.end):
            return page.replace(Span(run.end - len(correction.wrong), run.end), correction.right, safe=True)
    return None


def _visible_runs(page: Page, blocks: Sequence[Span]) -> list[Span]:
    """Return the runs of backticks that a reader sees in paragraphs and headings, in document order."""
    texts = [node for node in page.document.texts() if "`" in node.text]
    places = Places(blocks)
    spans = (node.span for node in texts if places.meet(node.span))
    return sorted(Span(*match.span()) for span in spans for match in _RUN.finditer(page.source.text, *span))


def _are_ends(text: str, opener: Span, closer: Span) -> bool:
    """Whether the first of two runs of backticks was meant to open a code span, and the second to close it."""
    between = text[opener.end : min(closer.start, opener.end + _LONGEST)]
    before, after = text[max(0, opener.start - 1) : opener.start], text[closer.end : closer.end + 1]
    return (
        opener.end - opener.start == closer.end - closer.start
        and ("\n" in between or "\r" in between)
        and (not before or before.isspace() or before in "([")
        and not between[:1].isspace()
        and (not text[closer.start - 1].isspace() or _follows_label(text, opener, closer))
        and (not after or after.isspace() or after in ").,;:]")
        and "```" not in between
        and closer.start - opener.end < _LONGEST
    )


def _follows_label(text: str, opener: Span, closer: Span) -> bool:
    """Whether a code span is the value of a field, so that a space before its closing backticks is part of the code.

    The label before it is bold, or the span ends its line.
    """
    is_at_end = text[closer.end : closer.end + 1] in ("", "\r", "\n")
    return text.endswith("**: ", 0, opener.start) or (is_at_end and text.endswith(": ", 0, opener.start))


def _on_one_line(page: Page, blocks: Sequence[Span], opener: Span, closer: Span) -> Fix | None:
    """Return the fix that joins the lines of the code, and with them all blocks from the first to the last.

    There is none if that would copy a long text for each of many code spans in it.
    """
    start, end = (blocks[bisect_right(blocks, run.start, key=itemgetter(0)) - 1] for run in (opener, closer))
    if end.end - start.start > _LONGEST_FIX:
        return None
    code = _SPACE.sub(" ", page.text(Span(opener.end, closer.start)))
    before, after = page.text(Span(start.start, opener.end)), page.text(Span(closer.start, end.end))
    return page.replace(Span(start.start, end.end), f"{before}{code}{after}", safe=True)
