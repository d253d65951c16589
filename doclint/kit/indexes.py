"""The sections of a page that its format calls an index, and their entries."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter
from posixpath import basename

from msgspec import Struct

from doclint.formats.patterns.pattern import Capture
from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Item, Listing
from doclint.markdown.source import Span
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.source.language import language_of

_KEYWORD = "keyword"  # the hole of a heading that is an entry
_FEW = 2  # entries that may all be names of files by chance


class Index(Struct, frozen=True):
    """An index: its section, that section with all below it in document order, and the lists in them."""

    section: Section
    parts: list[Section]
    listings: list[Listing]

    @property
    def items(self) -> list[Item]:
        return [item for listing in self.listings for item in listing.items]


class Entry(Struct, frozen=True):
    """A name in an index, and the destinations of its links."""

    name: Capture
    targets: list[str]


def lists_of_sections(page: Page) -> list[tuple[Section | None, Listing]]:
    """Return the lists that should name sections of a page, each with the section that it is directly in."""
    from doclint.page.parts import contents_by_section

    contents = contents_by_section(page.parsed)
    return [(place, one) for place, one in contents if isinstance(one, Listing) and one.lists == "sections"]


def indexes_of(page: Page) -> list[Index]:
    """Return the indexes of a page, in document order."""
    sections, found = page.sections, []
    listings = sorted(page.all(Listing), key=attrgetter("start"))
    for number, section in enumerate(sections):
        if section.place is None or not section.place.spec.index:
            continue
        parts = list(section.walk())
        after = number + len(parts)
        end = sections[after].heading.start if after < len(sections) else len(page.source.text)
        places = (section.heading.start, end)
        first, last = (bisect_left(listings, place, key=attrgetter("start")) for place in places)
        found.append(Index(section, parts, listings[first:last]))
    return found


def entries(index: Index) -> Iterator[Entry]:
    """Yield the entries of an index: headings that are keywords, with the links below them, or else list items."""
    keywords = [part for part in index.parts if _KEYWORD in part.captures]
    if not keywords:
        yield from (Entry(name_of(item), _targets(item)) for item in index.items if item.captures)
        return
    # Links before the first keyword count for it.
    starts = [keyword.heading.start for keyword in keywords[1:]]
    targets: list[list[str]] = [[] for _ in keywords]
    for listing in index.listings:
        targets[bisect_left(starts, listing.start)].extend(
            target for item in listing.items for target in _targets(item)
        )
    for keyword, below in zip(keywords, targets, strict=True):
        yield Entry(keyword.captures[_KEYWORD], below)


def name_of(item: Item) -> Capture:
    """Return what an entry begins with.

    Prefer what is on the page literally: the exact place of anything else, such as a link's target, is not known.
    """
    for capture in item.captures.values():
        if capture.end - capture.start == len(capture.text):
            return capture
    return next(iter(item.captures.values()))


def _targets(item: Item) -> list[str]:
    return [item["target"].text] if "target" in item.captures else []


def heading_at(page: Page, listing: Listing) -> Span:
    """Return the span of the heading that a list is below; that of the list if there is no heading."""
    number = bisect_right(page.sections, listing.start, key=lambda section: section.heading.start)
    return page.sections[number - 1].heading.span if number else listing.span


def is_of_files(page: Page, index: Index) -> bool:
    """Whether all names in an index are those of the files that it leads to, some of them code.

    An index of a few entries is not one of files. Names that the generator makes up for a type of file do not count.
    """
    artificial = page.format.artificial if page.format else []
    found = [entry for entry in entries(index) if all(name.match(entry.name.text) is None for name in artificial)]
    files = [(entry.name.text, _files(page, entry)) for entry in found] if len(found) > _FEW else []
    if not files or not all(any(text in (name, name.partition(".")[0]) for name in names) for text, names in files):
        return False
    languages = (language_of(name) for _, names in files for name in names)
    return any(language is not None and language.code for language in languages)


def _files(page: Page, entry: Entry) -> list[str]:
    """Return the names of the files that an entry leads to; for pages, of the files that they are about."""
    targets = (target_of(page, destination) for destination in entry.targets)
    paths = (target.path for target in targets if target)
    return [basename(next(page.files_described_at(path), path)) for path in paths]
