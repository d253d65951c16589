"""The parts of a page that its format calls an index, and what stands in them."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.formats.outline import Section
from doclint.formats.pattern import Capture
from doclint.formats.shapes import Item, Listing
from doclint.page import Page
from doclint.source import Span

_UNDER = "keyword"


class Index(NamedTuple):
    """An index: its section, all sections of it in document order, and the lists in these."""

    section: Section
    parts: list[Section]
    listings: list[Listing]

    @property
    def items(self) -> list[Item]:
        return [item for listing in self.listings for item in listing.items]


class Entry(NamedTuple):
    """A name that an index has, and where it leads for it."""

    name: Capture
    targets: list[str]


def indexes(page: Page) -> list[Index]:
    """The indexes of a page."""
    sections, found = page.sections, []
    for number, section in enumerate(sections):
        if section.place is None or not section.place.spec.index:
            continue
        parts = list(section.walk())
        behind = sections[number + len(parts) :]
        reach = Span(section.heading.start, behind[0].heading.start if behind else len(page.source.text))
        listings = [listing for listing in page.all(Listing) if reach.start <= listing.start < reach.end]
        found.append(Index(section, parts, listings))
    return found


def entries(index: Index) -> Iterator[Entry]:
    """What an index lists: the keywords that are headings with links below them, or the items of its lists."""
    keywords = [part for part in index.parts if _UNDER in part.captures]
    if not keywords:
        yield from (Entry(name_of(item), _targets(item)) for item in index.items if item.captures)
        return
    below: dict[int, list[str]] = {}
    number = 0
    for listing in index.listings:
        while number + 1 < len(keywords) and keywords[number + 1].heading.start < listing.start:
            number += 1
        below.setdefault(number, []).extend(target for item in listing.items for target in _targets(item))
    for number, part in enumerate(keywords):
        yield Entry(part.captures[_UNDER], below.get(number, []))


def name_of(item: Item) -> Capture:
    """What an entry begins with. Of what is not there as it is read, such as the target of a link, the place is not
    known so well.
    """
    captures = item.captures.values()
    return min(captures, key=lambda capture: (capture.end - capture.start != len(capture.text), capture.start))


def _targets(item: Item) -> list[str]:
    return [item["target"].text] if "target" in item.captures else []


def heading_at(page: Page, listing: Listing) -> Span:
    """The heading that a list stands below."""
    above = [section.heading.span for section in page.sections if section.heading.start <= listing.start]
    return above[-1] if above else listing.span
