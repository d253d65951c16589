import re
from collections.abc import Iterator, Sequence

from doclint import Fix, Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Break, Html, Inline, Paragraph, Strong, Text, plain_text

_LONGEST = 60  # characters of a label
_BREAK = expression(r"<br\s*/?>", re.IGNORECASE)


class CollapsedLines(Rule):
    """Lines of the form `**Key**: value` follow each other without list markers, so Markdown joins them into one line.

    The reader sees one run-on line. The template of the generator lacks the `- ` before each line, or the two spaces at
    its end that would keep the lines apart.

    The rule leaves alone lines that end in a hard break or in `<br>`, sentences that happen to have bold words, and
    pages of a site that shows each line as a line: a vault of Obsidian, MkDocs with `nl2br`.
    """

    family = "structure"
    severity = "info"
    needs = {"rendering"}
    consults = {"repository"}
    covers = ("A13",)
    yields_to = ("unfenced-source",)
    remedy = "Write such lines as items of a list."
    messages = {"collapsed": Message("The lines {labels} render as one line; make them a list", key=("labels",))}
    examples = (
        Invalid(
            "# A\n\n**Path**: `a/`\n**Files**: 5\n**Size:** 3 KB\n",
            lines=(3,),
            fixed="# A\n\n- **Path**: `a/`\n- **Files**: 5\n- **Size:** 3 KB\n",
        ),
        Invalid("> **Path**: `a/`\n> **Files**: 5\n", lines=(1,)),
        Valid("**Path**: `a/`  \n**Files**: 5\\\n**Size**: 3\n\n- **Path**: `a/`\n- **Files**: 5\n"),
        Valid("**Path**: `a/`\n**Files**: 5\n", files={"docs/.obsidian/app.json": "{}"}),
        Invalid(
            "**Path**: `a/`\n**Files**: 5\n",
            files={"docs/.obsidian/app.json": '{"strictLineBreaks": true}'},
            lines=(1,),
            fixed="- **Path**: `a/`\n- **Files**: 5\n",
        ),
        Valid("**Path**: `a/`\n**Files**: 5\n", files={"mkdocs.yml": "markdown_extensions: [nl2br]\n"}),
        Valid("> **Path**: `a/`<br>\n> **Files**: 5<br />\n> **Size**: 3\n"),
        Valid("**Note**: this is\n**very** important.\n\n**One**: a line.\n\n**A**, **B**: two.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if len(page.document.strong) < 2 or (page.site is not None and page.site.keeps_line_breaks):
            return
        # Of more than one line, and in bold at the beginning.
        candidates = [
            paragraph
            for paragraph in page.document.paragraphs
            if len(paragraph.children) > 2
            and type(paragraph.children[0]) is Strong
            and Break in map(type, paragraph.children)
        ]
        top_level = {id(block) for block in page.document.blocks} if candidates else set()
        for paragraph in candidates:
            lines = list(_joined_lines(paragraph.children))
            labels = tuple(label for label in map(_label, lines) if label)
            if len(labels) == len(lines) > 1:
                fix = _as_list(page, paragraph, lines) if id(paragraph) in top_level else None
                yield Violation(paragraph.span, "collapsed", fix=fix, labels=labels)


def _joined_lines(inlines: Sequence[Inline]) -> Iterator[list[Inline]]:
    """Yield the inlines of each line that Markdown joins to the next one."""
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
    """Return the label that a line begins with, `**Key**:` or `**Key:**`, without the colon."""
    if not line or not isinstance(line[0], Strong) or any(isinstance(inline, Break) for inline in line):
        return None
    label = plain_text(line[0].children)
    after = line[1].text if len(line) > 1 and isinstance(line[1], Text) else ""
    is_label = (after.startswith(":") or label.endswith(":")) and len(label) <= _LONGEST
    return label.rstrip(":") if is_label else None


def _as_list(page: Page, paragraph: Paragraph, lines: Sequence[Sequence[Inline]]) -> Fix | None:
    """Return the fix that makes a list of a paragraph, all of which it replaces, because its structure changes."""
    text, starts = page.source.text, [line[0].start for line in lines]
    if any(start and text[start - 1] not in "\r\n" for start in starts):
        return None
    ends = [*starts[1:], paragraph.end]
    items = (f"- {text[start:end].rstrip()}" for start, end in zip(starts, ends, strict=True))
    return page.replace(paragraph.span, "\n".join(items), safe=True)
