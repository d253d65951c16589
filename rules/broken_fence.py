import re
from collections.abc import Iterator

from doclint.formats.fences import Fence
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.parser import parse
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_NEXT = re.compile(r"\S")
_SOURCE = "## Original Source\n\n```python\n{}```\n\n## High-Level Overview\n\nText.\n"


class BrokenFence(Rule):
    """A code fence does not end where it should.

    A fence that is never closed turns the rest of the page into code. A fence around a quoted file ends at the first
    line of the file that looks like its end: the rest of the file leaks onto the page as if it were the page's own
    text, and the page's own sections may vanish into a fence that the file opened. A closing fence that is glued to the
    last line of the code closes nothing.

    The page is read the way its generator meant it, so that nothing else is reported about what leaked or vanished;
    this finding names it. To fix it, make the fence longer than any in the quoted file, and put its end on a line of
    its own. On a page of a known format, where the quoted file ends is known, and so this fix is made for you.
    """

    id = "broken-fence"
    family = "structure"
    severity = "error"
    covers = ("B01", "B02", "B03", "B04")
    remedy = (
        "Make the fence around a quoted file longer than the longest run of backticks in the file: three are "
        "too few for Markdown and for docstrings."
    )
    messages = {
        "unclosed": Message("The fence `{fence}` is never closed[; {hidden} vanish into code]"),
        "glued": Message(
            "The fence `{fence}` is not closed: its end is glued to the text of line {line}"
            "[; {hidden} vanish into code]",
            remedy=(
                "Write a line ending behind the quoted file if it does not end in one, so that the closing "
                "fence has a line of its own."
            ),
        ),
        "closed-early": Message(
            "The quoted source closes the fence `{fence}` on line {line} already, not on line {end}"
            "[; lines {first} to {last} leak onto the page][, with {leaked}][; {hidden} vanish into code]; "
            "a fence of {length} characters would hold the source"
        ),
    }
    examples = (
        Invalid("# A\n\n```python\nx = 1\n\n## B\n", lines=(3,), messages=("unclosed",)),
        Invalid("# A\n\n```c\nint x;```\n\n## B\n", lines=(3,), messages=("glued",)),
        Invalid(
            file_page("a.py", _SOURCE.format("'''\n```\n# Leak\n```sh\n'''\n")),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("closed-early",),
            fixed=file_page("a.py", _SOURCE.replace("```", "````").format("'''\n```\n# Leak\n```sh\n'''\n")),
        ),
        Invalid(
            file_page("a.py", _SOURCE.format("x = 1")),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("glued",),
            fixed=file_page("a.py", _SOURCE.format("x = 1\n")),
        ),
        Invalid(
            file_page("a.py", _SOURCE.format("x = 1\n").replace("```\n\n##", "\n##")),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("unclosed",),
        ),
        Valid(file_page("a.py", _SOURCE.format("    ```\n'''\n~~~\n``\n'''\n")), "docs/a.py_docs.md"),
        Valid("````md\n```\ncode\n```\n````\n\n~~~\n```\n~~~\n"),
        Valid("> ```text\n> quoted\n\nBack again.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for fence in page.broken_fences:
            yield _broken(page, fence)
        broken = {fence.rendered.start for fence in page.broken_fences}
        for block in page.document.code_blocks:
            if block.fence and not block.closed and block.start not in broken and not _ends_with_quotation(page, block):
                yield _unclosed(page, block)


def _ends_with_quotation(page: Page, block: CodeBlock) -> bool:
    """Whether a fence stands in a quotation that ends it, and nothing behind that was meant to close it."""
    start = page.source.line_span(page.source.position(block.start).line).start
    text = page.source.text
    behind = _NEXT.search(text, block.end) if ">" in text[start : block.start] else None
    return behind is not None and not text.startswith(block.fence, behind.start())


def _broken(page: Page, fence: Fence) -> Violation:
    block, source = fence.rendered, page.source
    inside = {heading.start for heading in page.rendered.headings}
    hidden = tuple(
        heading.markdown
        for heading in page.document.headings
        if heading.start not in inside and heading.start >= fence.content.end
    )
    end = source.position(fence.content.end).line
    place = _opener(page, block)
    if fence.end == "glued":
        glued = Fix((Edit(Span(fence.content.end, fence.content.end), "\n"),), safe=True)
        return Violation(place, "glued", fix=glued, fence=block.fence, line=end, hidden=hidden)
    if fence.end == "none":
        return Violation(place, "unclosed", fence=block.fence, hidden=hidden)
    closed = source.position(block.content.end).line
    leaked = [heading for heading in page.rendered.headings if fence.content.start <= heading.start < fence.content.end]
    return Violation(
        place,
        "closed-early",
        reason="hides sections" if hidden else "",
        fix=_longer(page, fence),
        fence=block.fence,
        line=closed,
        end=end,
        first=closed + 1 if closed + 1 < end else None,
        last=end - 1,
        leaked=tuple(heading.markdown for heading in leaked),
        hidden=hidden,
        length=_longest_run(page, fence) + 1,
    )


def _unclosed(page: Page, block: CodeBlock) -> Violation:
    text = page.source.text
    hidden = tuple(heading.markdown for heading in parse(text[slice(*block.content)]).headings if heading.level > 1)
    for line in page.source.lines(block.content):
        if text[slice(*line)].rstrip().endswith(block.fence) and text[slice(*line)].strip() != block.fence:
            number = page.source.position(line.start).line
            return Violation(_opener(page, block), "glued", fence=block.fence, line=number, hidden=hidden)
    return Violation(_opener(page, block), "unclosed", fence=block.fence, hidden=hidden)


def _longer(page: Page, fence: Fence) -> Fix:
    """Both ends of the fence, each longer than all that could end it inside."""
    block = fence.rendered
    marks = block.fence[0] * (_longest_run(page, fence) + 1)
    end = page.source.line_span(page.source.position(fence.content.end).line).end
    last = page.source.text[fence.content.end : end]
    start = fence.content.end + len(last) - len(last.lstrip(" "))
    closer = Span(start, start + len(last.strip()))
    opener = Span(block.start, block.start + len(block.fence))
    return Fix(tuple(Edit(span, marks) for span in (opener, closer) if span.end - span.start < len(marks)), safe=True)


def _longest_run(page: Page, fence: Fence) -> int:
    """The longest run of the fence's character that a line of the copy begins with."""
    mark, text = fence.rendered.fence[0], page.source.text
    lines = (text[slice(*line)].lstrip(" ") for line in page.source.lines(fence.content))
    return max((len(line) - len(line.lstrip(mark)) for line in lines), default=0)


def _opener(page: Page, block: CodeBlock) -> Span:
    """The rest of the line on which a fence opens."""
    return Span(block.start, page.source.line_span(page.source.position(block.start).line).end)
