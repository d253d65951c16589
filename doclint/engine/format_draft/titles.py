"""The titles of the pages of a kind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from doclint.engine.format_draft.beginnings import tokens
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.patterns import ANYTHING, pattern_of
from doclint.formats.patterns.template import HOLE_NAME, has_words
from doclint.markdown.nodes import Heading

_TITLED = 0.8  # share of the pages that have a title if the kind has one
_LOWEST = 2  # level of a title
_MOST = 8  # patterns of a title

Titles: TypeAlias = Sequence[Heading | None]
"""The titles of some pages, None for a page without one."""


def titles_of(pages: Sequence[SamplePage]) -> Titles:
    """Return the titles of some pages; none if few have one, or if most have several that begin alike."""
    firsts = [next(iter(page.headings), None) for page in pages]
    levels = Counter(heading.level for heading in firsts if heading and heading.level <= _LOWEST)
    level, count = next(iter(levels.most_common(1)), (0, 0))
    if count < _TITLED * len(pages):
        return []
    found = [heading if heading and heading.level == level else None for heading in firsts]
    several = sum(_comes_again(page, level) for page in pages)
    return [] if several * 2 > len(pages) else found


def _comes_again(page: SamplePage, level: int) -> bool:
    """Whether another heading of a page begins with the same word as its title."""
    firsts = [tokens(heading.text)[:1] for heading in page.headings if heading.level == level]
    return any(firsts[:1]) and firsts[0] in firsts[1:]


def title_patterns(titles: Titles, knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the patterns of some titles, given the known values of their pages; none if there is nothing to say."""
    pairs = [(title, known) for title, known in zip(titles, knowns, strict=True) if title is not None]
    whole = _pattern(pairs)
    if _is_telling(whole):
        return [whole]
    groups: dict[object, list[tuple[Heading, Mapping[str, str]]]] = {}
    for title, known in pairs:
        groups.setdefault((*tokens(title.text)[:1], *map(type, title.children[:1])), []).append((title, known))
    found = dict.fromkeys(map(_pattern, groups.values()))
    if len(groups) <= _MOST and all(map(_is_telling, found)):
        return list(found)
    return [whole] if pairs[0][0].level == 1 else []


def _pattern(pairs: Sequence[tuple[Heading, Mapping[str, str]]]) -> str:
    rows = [title.children for title, _ in pairs]
    found = pattern_of(rows, [known for _, known in pairs])
    return pattern_of(rows) if found == ANYTHING else found


def _is_telling(pattern: str) -> bool:
    """Whether a title has words of its own, or a hole whose value follows from the path."""
    return has_words(pattern) or HOLE_NAME.search(pattern) is not None
