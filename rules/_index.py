"""The parts of a page that its format calls an index, and what stands in them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from posixpath import basename
from typing import NamedTuple

from doclint.code.languages import language_of
from doclint.formats.kinds import candidates
from doclint.formats.outline import Section
from doclint.formats.pattern import Capture
from doclint.formats.shapes import Item, Listing
from doclint.markdown.source import Span
from doclint.page.links import target_of
from doclint.page.page import Page

_UNDER = "keyword"
_FEW = 2  # entries that may well be names of files


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
    listings = sorted(page.all(Listing), key=_start)
    for number, section in enumerate(sections):
        if section.place is None or not section.place.spec.index:
            continue
        parts = list(section.walk())
        after = number + len(parts)
        end = sections[after].heading.start if after < len(sections) else len(page.source.text)
        first, last = (bisect_left(listings, place, key=_start) for place in (section.heading.start, end))
        found.append(Index(section, parts, listings[first:last]))
    return found


def _start(listing: Listing) -> int:
    return listing.start


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
    for capture in item.captures.values():
        if capture.end - capture.start == len(capture.text):
            return capture
    return next(iter(item.captures.values()))


def _targets(item: Item) -> list[str]:
    return [item["target"].text] if "target" in item.captures else []


def heading_at(page: Page, listing: Listing) -> Span:
    """The heading that a list stands below."""
    number = bisect_right(page.sections, listing.start, key=lambda section: section.heading.start)
    return page.sections[number - 1].heading.span if number else listing.span


def is_of_files(page: Page, index: Index) -> bool:
    """Whether all that an index has are the names of the files that it leads to, some of them code; of more than a few.

    Names that are made up for a type of files count neither way.
    """
    made_up = page.format.artificial if page.format else []
    found = [entry for entry in entries(index) if all(one.match(entry.name.text) is None for one in made_up)]
    return len(found) > _FEW and all(_is_file_name(page, entry) for entry in found) and _has_code(page, found)


def _is_file_name(page: Page, entry: Entry) -> bool:
    names = _files(page, entry)
    return bool(names) and entry.name.text in {part for name in names for part in (name, name.partition(".")[0])}


def _has_code(page: Page, found: list[Entry]) -> bool:
    languages = (language_of(name) for entry in found for name in _files(page, entry))
    return any(language is not None and language.code for language in languages)


def _files(page: Page, entry: Entry) -> list[str]:
    """The names of the files that an entry leads to, or that the pages are about which it leads to."""
    targets = [target.path for target in (target_of(page, one) for one in entry.targets) if target]
    return [_file_of(page, path) for path in targets]


def _file_of(page: Page, path: str) -> str:
    subjects = (candidate.subject for candidate in candidates(path, page.formats))
    return next((basename(one.path) for one in subjects if one.path and not one.is_folder), basename(path))
