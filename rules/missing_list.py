import re
from collections.abc import Iterator, Sequence
from posixpath import basename, splitext

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.schema import ListingContent
from doclint.markdown.nodes import Block, Heading, Paragraph, ThematicBreak
from doclint.markdown.suppressions import is_silent

from ._index import indexes
from ._pages import file_page

_COLON = re.compile(r"(?<![:\s]):\Z")
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

    The reader looks for it and cannot tell whether it was lost or there was nothing. The generator writes the sentence
    before it knows whether the list has entries. If there is nothing to list, the page should say so.

    Anything may follow, such as a list, a text or a section of the next level, except for the end of the page and for a
    heading that ends the section. On pages of unknown formats, sections of the same level may follow, and nothing needs
    to follow at the end of the index of a folder (`index.md`), where a site lists the other pages.
    """

    id = "missing-list"
    family = "lists"
    severity = "warning"
    covers = ("F17",)
    yields_to = ("missing-content", "empty-keyword-index")
    remedy = "Write the sentence only together with its list, and another sentence if there is nothing to list."
    advice = "Add the list that the sentence announces, or leave the sentence out."
    messages = {
        "nothing": Message('Nothing follows "{sentence}"; add the list or leave the sentence out', key=("sentence",))
    }
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
        footer = page.outline.footer if page.outline else None
        end = footer.start if footer else len(page.source.text)
        blocks = [block for block in page.document.blocks if block.start < end and not is_silent(block)]
        is_index = page.kind is None and splitext(basename(page.path))[0] in _INDEXES
        reported: set[int] | None = None
        above: Heading | None = None
        lowest = 0
        for number, block in enumerate(blocks):
            if isinstance(block, Heading):
                above = block
                lowest = block.level if page.kind else block.level - 1
            elif not isinstance(block, Paragraph) or (is_index and number == len(blocks) - 1):
                continue
            elif _is_last(blocks, number, lowest) and _announces(block):
                reported = _reported_headings(page) if reported is None else reported
                if above is None or above.start not in reported:
                    yield Violation(block.span, "nothing", sentence=block.text)


def _reported_headings(page: Page) -> set[int]:
    """Return where the headings begin below which other rules report missing lists."""
    lists = {absent.heading.start for absent in page.absent if isinstance(absent.content, ListingContent)}
    return lists | {index.section.heading.start for index in indexes(page)}


def _announces(paragraph: Paragraph) -> bool:
    text = paragraph.text[-_LONGEST:].rstrip()
    return text.endswith(":") and _COLON.search(text) is not None and _EMOJI.search(text) is None


def _is_last(blocks: Sequence[Block], number: int, lowest: int) -> bool:
    """Whether a block is the last one before the end, or before a heading of the level `lowest` or a higher one."""
    after = (blocks[index] for index in range(number + 1, len(blocks)))
    following = next((block for block in after if not isinstance(block, ThematicBreak)), None)
    return following is None or (isinstance(following, Heading) and following.level <= lowest)
