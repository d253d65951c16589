"""Reading documented symbols: from the outline and the shapes of a page to what it says about each symbol."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from posixpath import join
from typing import cast

from msgspec.structs import replace

from doclint.formats.documented.documented_signature import DocumentedSignature
from doclint.formats.documented.symbols import ZERO_WIDTH_SPACE, DocumentedSymbol, Members
from doclint.formats.holes import SYMBOL
from doclint.formats.kinds import Identity
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.formats.reading.outline import Outline, Section
from doclint.formats.reading.shapes import (
    Entries,
    Fields,
    Listing,
    Prose,
    Shape,
    Stated,
    SymbolExample,
    SymbolSignature,
)
from doclint.formats.reading.signatures import MEMBERS
from doclint.formats.schema.contents import Defining, SignatureContent
from doclint.formats.schema.sections import SectionPlace
from doclint.markdown.source import Span

_COMMAND = "command"
_MODULE = "module"
_RESULT = "returns"
_OF_TYPES = ("field", "method")  # of what a signature declares, members of its symbol


def documentation(
    identity: Identity, outline: Outline, shapes: Sequence[Shape], files: tuple[str, ...]
) -> list[Members]:
    """Return the lists of symbols that a page has at its top, with all members; `files` are the paths of its source.

    If the page defines a symbol as a whole, this is one list with only that symbol. A page without that symbol, because
    its title does not match, documents nothing: what is below is of an unknown symbol.
    """
    kind = identity.kind
    if not kind.documents:
        return []
    found: list[Members] = []
    reader = _DocumentationReader(outline, shapes, _holes_of_page(identity, outline), identity.source_folders)
    owner = None
    if kind.defines:
        owner = _symbol_of_page(identity, outline, files)
        if owner is None:
            return []
        found.append(Members(kind, owner.span, [owner]))
    place = _SymbolPlace(owner, found if owner is None else owner.members, files)
    reader.top = found if owner is None or _MODULE not in owner.kinds else owner.members
    reader.take(reader.at_top, place)
    for section in outline.sections:
        reader.read(section, place)
    if owner is not None:
        _add_absent(kind.sections, owner)
    return found


def candidates_of_page(identity: Identity, outline: Outline | None) -> tuple[str, ...]:
    """Return the paths of the source that the kind of a page promises, in the order of preference: what its path says,
    or else what the templates of the kind give.
    """
    subject = identity.subject
    if subject.path is not None and not subject.is_folder:
        return (subject.path,)
    captures = (outline.title_captures if outline else None) or {}
    return _candidates(identity.kind.source, captures, _holes_of_page(identity, outline), identity.source_folders)


def _holes_of_page(identity: Identity, outline: Outline | None) -> dict[str, str]:
    """Return what the path of a page and its front matter say."""
    captures = outline.front_matter_captures if outline else {}
    return identity.subject.holes | {name: capture.text for name, capture in captures.items()}


class _SymbolPlace:
    """Where symbols belong: the symbol around them, the lists of its members, and the paths of their source."""

    def __init__(self, owner: DocumentedSymbol | None, members: list[Members], files: tuple[str, ...]) -> None:
        self.owner = owner
        self.members = members
        self.files = files

    @property
    def levels(self) -> tuple[int, ...]:
        """The level of the heading that defines the symbol, and all that it may have by its format."""
        section = self.owner.section if self.owner else None
        return (section.heading.level, *section.place.levels) if section and section.place else (0,)

    @property
    def scope(self) -> DocumentedSymbol | None:
        return None if self.owner is None or _MODULE in self.owner.kinds else self.owner

    def list_of(self, spec: Defining, span: Span, *, is_further: bool) -> Members:
        """Return the list for members of one part of the format: a new one, unless more of one source follow."""
        last = self.members[-1] if self.members else None
        is_one = is_further and last is not None and last.spec is spec
        if last is None or not (is_one and all(one.files == self.files for one in last.symbols[-1:])):
            last = Members(spec, span)
            self.members.append(last)
        return last


class _DocumentationReader:
    """Reads the sections of one page."""

    def __init__(
        self,
        outline: Outline,
        shapes: Sequence[Shape],
        page_holes: Mapping[str, str],
        source_folders: Sequence[str],
    ) -> None:
        self._page_holes = page_holes
        self._source_folders = source_folders
        self.at_top: list[Shape] = []
        self.top: list[Members] = []
        self._open: list[_SymbolPlace] = []  # the symbols of headings, each below the one before
        sections = list(outline.walk())
        starts = [section.heading.start for section in sections]
        self._shapes: dict[int, list[Shape]] = {}
        for shape in shapes:
            number = bisect_right(starts, shape.start)
            self._shapes.setdefault(starts[number - 1], []).append(shape) if number else self.at_top.append(shape)

    def read(self, section: Section, place: _SymbolPlace) -> None:
        """Add what a section, and the sections below it, say of symbols."""
        spec = section.place.spec if section.place else None
        if section.repeated and spec and not spec.repeats:
            return  # It is of something else, whose heading the page lacks.
        if spec and spec.source:
            files = _candidates(spec.source, section.captures, self._page_holes, self._source_folders)
            place = _SymbolPlace(place.owner, place.members, files)
        self._open = [one for one in self._open if one.levels[0] < section.heading.level]
        if spec and not spec.defines and self._open and len(place.levels) > 2:
            place = self._open[-1]  # only levels tell whose part it is: that of an object may follow others
        if spec and spec.defines:
            name = section.captures.get(SYMBOL)
            if name is None:
                return  # The heading is another one than it should be: what is below is of an unknown symbol.
            symbol = _symbol(spec, name, section.heading.span, section.captures, place)
            symbol.section = section
            place.list_of(spec, section.heading.span, is_further=True).symbols.append(symbol)
            place = _SymbolPlace(symbol, symbol.members, place.files)
            self._open.append(place)
        self.take(self._shapes.get(section.heading.start, ()), place)
        for child in section.children:
            self.read(child, place)
        if section.place and spec and spec.defines and place.owner:
            _add_absent(section.place.children, place.owner)

    def take(self, shapes: Sequence[Shape], place: _SymbolPlace) -> None:
        """Add the contents of a section to the symbol that it belongs to."""
        owner = place.owner
        for shape in shapes:
            match shape:
                case Listing(spec=Defining() as spec) if spec.defines:
                    _add_items(shape, spec, place)
                case SymbolSignature():
                    self._add_signature(DocumentedSignature(shape, place.files), place)
                case SymbolExample() if owner is not None:
                    owner.examples.append(shape)
                case Entries() if owner is not None:
                    _add_entries(shape, owner)
                case Prose(of="docstring") if owner is not None:
                    owner.docstring.append(shape)
                case _ if owner is not None:
                    stated = _stated(shape)
                    in_heading = (one for name, one in owner.captures.items() if name in stated)
                    if isinstance(shape, Stated) and any(one.end <= owner.span.end for one in in_heading):
                        owner.restated.append(stated)
                    owner.captures = {**stated, **owner.captures}

    def _add_signature(self, signature: DocumentedSignature, place: _SymbolPlace) -> None:
        """Add a signature, and what its hole `members` declares: to the symbol, or values to the module."""
        shape, spec = signature.shape, cast("SignatureContent", signature.shape.element)
        if "items" in spec.layout and (name := shape.captures.get(SYMBOL)):
            symbol = _symbol(spec, name, name.span, shape.captures, place)
            symbol.signatures.append(signature)
            place.list_of(spec, shape.span, is_further=True).symbols.append(symbol)
            return
        specs = {kind: replace(spec, defines=[kind]) for kind in _OF_TYPES} if MEMBERS in shape.spans else {}
        if place.owner is not None and (SYMBOL in shape.spans or not specs):
            place.owner.signatures.append(signature)
            place.members += [Members(specs["field"], shape.span)] if specs else []  # even if no field is left
        for kind, captures, own in signature.members:
            at = place if kind in _OF_TYPES else _SymbolPlace(None, self.top, place.files)
            name = captures[SYMBOL]
            symbol = DocumentedSymbol((kind,), name, name.span, captures, at.scope, files=at.files)
            symbol.signatures += [DocumentedSignature(own, place.files)] if own else []
            at.list_of(specs.get(kind, spec), shape.span, is_further=True).symbols.append(symbol)


def _add_absent(places: "Sequence[SectionPlace]", owner: DocumentedSymbol) -> None:
    """Add an empty list for the sections of members that a page should all have, and of which it has none; for a
    command also for lists in sections.
    """
    present = {id(one.spec) for one in owner.members}
    lists = [one for place in places for one in place.spec.content if isinstance(one, Defining)]
    specs: list[Defining] = [*(one.spec for one in places), *(lists if _COMMAND in owner.kinds else ())]
    wanted = {id(one): one for one in specs if one.complete not in ("", "most") and id(one) not in present}
    owner.members += [Members(spec, owner.span) for spec in wanted.values()]


def _stated(shape: Shape) -> Captures:
    """Return what a text, fields, or a table that only says what a function returns state of the symbol around them."""
    match shape:
        case Stated():
            return shape.captures
        case Fields():
            return {name: found for one in reversed(shape.fields) for name, found in one.captures.items()}
        case Listing(items=[only]) if _RESULT in only.captures:
            return {_RESULT: only.captures[_RESULT]}
    return {}


def _add_entries(entries: Entries, owner: DocumentedSymbol) -> None:
    """Add the entries of a list to a symbol; facts are about the symbol itself: `*Type:* number`."""
    owner.entries.append(entries)
    for item in entries.items if entries.of == "facts" else ():
        owner.captures = {**item.captures, **owner.captures}


def _add_items(listing: Listing, spec: Defining, place: _SymbolPlace) -> None:
    """Add the symbols of a listing. One in an inner list is a member of the one around it."""
    own = place.list_of(spec, listing.span, is_further=False)
    within: dict[int, _SymbolPlace] = {}
    for item in listing.items:
        name = item.captures.get(SYMBOL)
        if name is None:
            continue
        around = within.get(id(item.outer))
        symbol = _symbol(spec, name, item.span, item.captures, around or place)
        members = around.list_of(spec, item.span, is_further=True) if around else own
        members.symbols.append(symbol)
        within[id(item)] = _SymbolPlace(symbol, symbol.members, place.files)


def _symbol(spec: Defining, name: Capture, span: Span, captures: Captures, place: _SymbolPlace) -> DocumentedSymbol:
    plain = name.text.replace(ZERO_WIDTH_SPACE, "").replace("\\_", "_")
    name = name if plain == name.text else replace(name, text=plain)
    return DocumentedSymbol(tuple(spec.defines), name, span, captures, place.scope, files=place.files)


def _symbol_of_page(identity: Identity, outline: Outline, files: tuple[str, ...]) -> DocumentedSymbol | None:
    """Return the symbol that a page defines as a whole: its title names it or, on pages without a title, its path."""
    captures = outline.title_captures or {}
    name = captures.get(SYMBOL) or (next(iter(captures.values())) if len(captures) == 1 else None)
    span = outline.title.span if outline.title else Span(0, 0)
    if not identity.kind.title and SYMBOL in identity.subject.holes:
        name = Capture(identity.subject.holes[SYMBOL], 0, 0)
    return DocumentedSymbol(tuple(identity.kind.defines), name, span, captures, files=files) if name else None


def _candidates(
    templates: Sequence[SourceTemplate], captures: Captures, page_holes: Mapping[str, str], folders: Sequence[str]
) -> tuple[str, ...]:
    """Return the paths that some templates give: with what the page says and, after these, with what its path says.

    They count from some folders, the nearest first. Those from the root, which begin with a slash, come before them.
    """
    said = {**page_holes, **{name: capture.text for name, capture in captures.items()}}
    paths = [path for values in (said, page_holes) for template in templates for path in template.paths(values)]
    rooted = (path[1:] for path in paths if path.startswith("/"))
    others = (join(folder, path) for folder in folders for path in paths if not path.startswith("/"))
    return tuple(dict.fromkeys((*rooted, *others)))
