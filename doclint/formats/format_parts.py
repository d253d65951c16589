"""The parts of a format by name, as rules say what of a format they read.

A part is written in one of these ways:

* `{default}`: a hole, wherever it is; `{default} of table`: a hole of one place, see `PLACES`;
* `table`: what one place takes, or what the page is; `entries of bases`, `symbol of parameter`: one sort of it, by the
  key `of` or, of symbols, `defines`;
* `listing.cap`: a key of a table of the format, see `TABLES`; `listing.lists = files`: with one value.

Names of holes are those of the table in `doclint.formats.holes`; those in capitals stand for several ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.settings_table import kebab
from doclint.errors.wording import did_you_mean, plural
from doclint.formats import holes
from doclint.formats.holes import MARKDOWN
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import HOLE_NAME, Template
from doclint.formats.schema import contents
from doclint.formats.schema.contents import SHAPES, Content, Defining
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.models import Model
from doclint.formats.schema.sections import SectionSpec
from doclint.formats.schema.statements import ClaimSpec, Statement
from doclint.source.symbols import LISTED

PLACES: Mapping[str, str] = {
    MARKDOWN: "any Markdown",
    "kind": "a known kind",
    "subject": "a file or folder that the page is about",
    "file": "a file that the page is about",
    "folder": "a folder that the page is about",
    "path": "the path of the page",
    "front-matter": "the front matter",
    "title": "the title",
    "heading": "headings",
    "section": "sections of the kind",
    "footer": "the footer",
    "symbol": "symbols that the page defines",
    "listing": "lists and tables",
    "statement": "texts and claims",
    "claim": "claims",
    **{shape: f"the shape `{shape}`" for shape in SHAPES},
}
"""What takes lines of a page, has holes, or is true of a page, with what messages call it.

