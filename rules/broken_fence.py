from bisect import bisect_right
from collections.abc import Iterator
from operator import attrgetter

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.errors.wording import counted
from doclint.kit import Fence, expression, parse
from doclint.kit.nodes import CodeBlock

from ._pages import file_of, file_page
from ._shell import comments

_VISIBLE = expression(r"\S")
_MARKS = {"`": "backticks", "~": "tildes"}
_SHELL_REMEDY = "Put shell examples into fences together with their comments."
_SOURCE = "## Original Source\n\n```python\n{}```\n\n## High-Level Overview\n\nText.\n"
_FENCES = "'''\n```\n# Leak\n```sh\n'''\n"


class BrokenFence(Rule):
    """A code fence does not end where it should.

    A fence that is never closed turns the rest of the page into code. A fence around a quoted file ends at the first
    line of the file that looks like a closing fence: the rest of the file then renders as text of the page, and
    sections of the page may vanish into a fence that the file opens. A closing fence that follows the last line of the
    code without a line ending closes nothing. Neither does one with a word after its marks, which scripts add that name
    the language of each fence. Where the fence of a shell example is missing, or begins too late, comments of the
    example become headings. So do those of an example in a list whose fence is indented but whose lines are not: the
    first line ends the item, and the fence with it. Models may end a fence with a tag (`</mermaid>`).

    doclint reads the page as its generator meant it, so it reports nothing else about the text that leaked or vanished;
    this finding lists it. Make the fence longer than any in the quoted file, and put the closing fence on a line of its
    own. The fix does so on pages of a known format, where doclint knows where the quoted file ends.
    """

    family = "structure"
    severity = "error"
    reads = {"markdown", "source.fence"}
    covers = ("B01", "B02", "B03", "B04")
    yields_to = ("leaked-reasoning",)
    remedy = (
        "Make the fence around a quoted file longer than the longest run of backticks in the file: three are "
        "too few for Markdown and for docstrings."
    )
    advice = "Close each fence, and make it longer than the longest run of backticks in what it shows."
    messages = {
        "unclosed": Message("The fence `{fence}` is never closed[, so that {hidden} becomes code]"),
        "glued": Message(
            "The closing fence on line {line} follows other text, so the fence `{fence}` stays open"
            "[ and {hidden} becomes code]; put it on its own line",
            remedy="End a quoted file with a line ending if it has none, so that the closing fence is on its own line.",
            advice="Begin a new line for the closing fence.",
        ),
        "tag": Message(
            "The tag `{tag}` on line {line} does not close the fence `{fence}`[, so that {hidden} becomes code]",
            remedy="Check that the model ends each fence with the marks that it began with, not with a tag.",
            advice="Write the closing fence in place of the tag.",
        ),
        "info": Message(
            "Line {line} cannot close the fence `{fence}`: remove `{info}`[ there and on {more} below][; the fence "
            "turns {hidden} into code]",
            remedy="Check that the model or script writes nothing after the marks of a closing fence.",
            advice="Remove what is after the marks of the closing fence.",
        ),
        "closed-early": Message(
            "The quoted file closes the fence `{fence}` on line {line}"
            "[; lines {first} to {last} render as page text][, with {leaked}][; {hidden} becomes code]. "
            "Use a fence of {length} {marks}"
        ),
        "leaked": Message(
            "`{comment}` is a comment of the example above, whose fence ends with its list item, so it renders as a "
            "heading",
            severity="warning",
            remedy="Indent the lines of an example in a list as far as its fence.",
        ),
        "missing": Message(
            "`{comment}` is a comment of a shell example whose fence is missing, so it renders as a heading",
            severity="warning",
            remedy=_SHELL_REMEDY,
        ),
        "late": Message(
            "`{comment}` is a comment of the shell example below it, but renders as a heading; put it into the fence",
            severity="warning",
            remedy=_SHELL_REMEDY,
        ),
    }
    examples = (
        Invalid("# A\n\n```python\nx = 1\n\n## B\n", lines={3: "unclosed"}),
        Invalid("# A\n\n```c\nint x;```\n\n## B\n", lines={3: "glued"}),
        Invalid(
            *file_of("a.py", _SOURCE.format(_FENCES)),
            lines={5: "closed-early"},
            fixed=file_page("a.py", _SOURCE.replace("```", "````").format(_FENCES)),
        ),
        Invalid(
            *file_of("a.py", _SOURCE.format("x = 1")),
            lines={5: "glued"},
            fixed=file_page("a.py", _SOURCE.format("x = 1\n")),
        ),
        Invalid(*file_of("a.py", _SOURCE.format("x = 1\n").replace("```\n\n##", "\n##")), lines={5: "unclosed"}),
        Invalid(
            "# A\n\nRun it:\n\n# install the package\npip install a\n# run the tests\n$ a test\n",
            lines={5: "missing", 7: "missing"},
        ),
        Invalid(
            "# A\n\n## B\n\nExample usage:\n\n# Set the variable `A`.\n\n```bash\nexport A=1\n```\n", lines={7: "late"}
        ),
        Invalid(
            "1. Use it:\n    ```python\n# First\n#\nfrom a import b\n# Then\nb()\n```\n",
            lines={2: "unclosed", 3: "leaked", 8: "unclosed"},
        ),
        Invalid(
            "# A\n\n**Examples:**\n\n# Show the text\na show b.txt\n\n# Write JSON\na show b.txt --json\na show c\n",
            lines={5: "missing", 8: "missing"},
        ),
        Invalid(
            "# A\n\n```mermaid\ngraph TD\nA --> B\n</mermaid>\n\n## B\n\n```mermaid\ngraph LR\n</mermaid>\n\n"
            "```sh\nls\n```\n\n## C\n\n[b](#b)\n",
            lines={3: "tag", 10: "tag"},
            fixed="# A\n\n```mermaid\ngraph TD\nA --> B\n```\n\n## B\n\n```mermaid\ngraph LR\n```\n\n"
            "```sh\nls\n```\n\n## C\n\n[b](#b)\n",
        ),
        Invalid(
            "# A\n\n```mermaid\ngraph TD\n  </mermaid>\n", lines=(3,), fixed="# A\n\n```mermaid\ngraph TD\n  ```\n"
        ),
        Invalid(
            "# A\n\n```sh\nls\n```text\n\n## B\n\n```text\na\n```text\n\n[b](#b)\n",
            lines={3: "info"},
            fixed="# A\n\n```sh\nls\n```\n\n## B\n\n```text\na\n```\n\n[b](#b)\n",
        ),
        Valid("````md\n```sh\nls\n```text\n````\n\n```sh\nls\n```text\nNot blank.\n```\n"),
        Valid("```mermaid\ngraph TD\n</mermaid>\n```\n\n```html\n</html>\n\n# A\n```\n"),
        Valid("```shop\n<shop>\n</shop>\n\n# A\n```\n\n```md\n</mermaid>\n\n# A\n```\n"),
        Valid("# A\n\nSee below:\n\n# Show\n\na text here\n\n# Write\n\na file of it\n\n# C\na b\n\n# D\nof it\n"),
        Valid("# A\n\nRun it:\n\n# Installation\npip install a\n\n# npm\n\nnpm install a\n\n# how to run\n\nRun it.\n"),
        Valid("# install the package\n\n```sh\npip install a\n```\n\n# run the tests\n\n```sh\na test\n```\n"),
        Valid(*file_of("a.py", _SOURCE.format("    ```\n'''\n~~~\n``\n'''\n"))),
        Valid("> ```text\n> quoted\n\nBack again.\n"),
        Valid("```\ncode\n```\t\n\n> ~~~\n>\tcode\n>\t~~~ \t\n\n# Not in a fence\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for fence in page.broken_fences:
            yield _check_quotation(page, fence)
        broken = {fence.rendered.start for fence in page.broken_fences}
        for block in page.document.code_blocks:
            if block.fence and not block.closed and block.start not in broken and not _ends_with_quote(page, block):
                yield _check_unclosed(page, block)
                yield from _check_leaked(page, block)
        for comment in () if page.convention is not None else comments(page):  # models read the text
            message = "late" if comment.has_fence else "missing"
            yield Violation(comment.heading.span, message, comment=comment.heading.markdown)


def _check_quotation(page: Page, fence: Fence) -> Violation:
    """Return what is wrong with a fence that ends elsewhere than its generator meant."""
    block, content, source = fence.rendered, fence.content, page.source
    rendered = {heading.start: heading.markdown for heading in page.rendered.headings}
    after = [heading for heading in page.document.headings if heading.start >= content.end]
    hidden = tuple(heading.markdown for heading in after if heading.start not in rendered)
    place, end = page.source.rest_of_line(block.start), source.position(content.end).line
    if fence.end in ("none", "tag", "info"):
        inside = {heading.markdown for heading in after if heading.start < block.end}
        hidden = tuple(one for one in hidden if one in inside)
    if fence.end == "none":
        return Violation(place, "unclosed", fence=block.fence, hidden=hidden)
    if fence.infos:
        more, closed = len(fence.infos) - 1, {broken.rendered.start for broken in page.broken_fences}
        is_balanced = all(one.closed or not one.fence or one.start in closed for one in page.document.code_blocks)
        return Violation(
            place,
            "info",
            fix=Fix(tuple(Edit(span, "") for span in fence.infos), safe=is_balanced),
            fence=block.fence,
            line=end,
            info=page.text(fence.infos[0]),
            hidden=hidden,
            more=counted(more, "line") if more else None,
        )
    if fence.tag is not None:
        fix, tag = page.replace(fence.tag, block.fence, safe=True), page.text(fence.tag)
        return Violation(place, "tag", fix=fix, fence=block.fence, tag=tag, line=end, hidden=hidden)
    if fence.end == "glued":
        fix = page.replace(Span(content.end, content.end), "\n", safe=True)
        return Violation(place, "glued", fix=fix, fence=block.fence, line=end, hidden=hidden)
    line = source.position(block.content.end).line
    return Violation(
        place,
        "closed-early",
        reason="hides sections" if hidden else "",
        fix=_longer_fence(page, fence),
        fence=block.fence,
        line=line,
        first=line + 1 if line + 1 < end else None,
        last=end - 1,
        leaked=tuple(text for start, text in rendered.items() if content.start <= start < content.end),
        hidden=hidden,
        length=_longest_run(page, fence) + 1,
        marks=_MARKS[block.fence[0]],
    )


def _check_unclosed(page: Page, block: CodeBlock) -> Violation:
    """Return what is wrong with a fence that ends with the page or with the block around it."""
    place = page.source.rest_of_line(block.start)
    hidden = tuple(heading.markdown for heading in parse(page.text(block.content)).headings if heading.level > 1)
    for line in page.source.lines(block.content):
        text = page.text(line).strip()
        if text.endswith(block.fence) and text != block.fence:
            number = page.source.position(line.start).line
            return Violation(place, "glued", fence=block.fence, line=number, hidden=hidden)
    return Violation(place, "unclosed", fence=block.fence, hidden=hidden)


def _check_leaked(page: Page, block: CodeBlock) -> Iterator[Violation]:
    """Yield the headings that are comments of an example whose first line ends the list item with its fence."""
    blocks = page.document.code_blocks
    behind = bisect_right(blocks, block.start, key=attrgetter("start"))
    following = blocks[behind] if behind < len(blocks) else None
    line = page.source.position(block.end).line + 1
    if following is None or following.info or following.fence[:1] != block.fence[0]:
        return
    if line > len(page.source.line_starts) or not page.source.line(line).strip():
        return
    headings = page.document.headings
    places = (block.end, following.start)
    first, last = (bisect_right(headings, place, key=attrgetter("start")) for place in places)
    if first < last and all(heading.level == 1 and not heading.setext for heading in headings[first:last]):
        # What rules say of anything else in the example follows from this.
        yield Violation(Span(headings[first].start, following.start), "leaked", comment=headings[first].markdown)


def _ends_with_quote(page: Page, block: CodeBlock) -> bool:
    """Whether a fence ends with the block quote that it is in, and nothing after that was meant to close it."""
    text = page.source.text
    if ">" not in text[page.source.line_at(block.start).start : block.start]:
        return False
    after = _VISIBLE.search(text, block.end)
    return after is not None and not text.startswith(block.fence, after.start())


def _longer_fence(page: Page, fence: Fence) -> Fix:
    """Return the fix that makes both ends of a fence longer than any line of the copy that could close it."""
    block = fence.rendered
    marks = block.fence[0] * (_longest_run(page, fence) + 1)
    last = page.text(page.source.rest_of_line(fence.content.end))
    start = fence.content.end + len(last) - len(last.lstrip(" "))
    ends = Span(block.start, block.start + len(block.fence)), Span(start, start + len(last.strip()))
    return Fix(tuple(Edit(span, marks) for span in ends if span.end - span.start < len(marks)), safe=True)


def _longest_run(page: Page, fence: Fence) -> int:
    """Return the length of the longest run of the fence's character that begins a line of the copy."""
    mark = fence.rendered.fence[0]
    lines = (page.text(line).lstrip(" ") for line in page.source.lines(fence.content))
    return max((len(line) - len(line.lstrip(mark)) for line in lines), default=0)
