"""The parts of a format with their paths, in the order of the file, and its texts that have holes, each with its place
and with what is read there.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.validation import Path
from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import HOLE_NAME, Template, TemplateError
from doclint.formats.schema.contents import (
    SHAPES,
    ClaimsContent,
    CommandContent,
    Content,
    EntriesContent,
    Group,
    ImportsContent,
    ListingContent,
    OneOf,
    SignatureContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    TextContent,
    patterns_of,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace

_PLACES = {content: shape for shape, content in SHAPES.items()}
_DESTINATION = expression(r"\]\([^()]*\)")
_NUMBER = expression(r"\{([a-z][a-z0-9_-]*):(?:int|float)\}")


def names_of(text: Pattern | Template) -> tuple[str, ...]:
    """Return the names of the holes of a text; none if it is not a pattern."""
    try:
        return text.names
    except TemplateError:
        return ()


def sections_of(path: Path, sections: Iterable[SectionPlace]) -> Iterator[tuple[Path, SectionPlace]]:
    """Yield the sections of all levels with their paths, given the path of those of the highest level."""
    for index, section in enumerate(sections):
        yield (*path, index), section
        yield from sections_of((*path, index, "child"), section.children)


def contents_of(path: Path, kind: Kind) -> Iterator[tuple[Path, Content]]:
    """Yield all elements of a kind with their paths, given the path of the kind."""
    yield from elements_of((*path, "content"), kind.content)
    for at, section in sections_of((*path, "section"), kind.sections):
        yield from elements_of((*at, "content"), section.spec.content)
    yield from elements_of((*path, "epilogue"), kind.epilogue)


def elements_of(path: Path, contents: Sequence[Content]) -> Iterator[tuple[Path, Content]]:
    """Yield the elements of a content with their paths: for a group or alternatives, the elements in them."""
    for index, content in enumerate(contents):
        place = (*path, index)
        match content:
            case Group(group=group):
                yield from elements_of((*place, "group"), group)
            case OneOf(one_of=alternatives):
                for number, alternative in enumerate(alternatives):
                    yield from elements_of((*place, "one-of", number), alternative)
            case _:
                yield place, content


class Spot(Struct, frozen=True):
    """A text with holes: its path in the format, and its place, one of the places of `holes.toml`.

    `met` are the needs of holes that are met there, and `names` the names that are read there whatever the hole means.
    """

    path: Path
    place: str
    text: str
    holes: tuple[str, ...]
    met: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


def spots_of(format_: Format) -> Iterator[Spot]:
    """Yield all texts of a format that have holes; those that several kinds have, for each of them."""
    for index, kind in enumerate(format_.kind):
        yield from _KindSpots(format_, kind, ("kind", index)).all()
    described = {
        name
        for kind in format_.kind
        for element in kind.elements
        for _, pattern in patterns_of(element)
        if "description" in names_of(pattern)
        for name in names_of(pattern)
    }
    for index, filler in enumerate(format_.filler):
        yield _spot(("filler", index, "text"), "filler", filler.text, names=described)
    for index, template in enumerate(format_.artificial):
        yield _spot(("artificial", index), "artificial", template)
    for key, language in format_.language.items():
        yield _spot(("language", key, "type"), "language", language.type)


def _spot(path: Path, place: str, text: Pattern | Template, met: Iterable[str] = (), names: Iterable[str] = ()) -> Spot:
    return Spot(path, place, text.text, names_of(text), frozenset(met), frozenset(names))


class _KindSpots:
    """The texts of one kind."""

    def __init__(self, format_: Format, kind: Kind, path: Path) -> None:
        self.format = format_
        self.kind = kind
        self.path = path
        self.sources = {name for template in kind.source for name in template.names}
        self.section_sources = {
            name for place in kind.all_sections for template in place.spec.source for name in template.names
        }
        of_path = {name for name in kind.path.names if name != SYMBOL}
        self.compared = of_path | {*format_.parameters, *format_.own_holes}
        is_about = kind.is_about_file, kind.is_about_folder, kind.is_about_file or kind.is_about_folder
        needs = zip(("file", "folder", "subject"), is_about, strict=True)
        self.met = {need for need, is_met in needs if is_met}
        if kind.is_about_file or kind.source:
            self.met.add("source")

    def all(self) -> Iterator[Spot]:
        spots = [*self.of_pages()]
        yield self.of_path(spots)
        yield from spots

    def of_path(self, spots: Sequence[Spot]) -> Spot:
        """Return the spot of the path, whose holes are read if another text has them, too."""
        kind = self.kind
        names = self.sources | self.section_sources | {*self.format.own_holes}
        names |= {hole for spot in spots for hole in spot.holes if hole != SYMBOL}
        if any(SYMBOL in names_of(title) for title in kind.title) or (kind.defines and not kind.title):
            names.add(SYMBOL)
        return _spot((*self.path, "path"), "path", kind.path, names=names)

    def of_pages(self) -> Iterator[Spot]:
        kind = self.kind
        for key, template in kind.front_matter.items():
            yield self.spot(("front-matter", key), "front-matter", template, self.sources | self.section_sources)
        for index, title in enumerate(kind.title):
            holes = names_of(title)
            named = {*holes} if kind.defines and len(holes) == 1 else {SYMBOL} & {*kind.path.names}
            met = {"symbol"} if kind.defines else ()
            yield self.spot(("title", index), "title", title, self.sources | named, met)
        yield from self.of_contents(("content",), kind.content, is_in_symbol=bool(kind.defines))
        yield from self.of_sections(("section",), kind.sections, is_in_symbol=bool(kind.defines), is_in_index=False)
        yield from self.of_contents(("epilogue",), kind.epilogue, is_in_symbol=bool(kind.defines))
        footer = self.format.footer_of(kind)
        for index, pattern in enumerate(footer):
            spot = self.spot(("footer", index), "footer", pattern)
            yield spot if kind.footer is not None else replace(spot, path=("footer", index))

    def spot(
        self, below: Path, place: str, text: Pattern | Template, names: Iterable[str] = (), met: Iterable[str] = ()
    ) -> Spot:
        return _spot((*self.path, *below), place, text, self.met | {*met}, self.compared | {*names})

    def of_sections(
        self, path: Path, sections: Iterable[SectionPlace], *, is_in_symbol: bool, is_in_index: bool
    ) -> Iterator[Spot]:
        for index, section in enumerate(sections):
            at, spec = (*path, index), section.spec
            is_within, is_index = is_in_symbol or bool(spec.defines), is_in_index or spec.index
            yield from self.of_heading(at, section, is_index=is_index)
            yield from self.of_contents((*at, "content"), spec.content, is_in_symbol=is_within)
            below = (*at, "child")
            yield from self.of_sections(below, section.children, is_in_symbol=is_within, is_in_index=is_index)

    def of_heading(self, path: Path, section: SectionPlace, *, is_index: bool) -> Iterator[Spot]:
        spec = section.spec
        met = [need for need, is_met in (("symbol", spec.defines), ("index", is_index)) if is_met]
        before = {name for pattern in spec.before for name in names_of(pattern)}
        heading = {name for pattern in section.headings for name in names_of(pattern)}
        names = (before & heading) | {name for template in spec.source for name in template.names}
        patterns: list[tuple[Path, Pattern]] = [
            (("heading", index), pattern) for index, pattern in enumerate(spec.heading)
        ]
        patterns += [(("misspelled",), spec.misspelled)] if spec.misspelled else []
        for below, pattern in patterns:
            is_named = spec.sorted_by or (spec.repeats and not spec.defines)
            first = _first_hole(pattern) if is_named else ()
            yield self.spot((*path, *below), "heading", pattern, {*names, *first}, met)
        for index, pattern in enumerate(spec.before):
            yield self.spot((*path, "before", index), "heading", pattern, names, met)

    def of_contents(self, path: Path, contents: Sequence[Content], *, is_in_symbol: bool) -> Iterator[Spot]:
        for at, content in elements_of(path, contents):
            yield from self.of_element(at, content, {"symbol"} if is_in_symbol else set())

    def of_element(self, path: Path, content: Content, met: set[str]) -> Iterator[Spot]:
        """Yield the spots of one element; `met` has the need of a symbol if the element is below one."""
        match content:
            case ClaimsContent(of=of):
                yield from self.of_claims(of, met)
            case SourceContent(fence=template, placeholder=placeholders):
                yield self.spot((*path, "fence"), "source", template)
                for index, placeholder in enumerate(placeholders):
                    yield _spot((*self.path, *path, "placeholder", index), "placeholder", placeholder)
            case CommandContent(text=template):
                yield self.spot((*path, "text"), "command", template)
            case SignatureContent(text=templates):
                for index, template in enumerate(templates):
                    yield self.spot((*path, "text", index), "signature", template, (), met)
            case _:
                yield from self.of_patterns(path, content, met)

    def of_patterns(self, path: Path, content: Content, met: set[str]) -> Iterator[Spot]:
        names: set[str] = set()
        match content:
            case TextContent():
                place, names = "claim" if content.key else "text", {content.about}
            case ListingContent() | TableContent():
                place, names, met = _PLACES[type(content)], _names_of_entries(content), {*self.met_by_list(content)}
            case _:
                place = "fields"
        for below, pattern in patterns_of(content):
            yield self.spot((*path, *below), place, pattern, names, met)

    def of_claims(self, of: str, met: set[str]) -> Iterator[Spot]:
        for key, claim in self.format.claims.get(of, {}).items():
            for index, pattern in enumerate(claim.text):
                # A claim whose numbers are all zero says nothing, whatever their names are.
                names = {claim.about, *_NUMBER.findall(pattern.text)}
                spot = self.spot((), "claim", pattern, names, met)
                yield replace(spot, path=("claims", of, key, "text", index))

    def met_by_list(self, content: ListingContent | TableContent) -> Iterator[str]:
        match content:
            case TableContent(defines=kinds) if kinds:
                yield from ("symbol", "listed")
            case SymbolsContent(defines=kinds):
                if self.kind.documents:
                    yield "symbol"
                if self.kind.documents or "macro" in kinds:
                    yield "value"
            case EntriesContent(of=of):
                yield of
        if content.lists:
            yield "listed"


def _names_of_entries(content: ListingContent | TableContent) -> set[str]:
    """Return the holes that name the entries of a list, where no other hole does: the first ones."""
    match content:
        case SymbolsContent(sorted_by=None) | ImportsContent(sorted_by=None):
            return set()
        case TableContent(defines=kinds) if kinds:
            return set()
        case TableContent(row=cells):
            patterns = next((cell for cell in cells if any(map(_first_hole, cell))), [])
        case ListingContent(item=patterns):
            pass
    return {hole for pattern in patterns for hole in _first_hole(pattern)}


def _first_hole(pattern: Pattern) -> list[str]:
    """Return the first hole of a pattern that is not in the destination of a link, or else the first one."""
    visible = HOLE_NAME.findall(_DESTINATION.sub("]", pattern.text))
    return visible[:1] or list(names_of(pattern)[:1])
