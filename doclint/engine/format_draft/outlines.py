"""The sections that the pages of a kind have in common, with the blocks of each."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from doclint.engine.format_draft.headings import HeadingClass, HeadingClasses
from doclint.engine.format_draft.pages import SamplePage
from doclint.markdown.nodes import Block, Heading

_MOST_SECTIONS = 60  # of a kind; a person must be able to read them
_SHARE = 0.02  # of the pages that must have a section


class DraftedBody(Struct, eq=False):
    """What one page has in a section: its heading, None above the first one, its blocks, and the sections directly
    below it by their classes, in the order of the page.
    """

    page: SamplePage
    heading: Heading | None = None
    blocks: list[Block] = []
    below: list[HeadingClass] = []


class SectionNode(Struct, eq=False):
    """The sections of one class below one heading, on all pages; the root, without a class, is the page."""

    of: HeadingClass | None = None
    bodies: list[DraftedBody] = []
    children: dict[HeadingClass, "SectionNode"] = {}
    has_others: bool = False

    @property
    def headings(self) -> list[Heading]:
        return [body.heading for body in self.bodies if body.heading is not None]

    @property
    def levels(self) -> list[int]:
        """The levels of the headings, in ascending order."""
        return sorted({heading.level for heading in self.headings})


_ClassPath = tuple[HeadingClass, ...]
"""The classes of the headings above a section and of its own, the outermost first; empty for a heading without one."""


def outline_of_pages(pages: Sequence[tuple[SamplePage, Sequence[Block]]]) -> SectionNode:
    """Return the sections that some pages have in common, given the blocks between their titles and their footers.

    Headings that few pages have belong to the text of the section that they are in; the root then `has_others`.
    """
    headings = [[block for block in blocks if isinstance(block, Heading)] for _, blocks in pages]
    classes = HeadingClasses(headings)
    rows = [list(_paths(row, classes)) for row in headings]
    kept = _kept(rows)
    root = SectionNode(has_others=any(path not in kept for row in rows for path in row))
    for (page, blocks), row in zip(pages, rows, strict=True):
        _add(root, DraftedBody(page), blocks, [path if path in kept else () for path in row])
    return root


def _paths(headings: Sequence[Heading], classes: HeadingClasses) -> Iterator[_ClassPath]:
    stack: list[tuple[int, _ClassPath]] = [(0, ())]
    for heading in headings:
        of = classes.of(heading)
        if of is None:
            yield ()
            continue
        while stack[-1][0] >= heading.level:
            stack.pop()
        stack.append((heading.level, (*stack[-1][1], of)))
        yield stack[-1][1]


def _kept(rows: Sequence[Sequence[_ClassPath]]) -> set[_ClassPath]:
    """Return the paths of the sections that enough pages have, with those above them."""
    pages = Counter(path for row in rows for path in set(row) if path)
    least = max(min(2, len(rows)), round(len(rows) * _SHARE))
    enough = sorted(path for path, count in pages.items() if count >= least)
    most = sorted(enough, key=lambda path: -pages[path])[:_MOST_SECTIONS]
    return {path[:number] for path in most for number in range(1, len(path) + 1)}


def _add(root: SectionNode, current: DraftedBody, blocks: Sequence[Block], paths: Sequence[_ClassPath]) -> None:
    root.bodies.append(current)
    latest: dict[_ClassPath, tuple[SectionNode, DraftedBody]] = {(): (root, current)}
    following = iter(paths)
    for block in blocks:
        path = next(following) if isinstance(block, Heading) else ()
        if not path or not isinstance(block, Heading):
            current.blocks.append(block)
            continue
        parent, above = latest[path[:-1]]
        above.below.append(path[-1])
        current = DraftedBody(current.page, block)
        node = parent.children.setdefault(path[-1], SectionNode(path[-1]))
        node.bodies.append(current)
        latest[path] = node, current
