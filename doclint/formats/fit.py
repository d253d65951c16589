"""How well a page fits the kinds that can lie at its path, and the kind that it is.

Title, sections, footer, front matter and known holes decide, never the path alone, and never the order of formats or
kinds.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from doclint.formats.kinds import Identity, candidates
from doclint.formats.patterns.pattern import Captures, first_match
from doclint.formats.patterns.template import HOLE, Template, has_words
from doclint.formats.reading.headings import captures_before, find_footer, find_title, named_by, needs_before
from doclint.formats.reading.own_part import own_blocks
from doclint.formats.subject import known_holes
from doclint.markdown.document import Document
from doclint.markdown.nodes import Block, Heading

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format, Kind
    from doclint.formats.schema.sections import SectionPlace

_SEVERAL = 3  # sections that suffice to identify a page


class TitleFit(IntEnum):
    """How well a title fits a kind.

    The title of a page is `TELLING` if its pattern has words of its own. Without any, it is `RIGHT` if a hole has the
    value that follows from the path of the page, and otherwise `ANY` heading could be the title. One that is `TELLING`
    or `RIGHT` but for its level is on an `OTHER_LEVEL`.
    """

    NONE = 0
    OTHER_LEVEL = 1
    ANY = 2
    RIGHT = 3
    TELLING = 4


class Rank(NamedTuple):
    """What decides between kinds, the strongest evidence first: see `Fit`.

    If nothing else does, a format of the project counts before one that marks call for, which comes with doclint.
    """

    is_titled: bool
    title: TitleFit
    share: float
    known: float
    has_footer: bool
    has_front_matter: bool
    literal: int
    certain: float
    ends_well: bool
    is_unmarked: bool


class Fit(NamedTuple):
    """How well a page fits a kind.

    `present` of the `required` sections of the highest level are on the page, and the kind has sections for the share
    `known` of its headings. It `has_front_matter` if it has all values there that the kind describes, and one of these
    has words of its own. `literal` are the characters of the page's path that the kind determines, `certain` is the
    share of its headings that can be nothing but those of sections of the kind, `telling` is the number of texts that
    these have, `on_level` is the share with the level of a section that they may begin, and `missing` are the required
    sections that are not on the page. The required sections `are_vague` if their headings may be anything. The title
    `is_worded` if it has words of its own, on any level, and `agrees` if it has a value that follows from the path. The
    page `is_sure` to be of the format by its place or a sure mark.
    """

    identity: Identity
    title: TitleFit
    present: int
    required: int
    known: float
    has_footer: bool
    has_front_matter: bool
    literal: int
    certain: float
    telling: int = 0
    missing: "tuple[SectionPlace, ...]" = ()
    are_vague: bool = False
    is_worded: bool = False
    agrees: bool = False
    is_sure: bool = False
    on_level: float = 0.0

    @property
    def share(self) -> float:
        """The share of the required sections that are on the page; 1 if the kind requires none."""
        return self.present / self.required if self.required else 1.0

    @property
    def is_enough(self) -> bool:
        """Whether the page can be of the kind.

        The footer or the front matter are enough, and so are three sections that are half of the required ones. A
        telling title is enough if it has a value of the page's path, the page has a mark of the format, or it has one
        of the required sections, if there are any. Of a format without marks, so is the right title, or one on another
        level, with such a section; and if the kind has no title: all of them, if the kind has sections for at least
        half of the page's headings, on their levels if any words could be such a heading. A page that is sure to be of
        the format needs nothing else.
        """
        if self.is_sure:
            return True
        if self.has_footer or self.has_front_matter or (self.present >= _SEVERAL and self.share * 2 >= 1):
            return True
        has_marks, has_section = bool(self.identity.format.all_marks), self.present > 0 or not self.required
        if self.is_worded:
            return has_marks or self.agrees or has_section
        has_title = bool(self.identity.kind.title)
        if has_marks and (self.title is not TitleFit.NONE or (not has_title and _has_path(self.identity.kind))):
            return self._is_marked_page
        if self.title >= TitleFit.RIGHT or self.title is TitleFit.OTHER_LEVEL:
            return has_section
        known = self.on_level if self.are_vague else self.known
        return not self.identity.kind.title and self.present == self.required > 0 and known * 2 >= 1

    @property
    def _is_marked_page(self) -> bool:
        """Whether a page can be of the kind that has a mark of the format, and a title that may be anybody's.

        Half of the required sections must be there, half of the headings must be those of sections of the kind, and
        three of them can be nothing else, or as many as the kind has. One of these is enough for the right title, or if
        all headings are such, unless the required sections `are_vague`. If no section can tell the kind, the right
        title is needed. Where the path of the kind has words and no section is missing, any title is enough.
        """
        if self.share == 1 and _has_path(self.identity.kind):
            return True
        is_right = self.title is TitleFit.RIGHT
        could_tell = sum(map(_is_telling, self.identity.kind.all_sections))
        if not could_tell:
            return is_right and (self.present > 0 or not self.required)
        needed = 1 if not self.are_vague and (is_right or self.certain == 1) else min(_SEVERAL, could_tell)
        return self.share * 2 >= 1 and self.known * 2 >= 1 and self.telling >= needed

    @property
    def is_near(self) -> bool:
        """Whether the page may be meant to be of the kind, although it does not fit well enough."""
        return not self.is_enough and self.present > 1 and self.known * 2 >= 1

    @property
    def rank(self) -> Rank:
        """The evidence, the strongest first. The page is of the kind with the highest rank."""
        is_titled = self.title >= TitleFit.RIGHT
        ends_well = self.has_footer or not self.identity.format.footer_of(self.identity.kind)
        return Rank(
            is_titled,
            self.title,
            self.share,
            self.known,
            self.has_footer,
            self.has_front_matter,
            self.literal,
            self.certain,
            ends_well,
            not self.identity.format.is_anywhere,
        )


def fits(path: str, document: Document, formats: "Iterable[Format]") -> list[Fit]:
    """Return how well a page fits each kind that can lie at its path, the best ones first, and equal ones by name."""
    found = [
        _fit(candidate, path, document, blocks)
        for candidate in candidates(path, formats)
        if (blocks := own_blocks(document.blocks, candidate.format)) or not candidate.format.between
    ]
    found.sort(key=lambda fit: (fit.identity.format.name, fit.identity.kind.name))
    return sorted(found, key=lambda fit: fit.rank, reverse=True)


def best(found: Sequence[Fit]) -> list[Fit]:
    """Return the fits of the kind that a page is, given all fits, the best ones first.

    There are several if nothing decides between kinds, and none if no kind fits.
    """
    enough = [fit for fit in found if fit.is_enough]
    return [fit for fit in enough if fit.rank == enough[0].rank]


def told(path: str, document: Document, formats: "Iterable[Format]") -> Identity | None:
    """Return the only kind whose title tells that a page is of it; None if there is none, or several.

    The title must have a value of the page's path, or there must be other evidence: see `Fit.is_enough`.

    >>> from doclint.formats.loading import builtins
    >>> from doclint.markdown.source import Source
    >>> told("docs/a.py_docs.md", Document(Source("# Documentation: `a.py`")), builtins().every()).kind.name
    'file-docs'
    """
    # A part of a page has no title.
    possible = (one for one in candidates(path, formats) if not one.format.between)
    titles = [(one, _title_of(document.blocks, one)) for one in possible]
    found = [(one, title) for one, title in titles if title.fit is TitleFit.TELLING]
    if len(found) != 1:
        return None
    [(candidate, title)] = found
    return candidate if title.agrees or _fit(candidate, path, document, document.blocks).is_enough else None


def can_be_recognized(kind: "Kind", format_: "Format") -> bool:
    """Whether any page can have enough of a kind to be of it: see `Fit.is_enough`."""
    required = len(_required(kind, format_))
    if format_.sure_marks or format_.between or format_.is_known_by_place:
        return True
    if format_.footer_of(kind) or _has_evidence(kind.front_matter) or required >= _SEVERAL:
        return True
    if format_.all_marks and ((kind.title and kind.section) or _has_path(kind)):
        return True
    if not kind.title:
        return required > 0
    holes = {name for title in kind.title for name in title.names}
    return any(title.has_words for title in kind.title) or not holes.isdisjoint(known_holes(kind))


def _required(kind: "Kind", format_: "Format") -> "list[SectionPlace]":
    """Return the sections that each page of a kind has and that tell the kind; one of those that replace each other."""
    # On a page with a mark of the format, any section tells the kind.
    telling = kind.sections if format_.all_marks else filter(_is_telling, kind.sections)
    return [place for place in telling if place.spec.required and not place.spec.instead_of]


def _fit(candidate: Identity, path: str, document: Document, blocks: Sequence[Block]) -> Fit:
    """Return how well some blocks of a page fit a kind."""
    kind = candidate.kind
    title = _title_of(blocks, candidate)
    headings = [
        (block, _named(block, before, kind))
        for before, block in pairwise([None, *blocks])
        if isinstance(block, Heading) and block is not title.heading
    ]
    named = [found for _, found in headings]
    places = {place for found in named for place in found}
    # Of sections that replace each other, a page has one.
    roles = {place.role for place in kind.sections if place in places}
    required = _required(kind, candidate.format)
    certain = [block for block, found in headings if any(map(_is_telling, found))]
    on_level = sum(any(block.level in place.levels for place in found) for block, found in headings)
    return Fit(
        identity=candidate,
        title=title.fit,
        present=sum(place.role in roles for place in required),
        required=len(required),
        known=sum(map(bool, named)) / len(named) if named else 0.0,
        has_footer=find_footer(blocks, candidate.format.footer_of(kind))[2] is not None,
        has_front_matter=_has_evidence(kind.front_matter) and _has_values(document, kind.front_matter),
        literal=kind.path.literals(candidate.format.below(path) or ""),
        certain=len(certain) / len(named) if named else 0.0,
        telling=len({heading.text for heading in certain}),
        missing=tuple(place for place in required if place.role not in roles),
        are_vague=bool(required) and not any(map(_is_telling, required)),
        is_worded=title.is_worded,
        agrees=title.agrees,
        is_sure=candidate.format.is_sure(document.source.text),
        on_level=on_level / len(named) if named else 0.0,
    )


def _has_values(document: Document, front_matter: Mapping[str, Template]) -> bool:
    from doclint.formats.reading.front_matter import values_of

    return all(front_matter[key].match(value) is not None for key, value in values_of(document, front_matter).items())


def _has_evidence(front_matter: Mapping[str, Template]) -> bool:
    """Whether a value of a front matter has words of its own, which show what its page is."""
    return any(has_words(template.text) for template in front_matter.values())


def _named(heading: Heading, before: Block | None, kind: "Kind") -> "list[SectionPlace]":
    """Return the sections of a kind that have a heading, with the block in front of it where that is needed."""
    found = named_by(heading, kind).items()
    return [
        one for one, captures in found if not needs_before(one) or captures_before(one, before, captures) is not None
    ]


def _is_telling(place: "SectionPlace") -> bool:
    """Whether a heading, with the block in front of it, tells that it begins a section: those of sections that repeat
    may be anything else.
    """
    has_words = all(pattern.has_words for pattern in place.spec.heading)
    return (
        not place.spec.repeats
        or has_words
        or (needs_before(place) and all(pattern.has_words for pattern in place.spec.before))
    )


class _Title(Struct, frozen=True):
    """The title of a page, how well it fits a kind, and why: see `Fit`."""

    fit: TitleFit = TitleFit.NONE
    heading: Heading | None = None
    is_worded: bool = False
    agrees: bool = False


def _title_of(blocks: Sequence[Block], candidate: Identity) -> _Title:
    title, captures = find_title(blocks, candidate.kind)
    if title is None or captures is None:
        return _Title(heading=title)
    is_worded, agrees = _has_words(title, candidate.kind), _agrees(captures, candidate)
    fit = TitleFit.TELLING if is_worded else TitleFit.RIGHT if agrees else TitleFit.ANY
    if title.level != candidate.kind.title_level:
        fit = TitleFit.OTHER_LEVEL if is_worded or agrees else TitleFit.NONE
    return _Title(fit, title, is_worded, agrees)


def _has_words(title: Heading, kind: "Kind") -> bool:
    """Whether one of the alternatives that a title matches has words of its own."""
    worded = [pattern for pattern in kind.title if pattern.has_words]
    return len(worded) == len(kind.title) or first_match(worded, title.children) is not None


def _agrees(captures: Captures, candidate: Identity) -> bool:
    """Whether a hole of the title has the value that follows from the path, and none has another one."""
    subject = candidate.subject
    known = {name: (value,) for name, value in subject.holes.items()} | subject.variables
    answers = [capture.text in known[name] for name, capture in captures.items() if name in known]
    return any(answers) and all(answers)


def _has_path(kind: "Kind") -> bool:
    """Whether the pages of a kind lie in folders, or have names, with words that the kind determines."""
    return has_words(HOLE.sub("", kind.path.text).partition(".")[0])
