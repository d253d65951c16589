import re
from collections.abc import Iterator, Sequence

from doclint.markdown.nodes import Break, Html, Inline, Paragraph, Strong, Text, plain_text
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_LONGEST = 60  # characters of a label
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


class CollapsedLines(Rule):
    """Lines of the form `**Key**: value` follow each other without list markers: Markdown makes one line of them.

    The reader sees one run-on line. The template of the generator forgot the `- ` before each of them, or the two
    blanks at the end that keep lines apart.

    Lines with a hard break or a `<br>` at their end are right, and so is a sentence that happens to have bold words.
    """

    id = "collapsed-lines"
    family = "structure"
    severity = "warning"
    covers = ("A13",)
    yields_to = ("unfenced-source",)
    remedy = "Write such lines as items of a list."
    messages = {"collapsed": Message("{labels} are shown as one line; they are no items of a list", key=("labels",))}
    examples = (
        Invalid(
            "# A\n\n**Path**: `a/`\n**Files**: 5\n**Size:** 3 KB\n",
            lines=(3,),
            fixed="# A\n\n- **Path**: `a/`\n- **Files**: 5\n- **Size:** 3 KB\n",
        ),
        Invalid("> **Path**: `a/`\n> **Files**: 5\n", lines=(1,)),
        Valid("**Path**: `a/`  \n**Files**: 5\\\n**Size**: 3\n\n- **Path**: `a/`\n- **Files**: 5\n"),
        Valid("> **Path**: `a/`<br>\n> **Files**: 5<br />\n> **Size**: 3\n"),
        Valid("**Note**: this is\n**very** important.\n\n**One**: a line.\n\n**A**, **B**: two.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        several = [paragraph for paragraph in page.document.paragraphs if _has_lines(paragraph.children)]
        blocks = {id(block) for block in page.document.blocks} if several else set()
        for paragraph in several:
            lines = list(_lines(paragraph.children))
            labels = [_label(line) for line in lines]
            if len(lines) > 1 and all(labels):
                fix = _as_items(page, paragraph, lines) if id(paragraph) in blocks else None
                found = tuple(label for label in labels if label)
                yield Violation(paragraph.span, "collapsed", fix=fix, labels=found)


def _has_lines(inlines: Sequence[Inline]) -> bool:
    """Whether inlines begin in bold and have more than one line."""
    return bool(inlines) and isinstance(inlines[0], Strong) and Break in map(type, inlines)


def _lines(inlines: Sequence[Inline]) -> Iterator[list[Inline]]:
    """The inlines of each line that is to be seen as one with the others."""
    line: list[Inline] = []
    for inline in inlines:
        is_broken = bool(line) and isinstance(line[-1], Html) and _BREAK.fullmatch(line[-1].text) is not None
        if isinstance(inline, Break) and not inline.hard and not is_broken:
            yield line
            line = []
        else:
            line.append(inline)
    yield line


def _label(line: Sequence[Inline]) -> str | None:
    """The label that a line begins with: `**Key**:` or `**Key:**`."""
    if not line or not isinstance(line[0], Strong) or any(isinstance(one, Break) for one in line):
        return None
    label = plain_text(line[0].children)
    behind = line[1].text if len(line) > 1 and isinstance(line[1], Text) else ""
    is_label = (behind.startswith(":") or label.endswith(":")) and len(label) <= _LONGEST
    return label.rstrip(":") if is_label else None


def _as_items(page: Page, paragraph: Paragraph, lines: Sequence[Sequence[Inline]]) -> Fix | None:
    """The paragraph as a list; all of it is edited, because all of it gets another structure."""
    text = page.source.text
    starts = [line[0].start for line in lines]
    if any(start and text[start - 1] not in "\r\n" for start in starts):
        return None
    ends = [*starts[1:], paragraph.end]
    items = (f"- {text[start:end].rstrip()}" for start, end in zip(starts, ends, strict=True))
    return Fix((Edit(paragraph.span, "\n".join(items)),), safe=True)
