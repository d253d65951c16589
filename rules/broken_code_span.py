import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from doclint.markdown.nodes import Heading, Inline, Paragraph, Text
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_RUN = re.compile(r"(?<![`\\])`+")
_SPACE = re.compile(r"\s+")
_LONGEST = 500  # characters of a span that is put on one line


class BrokenCodeSpan(Rule):
    """A code span goes over a blank line, or into another block, and so is none: the reader sees both backticks.

    A piece of a source was put between backticks as it is, with its line endings. What stands behind the first blank
    line becomes a paragraph, or where the source has a comment with `#` even a heading. The white space has to be made
    one blank, as the fix does, or a fence to be used.

    Code spans of several lines without a blank one are valid. A single backtick, or quotes in the manner of TeX, are no
    code span: the second backtick has to stand where a span can end.
    """

    id = "broken-code-span"
    family = "structure"
    severity = "error"
    covers = ("B18",)
    yields_to = ("unfenced-source",)
    remedy = "Make one line of what is set in a code span, or put it into a fence."
    messages = {
        "broken": Message(
            "The code span that begins with `{start}` goes over a blank line or into another block, so it is none"
        )
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
        Invalid(
            "- **Context**: `#endif\n\n#if defined(WIN32) `\n",
            lines=(1,),
            fixed="- **Context**: `#endif #if defined(WIN32) `\n",
        ),
        Invalid(
            "- **Context**: `one\n\n  two ` three\n",
            lines=(1,),
            fixed="- **Context**: `one two ` three\n",
        ),
        Valid("- **Context**: `int main(\n  int count)`\n- `x\n  y`\n"),
        Valid("A ` alone.\n\nAnd one ` more.\n\n``Quotes'' as in TeX.\n\nMore ``quotes'' here.\n"),
        Valid("The grave accent (`) here.\n\nAnd \\`escaped\n\nhere\\`\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        text = page.source.text
        if not any("`" in node.text for node in page.document.texts()):
            return
        blocks: list[Paragraph | Heading] = [*page.document.paragraphs, *page.document.headings]
        loose = sorted((run for block in blocks for run in _loose(text, block)), key=lambda run: run.span)
        done = -1
        for first, last in pairwise(loose):
            opener, closer = first.span, last.span
            if opener.start > done and _is_span(page, opener, closer):
                done = closer.start
                line = text[opener.start : page.source.line_span(page.source.position(opener.start).line).end]
                place = Span(opener.start, opener.start + len(line.rstrip()))
                yield Violation(place, "broken", fix=_on_one_line(text, first, last), start=line.rstrip())


class _Run(NamedTuple):
    """Backticks that a reader sees, and the block that they stand in."""

    span: Span
    block: Span


def _loose(text: str, block: Paragraph | Heading) -> Iterator[_Run]:
    """The backticks of a block that a reader sees."""
    for node in _texts(block.children):
        if "`" in node.text:
            yield from (_Run(Span(*match.span()), block.span) for match in _RUN.finditer(text, node.start, node.end))


def _texts(inlines: Sequence[Inline]) -> Iterator[Text]:
    stack = list(reversed(inlines))
    while stack:
        node = stack.pop()
        if isinstance(node, Text):
            yield node
        else:
            stack += reversed(getattr(node, "children", ()))


def _is_span(page: Page, opener: Span, closer: Span) -> bool:
    """Whether the first of two runs of backticks opens what the second one was to close."""
    text = page.source.text
    between = text[opener.end : min(closer.start, opener.end + _LONGEST)]
    before, behind = text[max(0, opener.start - 1) : opener.start], text[closer.end : closer.end + 1]
    return (
        opener.end - opener.start == closer.end - closer.start
        and "\n" in between.replace("\r", "\n")
        and (not before or before.isspace() or before in "([")
        and not between[:1].isspace()
        and (not text[closer.start - 1].isspace() or _is_field(text, opener, closer))
        and (not behind or behind.isspace() or behind in ").,;:]")
        and "```" not in between
        and closer.start - opener.end < _LONGEST
    )


def _is_field(text: str, opener: Span, closer: Span) -> bool:
    """Whether a blank before the closing backtick is a part of the code: the first stands behind a label, which is bold
    or the other at the end of a line.
    """
    is_at_end = text[closer.end : closer.end + 1] in ("", "\r", "\n")
    return text.endswith("**: ", 0, opener.start) or (text.endswith(": ", 0, opener.start) and is_at_end)


def _on_one_line(text: str, opener: _Run, closer: _Run) -> Fix:
    """The code in one line, and with it all from the first block to the last, which become one."""
    code = _SPACE.sub(" ", text[opener.span.end : closer.span.start])
    before = text[opener.block.start : opener.span.end]
    behind = text[closer.span.start : closer.block.end]
    return Fix((Edit(Span(opener.block.start, closer.block.end), f"{before}{code}{behind}"),), safe=True)