A symbol is what a title, a heading, an item or a row `defines` on a page of a kind that defines symbols by its title,
its sections or tables; its holes are also those of its signatures and of the texts below its heading. The lists of such
pages are symbols, and of the shape `symbols` only if their names may also be looked up without declarations. Claims are
texts with a `key`, and those of sets.
"""

TABLES: Mapping[str, tuple[type, ...]] = {
    "format": (Format,),
    "kind": (Kind,),
    "section": (SectionSpec,),
    "symbol": (Defining,),
    "listing": (contents.ListingContent, contents.TableContent),
    "statement": (Statement,),
    **{shape: (element,) for shape, element in SHAPES.items()},
}
"""The tables of a format whose keys rules read."""

_MODELS: tuple[Any, ...] = (Format, Kind, SectionSpec, ClaimSpec, *SHAPES.values())
_OF_SYMBOLS = (contents.TextContent, contents.ClaimsContent, contents.FieldsContent, contents.SignatureContent)
"""The elements whose holes may say something of the symbol that their section defines."""
_OF_MEMBERS = frozenset({"symbol", "type", "value", "parameters", "returns"})
"""What the hole `members` says of each member that it declares."""
_WITH_SORTS = ("symbol", "symbols", "entries", "prose", "claims")
_FAMILIES = {
    "page.KIND": "the holes `page.` with the name of a kind",
    "parent.KIND": "the holes `parent.` with the name of a kind",
    "count.KINDS": "the holes that count things of one kind, such as `count.classes`",
    "PARAMETER": "the holes that are parameters of the format",
    "PATH": "the holes that the path of the page has as well",
}
_PART = expression(
    r"\{(?P<hole>[\w.-]+)\}(?: of (?P<of>[\w-]+)(?: of (?P<of_sort>[\w-]+))?)?"
    r"|(?P<table>[\w-]+)\.(?P<key>[\w-]+)(?: = (?P<value>[\w-]+))?"
    r"|(?P<place>[\w-]+)(?: of (?P<sort>[\w-]+))?"
)


class FormatPart(Struct, frozen=True):
    """One part of a format: a `hole`, a `key` of one of the `TABLES`, or one of the `PLACES`; the others are empty.

    `place` is also where the hole is. `sort` is the value of the key, or the sort of the place.
    """

    hole: str = ""
    place: str = ""
    table: str = ""
    key: str = ""
    sort: str = ""

    @classmethod
    def of(cls, written: str) -> "FormatPart":
        """Return a part as it is written. Raises ValueError if no format has such a part.

        >>> FormatPart.of("{default} of table").place
        'table'
        >>> FormatPart.of("listing.sort-by")
        Traceback (most recent call last):
            ...
        ValueError: no table `listing` has the key `sort-by`; did you mean `sorted-by`?
        """
        match = _PART.fullmatch(written)
        if match is None:
            raise ValueError(f"`{written}` is not a part of a format: write `{{hole}}`, a shape or `table.key`")
        found = match.groupdict(default="")
        part = cls(
            found["hole"],
            found["of"] or found["place"],
            found["table"],
            found["key"],
            found["of_sort"] or found["value"] or found["sort"],
        )
        _check(part)
        return part

    @property
    def text(self) -> str:
        """What manuals call the part.

        >>> FormatPart.of("{default} of table").text
        'the hole `default` of the shape `table`'
        >>> FormatPart.of("symbol of parameter").text
        'parameters that the page defines'
        """
        place = self._place
        if self.key:
            value = f' = "{self.sort}"' if self.sort else ""
            return f"the key `{self.key}{value}` of {_TABLE_NAMES.get(self.table) or PLACES[self.table]}"
        if self.hole:
            of = f" of {place.removesuffix(_DEFINED)}" if place else ""
            return f"{_FAMILIES.get(self.hole) or f'the hole `{self.hole}`'}{of}"
        return place

    @property
    def bare(self) -> str:
        """What messages call the part behind "no"."""
        return self.text.removeprefix("the ").removeprefix("a ").removeprefix("any ")

    @property
    def _place(self) -> str:
        place = PLACES.get(self.place, "")
        if not self.sort or self.key:
            return place
        return f"{plural(self.sort)}{_DEFINED}" if self.place == "symbol" else f"{place} of `{self.sort}`"


_DEFINED = " that the page defines"
_TABLE_NAMES = {"format": "the format", "kind": "the kind", "section": "a section", "symbol": "what defines symbols"}


def _check(part: FormatPart) -> None:
    """Raise ValueError if no format has a part."""
    if part.key:
        models = [one for one in _MODELS if issubclass(one, TABLES.get(part.table, ()))]
        if not models:
            raise ValueError(f"no table of a format is called `{part.table}`{did_you_mean(part.table, TABLES)}")
        keys = {kebab(name) for model in models for name in model.__struct_fields__}
        if part.key not in keys:
            raise ValueError(f"no table `{part.table}` has the key `{part.key}`{did_you_mean(part.key, keys)}")
        return
    if part.place and part.place not in PLACES:
        raise ValueError(f"no part of a format is called `{part.place}`{did_you_mean(part.place, PLACES)}")
    if part.sort and part.place not in _WITH_SORTS:
        raise ValueError(f"there are no sorts of `{part.place}`, such as `{part.sort}`")
    known = holes.dotted_names().union(hole.name for hole in holes.meaningful_holes())
    if part.hole and part.hole not in known:
        raise ValueError(f"no hole with a meaning is called `{part.hole}`{did_you_mean(part.hole, known)}")


def parts_of(kind: Kind, format_: Format) -> frozenset[str]:
    """Return the parts that pages of a kind can have, as they are written."""
    return frozenset(_parts_of(kind, format_)) | keys_of(kind, format_)


def _parts_of(kind: Kind, format_: Format) -> Iterator[str]:
    naming = HoleNames(kind, format_)
    yield from (MARKDOWN, "kind")
    about = "folder" if kind.is_about_folder else "file" if kind.is_about_file or kind.source else ""
    yield from (about, "subject") if about else ()
    symbols = list(dict.fromkeys(sort for spec in _defining(kind) for sort in symbol_sorts(spec.defines)))
    yield from symbols
    yield from naming.parts(kind.path.names, "path")
    yield from naming.parts(_names([*kind.front_matter.values()]), "front-matter")
    yield from naming.parts(_names(format_.footer_of(kind)), "footer")
    yield from naming.parts(_names(kind.title), "title", *symbol_sorts(kind.defines))
    for place in kind.all_sections:
        yield "section"
        names = _names([*place.headings, *place.spec.before])
        yield from naming.parts(names, "heading", *symbol_sorts(place.spec.defines))
    for element in kind.elements:
        places, names = places_of(element, kind), names_of(element, format_)
        yield from places
        if isinstance(element, _OF_SYMBOLS) or getattr(element, "of", "") == "facts":
            places = [*places, *symbols]
        elif isinstance(element, Defining) and kind.documents:
            # A table that defines nothing may say what the symbol around it returns.
            places = [*places, *(symbol_sorts(element.defines) or symbols)]
        yield from naming.parts(names, *places)


def _defining(kind: Kind) -> Iterator[Defining]:
    if kind.documents:
        yield kind
        yield from (place.spec for place in kind.all_sections)
        for element in kind.elements:
            if isinstance(element, Defining):
                yield element


def keys_of(kind: Kind, format_: Format) -> frozenset[str]:
    """Return the keys that a kind, its sections and contents, and its format have, as they are written."""
    elements = list(kind.elements)
    sets = [one.of for one in elements if isinstance(one, contents.ClaimsContent)]
    claims = [claim for of in sets for claim in format_.claims.get(of, {}).values()]
    models: list[Any] = [format_, kind, *(place.spec for place in kind.all_sections), *elements, *claims]
    return frozenset(key for model in models for key in _keys(model))


def _keys(model: Model) -> Iterator[str]:
    for name, default, keys in _keys_by_field(type(model)):
        value = getattr(model, name)
        if value and value != default:
            yield from keys
            values = value if isinstance(value, list) else [value]
            yield from (f"{key} = {one}" for one in values if isinstance(one, str) for key in keys)


@cache
def _keys_by_field(model: type[Model]) -> list[tuple[str, Any, list[str]]]:
    """Return the fields of a model that are keys of tables, each with its default and the keys."""
    tables = [table for table, classes in TABLES.items() if issubclass(model, classes)]
    names, defaults = model.__struct_fields__, model.__struct_defaults__
    every = zip_longest(reversed(names), reversed(defaults))
    return [(name, default, [f"{table}.{kebab(name)}" for table in tables]) for name, default in every if tables]


def symbol_sorts(defines: Iterable[str]) -> list[str]:
    """Return the symbols of some kinds as parts; none if there are no kinds."""
    return _sorted("symbol", defines) if defines else []


def _sorted(place: str, sorts: Iterable[str]) -> list[str]:
    return [place, *(f"{place} of {sort}" for sort in sorts if sort)]


def places_of(element: Content, kind: Kind) -> list[str]:
    """Return the places that an element of a kind is, with their sorts: its shape, and wider ones, but no symbols."""
    found: list[str] = []
    if isinstance(element, contents.ListingContent | contents.TableContent):
        found.append("listing")
    if isinstance(element, contents.TextContent | contents.ClaimsContent):
        found.append("statement")
        if isinstance(element, contents.ClaimsContent) or element.key:
            found.append("claim")
    match element:
        case contents.SymbolsContent(defines=kinds) if kind.documents and not LISTED.issuperset(kinds):
            return found
        case contents.SymbolsContent(defines=kinds):
            return [*found, *_sorted(element.shape, kinds)]
        case contents.EntriesContent(of=of) | contents.ClaimsContent(of=of) | contents.ProseContent(of=of):
            return [*found, *_sorted(element.shape, [of])]
    shape = next((shape for shape, class_ in SHAPES.items() if isinstance(element, class_)), "")
    return [*found, shape] if shape else found


def names_of(element: Any, format_: Format) -> frozenset[str]:
    """Return the names of the holes of an element."""
    if isinstance(element, contents.ClaimsContent):
        return _names([claim.text for claim in format_.claims.get(element.of, {}).values()])
    found = _names([getattr(element, name) for name in element.__struct_fields__])
    return found | _OF_MEMBERS if "members" in found else found


def holes_of(spec: Defining) -> frozenset[str]:
    """Return the names of the holes of what defines symbols: of the title, the heading, the items or the rows, and of
    the paragraphs and fields below the heading.
    """
    texts = contents.texts_in(spec.content) if isinstance(spec, SectionSpec) else ()
    return _names([*(getattr(spec, name, None) for name in ("title", "heading", "item", "row")), *texts])


def _names(value: Any) -> frozenset[str]:
    match value:
        case Pattern():
            return frozenset(HOLE_NAME.findall(value.text))  # compiling the pattern takes a hundred times as long
        case Template():
            return frozenset(value.names)
        case contents.FieldSpec():
            return _names(value.value)
        case list():
            return frozenset[str]().union(*map(_names, value))
    return frozenset()


class HoleNames:
    """Writes the holes of pages of a kind as parts."""

    def __init__(self, kind: Kind, format_: Format) -> None:
        self._families: dict[str, list[str]] = {}
        for hole in holes.meaningful_holes():
            names = {"PARAMETER": format_.parameters, "PATH": kind.path.names}.get(hole.name)
            for name in holes.names_for(hole, format_.kinds) if names is None else names:
                if name != hole.name:
                    self._families.setdefault(name, []).append(hole.name)

    def parts(self, names: Iterable[str], *places: str) -> Iterator[str]:
        """Yield the parts for holes at some places; those of a path only with the place."""
        for name in names:
            for one in (name, *self._families.get(name, ())):
                if "path" not in places:
                    yield f"{{{one}}}"
                yield from (f"{{{one}}} of {place}" for place in places)
