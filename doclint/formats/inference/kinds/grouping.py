"""Groups of pages that look alike: each is a kind of page in a draft."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import basename, dirname
from typing import NamedTuple

from doclint.formats.inference.samples import SamplePage
from doclint.formats.inference.texts.word_shapes import REST, Beginnings, SharedWords, is_word, tokens
from doclint.markdown.nodes import Block, Heading, HtmlBlock, Paragraph

_ALIKE = 0.45  # likeness from which two groups of pages become one
_FEW = 3  # pages that share a word, a name or an ending before it counts
_SHARE = 0.02  # of all pages that must do so
_EVERYWHERE = 0.9  # share of all pages from which their titles tell nothing of the kind
_MOST_HEADINGS = 60  # of a page that count
_COMMON = 0.1  # share of all pages from which a heading counts in full
_SEPARATORS = "._-"


class _Feature(NamedTuple):
    """Something that pages can have in common: what it is, its text, and the level of a heading."""

    role: str
    text: str
    level: int = 0


# How much two pages are alike that have a feature in common.
_WEIGHTS = {
    "title": 4.0,
    "name": 4.0,
    "ending": 4.0,
    "last": 1.0,
    "any-title": 1.0,
    "heading": 1.0,
    "names": 0.5,
    "folder": 0.7,
    "key": 0.4,
}


def grouped(pages: Sequence[SamplePage]) -> list[list[SamplePage]]:
    """Return the groups of the pages that look alike, the largest first; a page that is like no other one is alone."""
    reader = _Features(pages)
    alike: dict[Hashable, _Group] = {}
    for page in pages:
        features = frozenset(reader.features(page))
        alike.setdefault(reader.certain(page) or features, _Group()).add(page, features)
    counts = sum((group.counts for group in alike.values()), Counter[_Feature]())
    weights = {feature: _weight(feature, count / len(pages)) for feature, count in counts.items()}
    groups = _merged(list(alike.values()), weights)
    found = [sorted(group.pages, key=lambda page: page.path) for group in groups]
    return sorted(found, key=lambda group: (-len(group), group[0].path))


def _weight(feature: _Feature, share: float) -> float:
    """Return how much a feature counts that a share of all pages have.

    A heading on few pages is most often one that people wrote, or a name. A title that nearly all pages have tells
    nothing of their kind.
    """
    if feature.role == "title" and share > _EVERYWHERE:
        return _WEIGHTS["any-title"]
    return _WEIGHTS[feature.role] * (min(share / _COMMON, 1.0) if feature.role == "heading" else 1.0)


def least_of(pages: Sequence[object]) -> int:
    """Return how many of some pages must share something before that means anything."""
    return max(min(_FEW, len(pages)), round(len(pages) * _SHARE))


class _Features:
    """Finds what each of some pages may have in common with others."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        least = least_of(pages)
        headings = [page.headings for page in pages]
        titles = [_own_title(page, found) for page, found in zip(pages, headings, strict=True)]
        self._titles = SharedWords(([title] for title in titles), least)
        most = round(len(pages) * _EVERYWHERE)
        self._begins = Beginnings((tokens(title) for title in titles), least, most=most)
        self._ends = Beginnings((tokens(title)[::-1] for title in titles), least, most=most)
        self._headings = SharedWords(([one.text for one in found[1:]] for found in headings), least)
        self._lasts = SharedWords((_last_text(page) for page in pages), least)
        names = Counter(basename(page.path) for page in pages)
        endings = Counter(_ending(page.path) for page in pages)
        folders = len({dirname(page.path) for page in pages})
        self._names = {name for name, count in names.items() if count >= least and count * 2 >= folders}
        self._endings = {ending for ending, count in endings.items() if ending and count >= least}

    def certain(self, page: SamplePage) -> Hashable:
        """Return what makes certain that pages with it are of one kind; None if nothing does."""
        title = tokens(_own_title(page, page.headings))
        begin = self._begins.of(title)
        end = "" if begin else self._ends.of(title[::-1])
        name = basename(page.path)
        return (begin, end, name if name in self._names else "") if begin or end else None

    def features(self, page: SamplePage) -> Iterator[_Feature]:
        """Yield the features of a page."""
        name, ending = basename(page.path), _ending(page.path)
        yield _Feature("folder", dirname(page.path))
        if name in self._names:
            yield _Feature("name", name)
        elif ending in self._endings:
            yield _Feature("ending", ending)
        for key in page.front_matter:
            yield _Feature("key", key)
        headings = page.headings
        if headings and headings[0].level == 1:
            title = self._titles.shape(_own_title(page, headings))
            yield _Feature("any-title" if title == REST else "title", title)
        for heading in headings[:1] if headings and headings[0].level > 1 else ():
            yield self._heading(heading)
        for heading in headings[1:_MOST_HEADINGS]:
            yield self._heading(heading)
        for text in _last_text(page):
            if self._lasts.has_words(text):
                yield _Feature("last", self._lasts.shape(text))

    def _heading(self, heading: Heading) -> _Feature:
        shape = self._headings.shape(heading.text)
        return _Feature("names" if shape == REST else "heading", shape, heading.level)


