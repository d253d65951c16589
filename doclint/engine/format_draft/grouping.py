"""Groups of pages that look alike: each is a kind of page in a draft."""

from collections import Counter
from collections.abc import Iterator, Sequence
from posixpath import basename, dirname, splitext

from msgspec import Struct, field

from doclint.engine.format_draft.headings import ends_of, words_of
from doclint.engine.format_draft.pages import SamplePage
from doclint.errors.grouping import by_key
from doclint.markdown.nodes import HtmlBlock, Paragraph

_ALIKE = 0.45  # likeness from which a page belongs to a group
_LEAST = 3  # pages that share a word or a name before it counts
_EVERYWHERE = 0.9  # share of all pages from which a word of their titles tells nothing of the kind
_MOST_HEADINGS = 60  # of a page that count
_COMMON = 0.1  # share of all pages from which a heading counts in full
_UNIQUE = 0.05  # how much a heading counts that only one page has

_Feature = tuple[str, ...]
"""Something that pages can have in common: what it is, and its text."""
# How much two pages are alike that have a feature in common.
_WEIGHTS = {"title": 4.0, "name": 4.0, "last": 1.0, "folder": 0.7, "key": 0.4}


class _Group(Struct):
    """Pages, on how many of them each feature is, and what their features weigh together."""

    pages: list[SamplePage] = []
    counts: Counter[_Feature] = field(default_factory=Counter)
    weight: float = 0.0


def grouped(pages: Sequence[SamplePage]) -> list[list[SamplePage]]:
    """Return the groups of the pages that look alike, the largest first; a page that is like no other one is alone."""
    alike = by_key((frozenset(_features(page)), page) for page in pages)
    counts: Counter[_Feature] = Counter()
    for features, members in alike.items():
        counts.update(dict.fromkeys(features, len(members)))
    folders = sum(feature[0] == "folder" for feature in counts)
    weights = {feature: _weight(feature, count, len(pages), folders) for feature, count in counts.items()}
    groups: list[_Group] = []
    for features, members in sorted(alike.items(), key=lambda item: -len(item[1])):
        own = sum(weights[feature] for feature in features)
        likeness = [_likeness(features, own, group, weights) for group in groups]
        if max(likeness, default=0.0) >= _ALIKE:
            group = groups[likeness.index(max(likeness))]
        else:
            groups.append(group := _Group())
        group.pages += members
        group.counts.update(dict.fromkeys(features, len(members)))
        group.weight += own * len(members)
    found = [sorted(group.pages, key=lambda page: page.path) for group in groups]
    return sorted(found, key=lambda group: (-len(group), group[0].path))


def _weight(feature: _Feature, count: int, pages: int, folders: int) -> float:
    """Return how much a feature counts that some of the pages have.

    A heading on few pages is most often one that people wrote, or a name, and what only one page has likens nothing.
    """
    match feature[0]:
        case "heading":
            return (1.0 if count > 1 else _UNIQUE) * min(count / pages / _COMMON, 1.0)
        case "title":
            is_telling = min(_LEAST, pages) <= count <= _EVERYWHERE * pages
        case "name":
            is_telling = count >= _LEAST and count * 2 >= folders
        case _:
            is_telling = count > 1
    return _WEIGHTS[feature[0]] * is_telling


def _likeness(features: frozenset[_Feature], own: float, group: _Group, weights: dict[_Feature, float]) -> float:
    """Return how much a page has in common with a group, from 0 to 1: the weighted Jaccard index of their features."""
    count = len(group.pages)
    common = sum(weights[feature] * group.counts[feature] for feature in features) / count
    return common / (own + group.weight / count - common) if common else 0.0


def _features(page: SamplePage) -> Iterator[_Feature]:
    """Yield the features of a page. Words of its title that are in its path are its own."""
    stem, extension = splitext(basename(page.path))
    yield "folder", dirname(page.path)
    yield "name", stem
    yield "name", "".join(words_of(stem.replace("_", " "))[-1:]), extension
    yield from (("key", key) for key in page.front_matter)
    headings = page.headings
    if headings and headings[0].level == 1:
        own = [word for word in words_of(page.path) if len(word) > 1]
        yield from (("title", end) for end in ends_of(headings[0].text) if not any(word in end for word in own))
        headings = headings[1:]
    yield from (("heading", heading.text, str(heading.level)) for heading in headings[:_MOST_HEADINGS])
    last = page.document.blocks[-1:]
    yield from (("last", block.text) for block in last if isinstance(block, Paragraph | HtmlBlock))
