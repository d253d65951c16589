"""The sections of a kind of page, merged from those of its pages."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from doclint.errors.expressions import expression
from doclint.formats.inference.kinds.headings import HeadingClass, HeadingClasses
from doclint.formats.inference.samples import SamplePage
from doclint.formats.inference.texts.naming import kinds_of
from doclint.markdown.nodes import Block, Heading, Html, HtmlBlock, Paragraph

_TAG = expression(r"<!--(?:(?!-->).)*+-->|<[^<>]*>", re.DOTALL)
_MOST_SECTIONS = 60  # of a kind; a person must be able to read them
_SHARE = 0.02  # of the pages that must have a section
_STRAY = 0.1  # share of the sections of a class that are at one place of the kind if that is one of its places
_UNDER_NAMES = 0.3  # share of the sections of a class below names from which all of them are
_BEFORE = 0.6  # share of the headings with an anchor from which the anchor belongs to the section


@dataclass(frozen=True, slots=True, eq=False)
class BodySample:
    """A page without its title and its footer, and the values of holes that are known of it."""

    page: SamplePage
    blocks: Sequence[Block]
    known: Mapping[str, str]

    @property
    def headings(self) -> list[Heading]:
        """The headings that are in no other block."""
        return [block for block in self.blocks if isinstance(block, Heading)]


@dataclass(slots=True, eq=False)
class SectionInstance:
    """A section of one page: its heading, the block `before` it that may belong to it, and the blocks below it.

    `number` counts the sections of the page up to this one, `above` is the one in front of it, and `parent` the one
    that contains it.
    """

    sample: BodySample
    heading: Heading
    number: int
    above: "SectionInstance | None" = None
    parent: "SectionInstance | None" = None
    before: Block | None = None
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class SectionNode:
    """The sections of one class at one place of a kind, on all pages. The root, without a class, is the page."""

    of: HeadingClass | None
    parent: "SectionNode | None" = None
    instances: list[SectionInstance] = field(default_factory=list)
    children: dict[HeadingClass, "SectionNode"] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        """On how many pages the section is."""
        return len({instance.sample for instance in self.instances})

    @property
    def has_before(self) -> bool:
        """Whether the block in front of the heading belongs to the section."""
        found = sum(one.before is not None for one in self.instances)
        return found > 0 and found >= _BEFORE * len(self.instances)

    @property
    def levels(self) -> list[int]:
        """The levels of the headings, the most frequent one first."""
        return [level for level, _ in Counter(one.heading.level for one in self.instances).most_common()]

    def walk(self) -> Iterator["SectionNode"]:
        """Yield the node and all nodes below it."""
        yield self
        for child in self.children.values():
            yield from child.walk()


@dataclass(slots=True)
class SectionTree:
    """The sections of a kind below its `root`, with how many pages have headings that belong to none, and examples."""

    root: SectionNode
    pages_with_others: int
    others: list[str]


def section_tree(samples: Sequence[BodySample]) -> SectionTree:
    """Return the tree of the sections that some pages have in common, with the blocks of each.

    Headings that few pages have belong to the text of the section that they are in.
    """
    classes = HeadingClasses([one.headings for one in samples])
    rows = [_Row(one, [(heading, classes.of(heading)) for heading in one.headings]) for one in samples]
    hoisted = _hoisted(rows)
    kept = _kept(rows, hoisted)
    root = SectionNode(None)
    _fill(root, rows, hoisted, kept)
    others = Counter[str]()
    pages = 0
    for row in rows:
        texts = dict.fromkeys(heading.text for heading, path in _paths(row, hoisted) if path not in kept)
        pages += bool(texts)
        others.update(filter(None, texts))
    return SectionTree(root, pages, [text for text, _ in others.most_common(3)])


_ClassPath = tuple[HeadingClass, ...]
"""The classes of the headings above a section and of its own, the outermost first; empty for a heading without one."""


@dataclass(slots=True)
class _Row:
    """The headings of a page with their classes."""

    sample: BodySample
    headings: list[tuple[Heading, HeadingClass | None]]


def _hoisted(rows: Sequence[_Row]) -> set[HeadingClass]:
    """Return the classes that are below names, or at the top, although fixed headings may be between.

    An example in the description of a class may have a heading of its own, with the methods of the class behind it.
    """
    all_, below_names = Counter[HeadingClass](), Counter[HeadingClass]()
    for row in rows:
        stack: list[tuple[int, HeadingClass]] = []
        for heading, of in row.headings:
            if of is None:
                continue
            while stack and stack[-1][0] >= heading.level:
                stack.pop()
            all_[of] += 1
            below_names[of] += not stack or _is_scope(stack[-1][1])
            stack.append((heading.level, of))
    return {of for of, count in below_names.items() if count >= _UNDER_NAMES * all_[of]}


def _is_scope(of: HeadingClass) -> bool:
    """Whether headings name symbols, which may have members."""
    return of.role == "names" or (of.role == "worded" and bool(kinds_of(of.words)))


def _paths(row: _Row, hoisted: set[HeadingClass]) -> Iterator[tuple[Heading, _ClassPath]]:
    """Yield each heading of a page with its path."""
    stack: list[tuple[int, _ClassPath]] = []
    for heading, of in row.headings:
        if of is None:
            yield heading, ()
            continue
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        above = (path for _, path in reversed(stack) if of not in hoisted or _is_scope(path[-1]))
        path = (*next(above, ()), of)
        stack.append((heading.level, path))
        yield heading, path


def _kept(rows: Sequence[_Row], hoisted: set[HeadingClass]) -> set[_ClassPath]:
    """Return the paths of the sections that enough pages have, with those above them."""
    pages: defaultdict[_ClassPath, set[int]] = defaultdict(set)
    times: Counter[_ClassPath] = Counter()
    for number, row in enumerate(rows):
        for _, path in _paths(row, hoisted):
            if path:
                pages[path].add(number)
                times[path] += 1
    all_ = Counter[HeadingClass]()
    for path, count in times.items():
        all_[path[-1]] += count
    least = max(min(2, len(rows)), round(len(rows) * _SHARE))
    enough = [path for path in pages if len(pages[path]) >= least and times[path] >= _STRAY * all_[path[-1]]]
    kept: set[_ClassPath] = set()
    for path in sorted(enough, key=lambda path: (-len(pages[path]), path))[:_MOST_SECTIONS]:
        kept.update(path[:number] for number in range(1, len(path) + 1))
    return kept


def _fill(root: SectionNode, rows: Sequence[_Row], hoisted: set[HeadingClass], kept: set[_ClassPath]) -> None:
    """Add the sections of all pages to the tree."""
    for row in rows:
        paths = {id(heading): path for heading, path in _paths(row, hoisted)}
        sample = row.sample
        current = SectionInstance(sample, Heading(0, 0, 1, setext=False), 0)
        root.instances.append(current)
        latest: dict[_ClassPath, SectionInstance] = {(): current}
        for block in sample.blocks:
            path = paths.get(id(block), ())
            if not isinstance(block, Heading) or path not in kept:
                current.blocks.append(block)
                continue
            last = current.blocks[-1] if current.blocks else None
            before = last if last is not None and _is_anchor(last) else None
            current = SectionInstance(sample, block, current.number + 1, current, latest[path[:-1]], before)
            latest[path] = current
            _node(root, path).instances.append(current)
    _give_before(root)


def _node(root: SectionNode, path: _ClassPath) -> SectionNode:
    node = root
    for of in path:
        node = node.children.setdefault(of, SectionNode(of, node))
    return node


def _give_before(root: SectionNode) -> None:
    """Take the blocks in front of headings from the section above if they belong to the headings."""
    for node in root.walk():
        has_before = node.has_before
        for one in node.instances if node.of is not None else ():
            if not has_before:
                one.before = None
            elif one.before is not None and one.above is not None:
                one.above.blocks.pop()


def _is_anchor(block: Block) -> bool:
    """Whether a block in front of a heading may belong to it: HTML without any text."""
    if isinstance(block, HtmlBlock):
        return not _TAG.sub("", block.text).strip()
    tags = (isinstance(inline, Html) for inline in block.children) if isinstance(block, Paragraph) else ()
    return isinstance(block, Paragraph) and bool(block.children) and all(tags)