def _own_title(page: SamplePage, headings: Sequence[Heading]) -> str:
    """Return the text of a title, with a word that no other page has for each word of the page's path; empty if the
    page has no title.
    """
    if not headings or headings[0].level > 1:
        return ""
    own = set(tokens(page.path))
    mark = f"0{page.path.encode().hex()}"
    return "".join(mark if is_word(token) and token in own else token for token in tokens(headings[0].text))


def _ending(path: str) -> str:
    """Return the last part of a page's name, from its last separator on: `_docs.md`."""
    stem, dot, extension = basename(path).rpartition(".")
    place = max(map(stem.rfind, _SEPARATORS))
    return f"{stem[place:]}{dot}{extension}" if place > 0 else ""


def _last_text(page: SamplePage) -> list[str]:
    """Return the text of the last block of a page, if it is a paragraph or HTML."""
    blocks: Sequence[Block] = page.document.blocks
    match blocks[-1:]:
        case [Paragraph() as block]:
            return [block.text]
        case [HtmlBlock(text=text)]:
            return [text]
    return []


@dataclass(slots=True)
class _Group:
    """Pages, and on how many of them each feature is."""

    pages: list[SamplePage] = field(default_factory=list)
    counts: Counter[_Feature] = field(default_factory=Counter)

    def add(self, page: SamplePage, features: Iterable[_Feature]) -> None:
        self.pages.append(page)
        self.counts.update(features)

    def shares(self, weights: Mapping[_Feature, float]) -> "_Shares":
        found = {feature: weights[feature] * count / len(self.pages) for feature, count in self.counts.items()}
        return found, sum(found.values())


def _merged(groups: list[_Group], weights: Mapping[_Feature, float]) -> list[_Group]:
    """Merge the two groups that are most alike, again and again, while there are two that are alike enough."""
    found = dict(enumerate(groups))
    shares = {number: group.shares(weights) for number, group in found.items()}
    nearest = {number: _nearest(number, shares) for number in found}
    while nearest:
        one = max(nearest, key=lambda number: (nearest[number][0], -number))
        likeness, other = nearest[one]
        if likeness < _ALIKE:
            break
        found[one] = _Group(found[one].pages + found[other].pages, found[one].counts + found[other].counts)
        shares[one] = found[one].shares(weights)
        del found[other], shares[other], nearest[other]
        for number, (_, partner) in nearest.items():
            if number == one or partner in (one, other):
                nearest[number] = _nearest(number, shares)
            else:
                closer = _likeness(shares[number], shares[one]), one
                nearest[number] = max(nearest[number], closer, key=lambda pair: pair[0])
    return list(found.values())


_Shares = tuple[Mapping[_Feature, float], float]
"""How much each feature of a group counts, and the sum of it all."""


def _nearest(number: int, shares: Mapping[int, _Shares]) -> tuple[float, int]:
    """Return the likeness of a group to the one that is most like it, and the number of that one."""
    own = shares[number]
    found = ((_likeness(own, other), -index) for index, other in shares.items() if index != number)
    likeness, index = max(found, default=(0.0, 0))
    return likeness, -index


def _likeness(one: _Shares, other: _Shares) -> float:
    """Return how much two groups have in common, from 0 to 1: the weighted Jaccard index of their features."""
    if len(one[0]) > len(other[0]):
        one, other = other, one
    known = other[0]
    common = sum(min(share, known[feature]) for feature, share in one[0].items() if feature in known)
    return common / (one[1] + other[1] - common) if common else 0.0
