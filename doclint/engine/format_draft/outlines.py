"""The sections that the pages of a kind have in common, with the blocks of each."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from doclint.engine.format_draft.headings import HeadingClass, HeadingClasses
from doclint.engine.format_draft.pages import SamplePage
from doclint.errors.expressions import expression
from doclint.markdown.nodes import Block, Heading, Html, HtmlBlock, Paragraph

_TAG = expression(r"<!--(?:(?!-->).)*+-->|<[^<>]*>", re.DOTALL)
_MOST_SECTIONS = 60  # of a kind; a person must be able to read them
_SHARE = 0.02  # of the pages that must have a section
_BEFORE = 0.6  # share of the headings with an anchor from which the anchor belongs to the section


class DraftedBody(Struct, eq=False):
    """What one page has in a section: its heading, None above the first one, the block `before` it that belongs to it,
    its blocks, and the sections directly below it by their classes, in the order of the page.
    """

    page: SamplePage
    heading: Heading | None = None
    before: Block | None = None
    blocks: list[Block] = []
    below: list[HeadingClass] = []


class SectionNode(Struct, eq=False):
    """The sections of one class below one heading, on all pages; the root, without a class, is the page."""

    of: HeadingClass | None = None
    bodies: list[DraftedBody] = []
    children: dict[HeadingClass, "SectionNode"] = {}
    has_others: bool = False

    def at(self, path: Sequence[HeadingClass]) -> "SectionNode":
        """Return the node at a path below this one."""
        node = self
        for of in path:
            node = node.children.setdefault(of, SectionNode(of))
        return node

    def walk(self) -> Iterator["SectionNode"]:
        """Yield the node and all nodes below it."""
        yield self
        for child in self.children.values():
            yield from child.walk()


_ClassPath = tuple[HeadingClass, ...]
"""The classes of the headings above a section and of its own, the outermost first; empty for a heading without one."""


def outline_of_pages(pages: Sequence[tuple[SamplePage, Sequence[Block]]]) -> SectionNode:
    """Return the sections that some pages have in common, given the blocks between their titles and their footers.

    Headings that few pages have belong to the text of the section that they are in; the root then `has_others`.
    """
    headings = [[block for block in blocks if isinstance(block, Heading)] for _, blocks in pages]
    classes = HeadingClasses(headings)
    paths = [{id(heading): path for heading, path in _paths(row, classes)} for row in headings]
    kept = _kept([list(row.values()) for row in paths])
    root = SectionNode()
    for (page, blocks), path_of in zip(pages, paths, strict=True):
        _add(root, page, blocks, {key: path for key, path in path_of.items() if path in kept})
    root.has_others = any(path not in kept for row in paths for path in row.values())
    for node in root.walk():
        _settle_before(node)
    return root


def _paths(headings: Sequence[Heading], classes: HeadingClasses) -> Iterator[tuple[Heading, _ClassPath]]:
    """Yield each heading of a page with its path."""
    stack: list[tuple[int, _ClassPath]] = []
    for heading in headings:
        of = classes.of(heading)
        if of is None:
            yield heading, ()
            continue
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        path = (*(stack[-1][1] if stack else ()), of)
        stack.append((heading.level, path))
        yield heading, path


def _kept(rows: Sequence[Sequence[_ClassPath]]) -> set[_ClassPath]:
    """Return the paths of the sections that enough pages have, with those above them."""
    pages: defaultdict[_ClassPath, set[int]] = defaultdict(set)
    for number, row in enumerate(rows):
        for path in filter(None, row):
            pages[path].add(number)
    least = max(min(2, len(rows)), round(len(rows) * _SHARE))
    enough = [path for path in pages if len(pages[path]) >= least]
    kept: set[_ClassPath] = set()
    for path in sorted(enough, key=lambda path: (-len(pages[path]), path))[:_MOST_SECTIONS]:
        kept.update(path[:number] for number in range(1, len(path) + 1))
    return kept


def _add(root: SectionNode, page: SamplePage, blocks: Sequence[Block], path_of: dict[int, _ClassPath]) -> None:
    """Add the sections of a page."""
    current = DraftedBody(page)
    root.bodies.append(current)
    latest: dict[_ClassPath, DraftedBody] = {(): current}
    for block in blocks:
        path = path_of.get(id(block))
        if path is None or not isinstance(block, Heading):
            current.blocks.append(block)
            continue
        above = current
        current = DraftedBody(page, block)
        if above.blocks and _is_anchor(above.blocks[-1]):
            current.before = above.blocks.pop()
        latest[path[:-1]].below.append(path[-1])
        latest[path] = current
        root.at(path).bodies.append(current)


def _settle_before(node: SectionNode) -> None:
    """Leave out the blocks in front of headings if few headings have one."""
    if sum(body.before is not None for body in node.bodies) < _BEFORE * len(node.bodies):
        for body in node.bodies:
            body.before = None


def _is_anchor(block: Block) -> bool:
    """Whether a block in front of a heading may belong to it: HTML without any text."""
    if isinstance(block, HtmlBlock):
        return not _TAG.sub("", block.text).strip()
    tags = (isinstance(inline, Html) for inline in block.children) if isinstance(block, Paragraph) else ()
    return isinstance(block, Paragraph) and bool(block.children) and all(tags)
