from collections.abc import Iterator, Sequence

from doclint.formats.copy import Copy
from doclint.nodes import CodeBlock, Heading
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.source import Span

from ._pages import file_page

_SHOWN = 3

_SOURCE = "## Original Source\n\n```python\n{}```\n\n## High-Level Overview\n\nText.\n"


class BrokenFence(Rule):
    """A code fence does not end where it should.

    A fence that is never closed turns the rest of the page into code. A fence around a quoted file ends at the first
    line of the file that looks like its end: the rest of the file leaks onto the page as if it were the page's own
    text, and the page's own sections may disappear into a fence that the file opened. A closing fence glued to the last
    line of the code is none.

    The page is read the way its generator meant it, so that nothing else is reported about what leaked or was
    swallowed; this finding names it. The mend: a fence longer than any in the quoted file, and a line of its own for
    the closing one.
    """

    id = "broken-fence"
    family = "structure"
    severity = "error"
    covers = ("B01", "B02", "B03", "B04")
    reads = frozenset({"template", "rendered"})
    messages = {
        "unclosed": Message("The fence `{fence}` opened here is never closed{swallowed}", key=()),
        "glued": Message(
            "The fence `{fence}` opened here is not closed: its end is glued to line {line}{swallowed}", key=()
        ),
        "closed-early": Message(
            "The quoted source closes the fence `{fence}` at line {line}, not at line {end}{leaked}{swallowed}; "
            "a fence of {length} characters would hold it",
            key=(),
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
        ),
        Invalid(file_page("a.py", _SOURCE.format("x = 1")), "docs/a.py_docs.md", lines=(5,), messages=("glued",)),
        Invalid(
            file_page("a.py", _SOURCE.format("x = 1\n").replace("```\n\n##", "\n##")),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("unclosed",),
        ),
        Valid(file_page("a.py", _SOURCE.format("    ```\n'''\n~~~\n``\n'''\n")), "docs/a.py_docs.md"),
        Valid("````md\n```\ncode\n```\n````\n\n~~~\n```\n~~~\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        copy = page.copy
        if copy is not None and not copy.is_as_rendered:
            yield _copy(page, copy)
            return
        for block in page.rendered.code_blocks:
            if block.fence and not block.closed:
                yield _unclosed(page, block)


def _unclosed(page: Page, block: CodeBlock) -> Finding:
    text = page.source.text
    content = text[block.content.start : block.content.end]
    for line in content.splitlines(keepends=True):
        if line.rstrip().endswith(block.fence) and line.strip() != block.fence:
            glued = page.source.position(block.content.start + content.index(line)).line
            return Finding(_opener(page, block), "glued", fence=block.fence, line=glued, swallowed="")
    return Finding(_opener(page, block), "unclosed", fence=block.fence, swallowed="")


def _copy(page: Page, copy: Copy) -> Finding:
    block, source = copy.rendered, page.source
    shown = {heading.start for heading in page.rendered.headings}
    swallowed = _headings([heading for heading in page.document.headings if heading.start not in shown])
    tail = f"; it swallows {swallowed}" if swallowed else ""
    end = source.position(copy.content.end).line
    if copy.end == "glued":
        return Finding(_opener(page, block), "glued", fence=block.fence, line=end, swallowed=tail)
    if copy.end == "none":
        return Finding(_opener(page, block), "unclosed", fence=block.fence, swallowed=tail)
    line = source.position(block.content.end).line
    leaked = _leak(page, copy, line, end)
    length = _longest_run(source.text[copy.content.start : copy.content.end], block.fence[0]) + 1
    return Finding(
        _opener(page, block),
        "closed-early",
        reason="swallows sections" if swallowed else "",
        fence=block.fence,
        line=line,
        end=end,
        leaked=leaked,
        swallowed=tail.replace("; it", " and the page"),
        length=length,
    )


def _leak(page: Page, copy: Copy, line: int, end: int) -> str:
    inside = [heading for heading in page.rendered.headings if copy.content.start <= heading.start < copy.content.end]
    headings = _headings(inside)
    return f": {end - line - 1} lines leak" + (f" with {headings}" if headings else "")


def _headings(headings: Sequence[Heading]) -> str:
    names = [f"`{'#' * heading.level} {heading.text}`" for heading in headings[:_SHOWN]]
    rest = len(headings) - _SHOWN
    return ", ".join(names) + (f" and {rest} more" if rest > 0 else "")


def _longest_run(text: str, character: str) -> int:
    longest = 0
    for line in text.split("\n"):
        stripped = line.lstrip(" ")
        longest = max(longest, len(stripped) - len(stripped.lstrip(character)))
    return longest


def _opener(page: Page, block: CodeBlock) -> Span:
    end = page.source.line_span(page.source.position(block.start).line).end
    return Span(block.start, end)
