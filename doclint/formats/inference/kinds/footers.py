"""Footers: what the pages of a kind end with."""

from collections import Counter
from collections.abc import Sequence

from doclint.formats.inference.samples import SamplePage, TextSample
from doclint.formats.inference.texts.text_patterns import draft_patterns
from doclint.formats.inference.texts.word_shapes import SharedWords
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.reading.headings import find_footer
from doclint.markdown.nodes import Block, Paragraph, ThematicBreak

_SHARE = 0.9  # of the pages that end with the footer
_MOST = 4  # blocks of a footer


def draft_footer(pages: Sequence[tuple[SamplePage, Sequence[Block]]]) -> list[str]:
    """Return the patterns of the blocks that nearly all of some pages end with; each page comes with its blocks."""
    found: list[str] = []
    if len(pages) < 2:
        return found
    for number in range(1, _MOST + 1):
        last = [(page, blocks[-number]) for page, blocks in pages if len(blocks) >= number]
        pattern = _pattern(last, len(pages))
        if not pattern:
            break
        found.insert(0, pattern)
        if pattern == "---":
            break
    return found if found != ["---"] and found and _is_on(pages, found) else []


def _pattern(last: Sequence[tuple[SamplePage, Block]], count: int) -> str:
    """Return the pattern of the blocks at one place of all pages; empty if there is none that says something."""
    if sum(isinstance(block, ThematicBreak) for _, block in last) >= _SHARE * count:
        return "---"
    texts = [(page, block) for page, block in last if isinstance(block, Paragraph)]
    if len(texts) < _SHARE * count:
        return ""
    shape = _frequent_shape([block.text for _, block in texts], count)
    if not shape:
        return ""
    found = draft_patterns([TextSample(page, block.children, {}) for page, block in texts], 1)
    is_telling = bool(found) and found[0].count >= _SHARE * count and Pattern(found[0].text).has_words
    return found[0].text if is_telling else ""


def _frequent_shape(texts: Sequence[str], count: int) -> str:
    """Return the shape that nearly all texts share; empty if there is none with words."""
    vocabulary = SharedWords(([text] for text in texts), round(_SHARE * count))
    shape, times = Counter(map(vocabulary.shape, texts)).most_common(1)[0]
    return shape if times >= _SHARE * count and vocabulary.has_words(shape) else ""


def _is_on(pages: Sequence[tuple[SamplePage, Sequence[Block]]], footer: Sequence[str]) -> bool:
    patterns = [Pattern(text) for text in footer]
    return sum(find_footer(blocks, patterns)[2] is not None for _, blocks in pages) >= _SHARE * len(pages)
