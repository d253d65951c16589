"""Groups of pages that look alike: each is a kind of page in a draft."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from posixpath import basename, dirname
from typing import NamedTuple

from msgspec import Struct, field

from doclint.engine.format_draft.beginnings import Beginnings, is_word, tokens
from doclint.engine.format_draft.pages import SamplePage
from doclint.markdown.nodes import HtmlBlock, Paragraph

_ALIKE = 0.45  # likeness from which two groups of pages become one
_FEW = 3  # pages that share a word, a name or an ending before it counts
_SHARE = 0.02  # of all pages that must do so
_EVERYWHERE = 0.9  # share of all pages from which their titles tell nothing of the kind
_MOST_HEADINGS = 60  # of a page that count
_COMMON = 0.1  # share of all pages from which a heading counts in full
_UNIQUE = 0.05  # how much a heading counts that only one page has
_SEPARATORS = "._-"


class _Feature(NamedTuple):
    """Something that pages can have in common: what it is, its text, and the level of a heading."""

    role: str
    text: str
    level: int = 0


# How much two pages are alike that have a feature in common.
_WEIGHTS = {"title": 4.0, "name": 4.0, "ending": 4.0, "last": 1.0, "folder": 0.7, "key": 0.4}


def grouped(pages: Sequence[SamplePage]) -> list[list[SamplePage]]:
    """Return the groups of the pages that look alike, the largest first; a page that is like no other one is alone."""
    reader = _Features(pages)
    alike: dict[Hashable, _Group] = {}
    for page in pages:
        features = frozenset(reader.features(page))
        alike.setdefault(reader.certain(page) or features, _Group()).add(page, features)
    counts = sum((group.counts for group in alike.values()), Counter[_Feature]())
    weights = {feature: _weight(feature, count, len(pages)) for feature, count in counts.items()}
    groups = _merged(sorted(alike.values(), key=lambda group: -len(group.pages)), weights)
    found = [sorted(group.pages, key=lambda page: page.path) for group in groups]
    return sorted(found, key=lambda group: (-len(group), group[0].path))


def _weight(feature: _Feature, count: int, pages: int) -> float:
    """Return how much a feature counts that some of the pages have.

    A heading on few pages is most often one that people wrote, or a name, and what only one page has likens nothing.
    """
    if feature.role == "heading":
        return (1.0 if count > 1 else _UNIQUE) * min(count / pages / _COMMON, 1.0)
    return _WEIGHTS[feature.role] if count > 1 else 0.0


def least_of(pages: Sequence[object]) -> int:
    """Return how many of some pages must share something before that means anything."""
    return max(min(_FEW, len(pages)), round(len(pages) * _SHARE))


class _Features:
    """Finds what each of some pages may have in common with others."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        least = least_of(pages)
        titles = [tokens(_own_title(page)) for page in pages]
        most = round(len(pages) * _EVERYWHERE)
        self._begins = Beginnings(titles, least, most=most)
        self._ends = Beginnings((title[::-1] for title in titles), least, most=most)
        names = Counter(basename(page.path) for page in pages)
        endings = Counter(_ending(page.path) for page in pages)
        folders = len({dirname(page.path) for page in pages})
        self._names = {name for name, count in names.items() if count >= least and count * 2 >= folders}
        self._endings = {ending for ending, count in endings.items() if ending and count >= least}

    def certain(self, page: SamplePage) -> Hashable:
        """Return what makes certain that pages with it are of one kind; None if nothing does."""
        title, name = self._title(page), basename(page.path)
        return (title, name if name in self._names else "") if title else None

    def _title(self, page: SamplePage) -> str:
        """Return what the title of a page begins or ends with, as those of several others do; empty without that."""
        title = tokens(_own_title(page))
        return self._begins.of(title) or self._ends.of(title[::-1])

    def features(self, page: SamplePage) -> Iterator[_Feature]:
        """Yield the features of a page."""
        name, ending = basename(page.path), _ending(page.path)
        yield _Feature("folder", dirname(page.path))
        if name in self._names:
            yield _Feature("name", name)
        elif ending in self._endings:
            yield _Feature("ending", ending)
        yield from (_Feature("key", key) for key in page.front_matter)
        headings = page.headings
        if headings and headings[0].level == 1:
            yield _Feature("title", self._title(page) or _own_title(page))
            headings = headings[1:]
        yield from (_Feature("heading", heading.text, heading.level) for heading in headings[:_MOST_HEADINGS])
        yield from (_Feature("last", text) for text in _last_text(page))


def _own_title(page: SamplePage) -> str:
    """Return the text of a title, with a word that no other page has for each word of the page's path; empty if the
    page has no title.
    """
    first = next(iter(page.headings), None)
    if first is None or first.level > 1:
        return ""
    own = set(tokens(page.path))
    mark = f"0{page.path.encode().hex()}"
    return "".join(mark if is_word(token) and token in own else token for token in tokens(first.text))


def _ending(path: str) -> str:
    """Return the last part of a page's name, from its last separator on: `_docs.md`."""
    stem, dot, extension = basename(path).rpartition(".")
    place = max(map(stem.rfind, _SEPARATORS))
    return f"{stem[place:]}{dot}{extension}" if place > 0 else ""


def _last_text(page: SamplePage) -> list[str]:
    """Return the text of the last block of a page, if it is a paragraph or HTML."""
    last = page.document.blocks[-1:]
    return [block.text for block in last if isinstance(block, Paragraph | HtmlBlock)]


class _Group(Struct):
    """Pages, and on how many of them each feature is."""

    pages: list[SamplePage] = []
    counts: Counter[_Feature] = field(default_factory=Counter)

    def add(self, page: SamplePage, features: Iterable[_Feature]) -> None:
        self.pages.append(page)
        self.counts.update(features)

    def shares(self, weights: Mapping[_Feature, float]) -> "_Shares":
        found = {feature: weights[feature] * count / len(self.pages) for feature, count in self.counts.items()}
        return found, sum(found.values())


_Shares = tuple[Mapping[_Feature, float], float]
"""How much each feature of a group counts, and the sum of it all."""


def _merged(groups: Sequence[_Group], weights: Mapping[_Feature, float]) -> list[_Group]:
    """Return groups where each that is enough like one in front of it is a part of that."""
    found: list[tuple[_Group, _Shares]] = []
    for group in groups:
        shares = group.shares(weights)
        likeness, number = max(((_likeness(shares, other), -at) for at, (_, other) in enumerate(found)), default=(0, 0))
        if likeness < _ALIKE:
            found.append((group, shares))
            continue
        near = found[-number][0]
        whole = _Group(near.pages + group.pages, near.counts + group.counts)
        found[-number] = whole, whole.shares(weights)
    return [group for group, _ in found]


def _likeness(one: _Shares, other: _Shares) -> float:
    """Return how much two groups have in common, from 0 to 1: the weighted Jaccard index of their features."""
    common = sum(min(share, other[0][feature]) for feature, share in one[0].items() if feature in other[0])
    return common / (one[1] + other[1] - common) if common else 0.0
