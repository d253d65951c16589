import re
from collections.abc import Iterator, Sequence
from posixpath import basename, splitext

from doclint.formats.schema import ListingContent
from doclint.markdown.nodes import Block, Heading, Paragraph, ThematicBreak
from doclint.markdown.suppressions import is_silent
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import indexes
from ._pages import file_page

_ANNOUNCES = re.compile(r"(?<![:\s]):\Z")
_EMOJI = re.compile(r":[\w+-]+:\Z")
_INDEXES = frozenset({"index", "_index"})
_LONGEST = 100  # characters at the end of a text that are looked at


def _related(items: str) -> str:
    return file_page(
        "src/a.py",
        f"## Related Files\n\n### Related Files\n\nFiles in the same folder (`src`):\n\n{items}"
        "## Cross-References\n\n- **Folder Index**: `index.md`\n",
    )


class MissingList(Rule):
    """A sentence that ends in a colon announces something, and nothing follows.

    The reader looks for what is not there, and cannot tell whether it was lost or there was nothing. It comes of a
    generator that writes the sentence before it knows whether the list has entries. Where there is nothing to list, the
    page should say so.

    What follows may be anything but the end of the page or a heading that ends the section: a list, a text, a section
    of the next level. On a page of no known format sections of the same level may be what is announced, and at the end
    of the index of a folder (`index.md`) the other pages, which a site lists there.
    """

    id = "missing-list"
    family = "lists"
    severity = "warning"
    covers = ("F17",)
    yields_to = ("missing-content", "empty-keyword-index")
    remedy = "Write the sentence only together with its list, and another one where there is nothing to list."
    messages = {"nothing": Message("Nothing follows where the page says `{sentence}`", key=("sentence",))}
    examples = (
        Invalid(_related(""), "docs/src/a.py_docs.md", lines=(7,)),
        Invalid("# Food\n\n## Breads\n\nThere are:\n\n# Tools\n\nNone.\n", lines=(5,)),
        Invalid("# Breads\n\nThere are:\n", lines=(3,)),
        Valid(_related("- [`b.py_docs.md`](./b.py_docs.md)\n\n"), "docs/src/a.py_docs.md"),
        Valid("# Breads\n\nThere are:\n\n## Rye\n\nDark.\n"),
        Valid("# Breads\n\nThere are:\n\n---\n\n- rye\n"),
        Valid("# Food\n\n## Breads\n\nThere are:\n\n## Rye\n\nDark.\n"),
        Valid("# Breads\n\nThere are none.\n\n# Rolls\n"),
        Valid("# Breads\n\nThe breads of this shop:\n", "docs/breads/index.md"),
        Valid("# Breads\n\nBaked :bread:\n\n# Rolls\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        told: set[int] | None = None
        footer = page.outline.footer if page.outline else None
        blocks = [block for block in page.document.blocks if not is_silent(block)]
        if footer is not None:
            blocks = [block for block in blocks if block.start < footer.start]
        is_index = page.kind is None and splitext(basename(page.path))[0] in _INDEXES
        above: Heading | None = None
        lowest = 0
        for number, block in enumerate(blocks):
            if isinstance(block, Heading):
                above = block
                lowest = block.level if page.kind else block.level - 1
            elif not isinstance(block, Paragraph) or (is_index and number == len(blocks) - 1):
                continue
            elif _is_last(blocks, number, lowest) and _announces(block):
                told = _told(page) if told is None else told
                if above is None or above.start not in told:
                    yield Violation(block.span, "nothing", sentence=block.text)


def _told(page: Page) -> set[int]:
    """Where the headings begin below which other rules tell what is missing."""
    lists = {absent.heading.start for absent in page.absent if isinstance(absent.content, ListingContent)}
    return lists | {index.section.heading.start for index in indexes(page)}


def _announces(paragraph: Paragraph) -> bool:
    text = paragraph.text[-_LONGEST:].rstrip()
    return text.endswith(":") and _ANNOUNCES.search(text) is not None and _EMOJI.search(text) is None


def _is_last(blocks: Sequence[Block], number: int, lowest: int) -> bool:
    """Whether nothing stands behind a block, up to a heading of that level or a higher one."""
    behind = number + 1
    while behind < len(blocks) and isinstance(blocks[behind], ThematicBreak):
        behind += 1
    following = blocks[behind] if behind < len(blocks) else None
    if isinstance(following, Heading):
        return following.level <= lowest
    return following is None
