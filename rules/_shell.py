"""Shell examples that lost their fence, so that Markdown reads their comments as headings."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from doclint import Page
from doclint.kit import expression
from doclint.kit.nodes import Block, CodeBlock, Heading, Paragraph

_PROGRAM = expression(r"(?P<program>[a-z][a-z0-9_-]*+)[ \t]++[^\r\n]++(?<![.,:;!?])")
_LEAST = 2  # comments above commands of one program
_SHELLS = frozenset({"bash", "console", "sh", "shell", "zsh"})
# A line that is a command and no sentence.
_COMMAND = expression(
    r"\$ \S|export [A-Za-z_]\w*=|\./[\w./-]+(?: -|\Z)|(?:cd|source) [\w./~$-]+\Z|make(?: [a-z-]+)?\Z|"
    r"(?:sudo )?(?:"
    r"(?:apt|apt-get|brew|cargo|conda|dnf|gem|go|npm|pip3?|pipx|pnpm|poetry|uv|yarn|yum) "
    r"(?:add|build|ci|create|get|i|install|run|sync|test|update|upgrade)\b(?!.*\w[.:]\Z)|"
    r"docker (?:build|compose|pull|run) \S+(?!.*\w[.:]\Z)|"
    r"git (?:checkout|clone|pull|switch) (?:https?:|git@|[\w./-]+\Z)|"
    r"python3? (?:-m |[\w./-]+\.py\b)|(?:curl|mkdir) -|wget https?:)"
)


class Comment(Struct, frozen=True):
    """A heading that is a comment of a shell example, and whether the fence of the example begins below it."""

    heading: Heading
    has_fence: bool


def comments(page: Page) -> Iterator[Comment]:
    """Yield the headings of a page that are comments of shell examples, as far as what is around them leaves no doubt.

    Such a heading reads like a comment: it is of the first level but not the title, and has several words that begin in
    lower case or end like a sentence. A colon or a command is before it, and a command follows it. With a colon before
    the first of several such headings, it is enough that the next lines all begin with the same program.
    """
    first_level = [heading for heading in page.document.headings[1:] if heading.level == 1 and not heading.setext]
    if not first_level:
        return
    above_one_program = list(_above_one_program(page, {heading.start for heading in first_level}))
    yield from above_one_program
    suspects = {heading.start for heading in first_level if _reads_like_comment(heading)}
    suspects -= {comment.heading.start for comment in above_one_program}
    blocks = page.document.blocks
    for before, block, after in zip(blocks, blocks[1:], blocks[2:], strict=False):
        if block.start in suspects and isinstance(block, Heading) and _introduces(page, before):
            if isinstance(after, CodeBlock) and after.language in _SHELLS:
                yield Comment(block, has_fence=True)
            elif isinstance(after, Paragraph) and _is_command(page, after.start):
                yield Comment(block, has_fence=False)


def _above_one_program(page: Page, suspects: Collection[int]) -> Iterator[Comment]:
    """Yield the headings after a colon that alternate with commands of one program, if there are several."""
    blocks = page.document.blocks
    index = 1
    while index < len(blocks):
        found: list[Heading] = []
        programs = set[str]()
        before, first = blocks[index - 1], index
        while isinstance(before, Paragraph) and before.text.endswith(":") and index + 1 < len(blocks):
            heading, after = blocks[index], blocks[index + 1]
            is_below = page.source.position(after.start).line == page.source.position(heading.start).line + 1
            program = _PROGRAM.match(page.text(after.span)) if is_below and isinstance(after, Paragraph) else None
            if not isinstance(heading, Heading) or heading.start not in suspects or program is None:
                break
            programs.add(program["program"])
            found.append(heading)
            index += 2
        if len(found) >= _LEAST and len(programs) == 1:
            yield from (Comment(heading, has_fence=False) for heading in found)
        index = max(index, first + 1)


def _reads_like_comment(heading: Heading) -> bool:
    text = heading.text
    return " " in text and (text[0].islower() or text.endswith("."))


def _introduces(page: Page, block: Block) -> bool:
    """Whether a block announces an example, or ends in a command."""
    return isinstance(block, Paragraph) and (block.text.endswith(":") or _is_command(page, block.end))


def _is_command(page: Page, offset: int) -> bool:
    return _COMMAND.match(page.text(page.source.line_at(offset)).strip()) is not None
