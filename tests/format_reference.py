"""The reference of the texts, keys, shapes and holes of formats; run, it writes `docs/format-reference.md`."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import NODEFAULT

from doclint.errors import tables
from doclint.errors.settings_table import Setting, UserTable, kebab, settings_of
from doclint.errors.wording import plural
from doclint.formats import holes
from doclint.formats.format_parts import TABLES
from doclint.formats.loading import parse
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.pattern import Captures, Pattern, first_match
from doclint.formats.patterns.source_template import FILTERS, SourceTemplate
from doclint.formats.patterns.template import MARKUP, TYPES, Template
from doclint.formats.reading.shapes import Fields, Listing
from doclint.formats.schema import contents, statements
from doclint.formats.schema.format import Format, GeneratorSpec, Kind, LanguageSpec, Shared
from doclint.formats.schema.models import OneOrMore
from doclint.formats.schema.sections import SectionSpec
from doclint.markdown.nodes import Paragraph
from doclint.markdown.parser import parse as parse_markdown
from doclint.markdown.slugs import slug
from doclint.markdown.source import Source
from doclint.page.limits import LIMITS
from doclint.page.parsed_page import ParsedPage
from doclint.page.parts import PagePart, parts_of
from doclint.rule.reads import needed
from doclint.rule.registry import rules
from doclint.source.language import languages
from doclint.source.symbols import SymbolKind

_DOCS = Path(__file__).parents[1] / "docs"
PAGE = _DOCS / "format-reference.md"
_LEAD = """\
# Reference of formats

What a format may contain; [Describing your own pages](formats.md) shows how to begin. `doclint schema format` prints
the same keys as a JSON schema, for editors. `python tests/format_reference.py` generates this page from the code, and
from what doclint reads in the examples of `format-reference.toml`.
"""
_ELEMENTS = "Elements of a content"
_KINDS_OF_SYMBOL = "What defines symbols"
# The headings of the tables. Elements are not here: their headings are their shapes.
_PLACES: dict[type, str] = {
    Format: "The file itself",
    Kind: "`[[kind]]`: a kind of page",
    SectionSpec: "`[[kind.section]]`, `[[kind.section.child]]`: a section",
    contents.When: "`when`: a condition",
    contents.FieldSpec: "`items` of `fields`: a field",
    contents.Cut: "`cut` of `source`",
    GeneratorSpec: "`generator`: the program that writes the pages",
    LanguageSpec: "`[language]`: what pages call files",
    statements.ClaimSpec: "`[claims.SET.NAME]`: a statement of a set",
    statements.Proof: "`proof` of a statement",
    statements.Subjects: "`true-of`, `false-of`, `groundless-of`: files and folders",
    statements.DescriptionSpec: "`[[description]]`: a description and its files",
    statements.FillerSpec: "`[[filler]]`: a description that says nothing",
    statements.Correction: "`[[corrections]]`: words that the generator combines wrongly",
    Shared: "`[shared]`: parts that are in several places",
}
# What several tables have: what it is called, and its heading.
_BASES: dict[type, tuple[str, str]] = {
    contents.Defining: ("what defines symbols", _KINDS_OF_SYMBOL),
    contents.ListingContent: ("lists", "Lists"),
    statements.Statement: ("statements", "Statements"),
    contents.Content: ("elements", _ELEMENTS),
}


@cache
def data() -> dict[str, Any]:
    """What `format-reference.toml` has."""
    return tomllib.loads((_DOCS / "format-reference.toml").read_text(encoding="utf-8"))


def page() -> str:
    """The page as it should be."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield _LEAD
    yield from _texts()
    yield from _holes_with_meaning()
    yield from _tables()
    yield from _elements()
    yield "## Languages\n"
    yield "`languages`, `right` and `wrong` name languages by these ids:\n"
    yield from _table(("Id", "Language"), ((_code(one.id), one.name) for one in languages()))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    header = list(header)
    yield _row(*header)
    yield _row(*("---" for _ in header))
    yield from (_row(*row) for row in rows)
    yield ""


def _code(text: str) -> str:
    """Return a text as a code span."""
    ticks = "``" if "`" in text else "`"
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{blank}{text}{blank}{ticks}"


# Texts


def _texts() -> Iterator[str]:
    yield "## Texts\n"
    yield cleandoc(data()["texts"]) + "\n"
    rows = ((_code(f"{{_:{name}}}" if name != "str" else "{_}"), data()["types"][name]) for name in [*TYPES, MARKUP])
    yield from _table(("Hole", "Matches"), rows)
    yield "Patterns, and what holes keep of some texts of a page:\n"
    matches = (
        (_code(one["pattern"]), _code(text), _kept(one["pattern"], text))
        for one in data()["pattern"]
        for text in one["texts"]
    )
    yield from _table(("Pattern", "Text", "Result"), matches)
    yield "Filters of source templates:\n"
    yield from _table(("Filter", "Result"), ((_code(name), data()["filters"][name]) for name in FILTERS))
    results = (
        (_code(one["template"]), _code(value), _paths(one["template"], value))
        for one in data()["filter"]
        for value in one["values"]
    )
    yield from _table(("Source template", "Value", "Paths"), results)


def _kept(pattern: str, text: str) -> str:
    block = parse_markdown(text).blocks[0]
    assert isinstance(block, Paragraph)
    captures = first_match(map(Pattern, choices(pattern)), block.children)
    return "no match" if captures is None else _kept_by(captures) or "a match"


def _kept_by(captures: Captures) -> str:
    return ", ".join(f"{_code(name)} = {_code(one.text) if one.text else 'empty'}" for name, one in captures.items())


def _paths(template: str, value: str) -> str:
    source = SourceTemplate(template)
    return ", ".join(map(_code, source.paths(dict.fromkeys(source.names, value))))


# Holes


def _holes_with_meaning() -> Iterator[str]:
    yield "## Holes with a meaning\n"
    yield cleandoc(data()["holes"]) + "\n"
    rows = (
        (_code(one.name), one.meaning, _where(one), _code(one.example), _rules_of(one))
        for one in holes.meaningful_holes()
    )
    yield from _table(("Hole", "Meaning", "Where", "Example", "Read by"), rows)


def _where(hole: holes.Hole) -> str:
    needs: dict[str, list[str]] = {}
    for place, need in hole.where.items():
        needs.setdefault(need, []).append(place)
    found = (
        _places(places) + (f" ({holes.hole_tables().needs[need]})" if need else "") for need, places in needs.items()
    )
    return "; ".join(found)


def _places(places: list[str]) -> str:
    """Return some places of holes in words."""
    named = []
    tables = holes.hole_tables()
    for group, words in (("on-page", "anywhere on a page"), ("listed", "an entry of a list or a table row")):
        several = tables.groups[group]
        if set(several) <= set(places):
            places = [place for place in places if place not in several]
            named.append(words)
    return ", ".join([*named, *(tables.places[place] for place in places)])


def _rules_of(hole: holes.Hole) -> str:
    return ", ".join(map(_code, sorted(readers().get(f"{{{hole.name}}}", ()))))


# Keys


def _tables() -> Iterator[str]:
    yield "## Tables and their keys\n"
    models = set(_models())
    for model, heading in _PLACES.items():
        models.remove(model)
        yield f"### {heading}\n"
        yield cleandoc(model.__doc__ or "") + "\n"
        yield from _keys(model)
    assert all(issubclass(model, contents.Content) for model in models), "each model has a heading"
    for model, (_, heading) in _BASES.items():
        if model is not contents.Content:
            yield f"### {heading}\n"
            yield cleandoc(model.__doc__ or "") + "\n"
            yield from _keys(model)
        if model is contents.Defining:
            yield f"Kinds of symbols: {', '.join(map(_code, sorted(get_args(SymbolKind))))}.\n"


def _models() -> list[type[UserTable]]:
    """Return the models of a format, in the order in which it names them."""
    found: dict[type[UserTable], None] = {}
    waiting: list[type[UserTable]] = [Format]
    while waiting:
        model = waiting.pop(0)
        if model not in found:
            found[model] = None
            waiting += [one for setting in settings_of(model) for one in _named(setting.type)]
    return list(found)


def _named(hint: Any) -> Iterator[type[UserTable]]:
    """Yield the models in the type of a key."""
    if hint is contents.Content:
        yield from contents.ELEMENTS.values()
    elif isinstance(hint, type) and issubclass(hint, UserTable):
        yield hint
    for argument in get_args(hint):
        yield from _named(argument)


def _keys(model: type) -> Iterator[str]:
    """Yield the keys that a model adds to those of its bases, and where these are."""
    bases = [base for base in model.__mro__[1:] if base in _BASES and base is not contents.Content]
    given = [getattr(base, "__annotations__", {}) for base in model.__bases__]
    texts = tables.table("doclint.formats.schema", "keys").get(model.__name__, {})
    hints = model.__annotations__.items()
    own = [name for name, hint in hints if kebab(name) in texts or all(one.get(name) is not hint for one in given)]
    whole = next(one for one in _models() if issubclass(one, model))
    settings = [one for one in settings_of(whole) if one.name in own and one.name != "shape"]
    rows = [[_code(one.key), _value(one), _default(one), _meaning(model, one)] for one in settings]
    if rows:
        yield from _table(("Key", "Value", "Default", "Meaning"), rows)
    if bases:
        yield f"It also has the keys of {' and of '.join(_linked(*_BASES[base]) for base in bases)}.\n"


def _meaning(model: type, setting: Setting) -> str:
    """Return the description of a key, and the rules that read it."""
    places = (table for table, models in TABLES.items() if model in models)
    found = sorted({rule for place in places for rule in readers().get(f"{place}.{setting.key}", ())})
    return " ".join(filter(None, [setting.description, _read_by(found)]))


def _read_by(rules: Iterable[str]) -> str:
    listed = ", ".join(map(_code, sorted(rules)))
    return f"Read by {listed}." if listed else ""


@cache
def readers() -> dict[str, set[str]]:
    """The rules of doclint that read each part of a format, by the part without what must be there with it."""
    found: dict[str, set[str]] = {}
    for rule in rules().values():
        for read in rule.reads if rule.__module__.startswith("doclint_rules.") else ():
            part = needed(read)[0]
            name = f"{part.table}.{part.key}" if part.key else f"{{{part.hole}}}" if part.hole else part.place
            found.setdefault(name, set()).add(rule.id)
    return found


def _linked(text: str, heading: str) -> str:
    return f"[{text}](#{slug(heading)})"


def _value(setting: Setting) -> str:
    return _type(setting.type)


_SIMPLE = {
    str: "text",
    int: "number",
    Pattern: "pattern",
    Template: "template",
    SourceTemplate: "source template",
}


def _type(annotation: Any, *, are_several: bool = False) -> str:
    """Return what a value is, or values are, in words."""
    number = plural if are_several else str
    if annotation == SymbolKind:
        return _linked(f"{number('kind')} of symbol", _KINDS_OF_SYMBOL)
    if annotation is contents.Content:
        return _linked(number("element"), _ELEMENTS)
    if annotation is bool:
        return "`true` or `false`"
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return number(_SIMPLE[annotation]) if annotation in _SIMPLE else _linked(number("table"), _PLACES[annotation])
    return _compound(get_origin(annotation), get_args(annotation), are_several=are_several)


def _compound(origin: Any, arguments: tuple[Any, ...], *, are_several: bool) -> str:
    number = plural if are_several else str
    if origin is Annotated:
        return _type(arguments[0], are_several=are_several)
    if isinstance(origin, type) and issubclass(origin, OneOrMore):
        return f"{_type(arguments[0])}, or a list of {_type(arguments[0], are_several=True)}"
    if origin is Literal:
        return ", ".join(_code(json.dumps(one)) for one in arguments if one)
    if origin is list:
        return f"{number('list')} of {_type(arguments[0], are_several=True)}"
    if origin is dict:
        return f"{number('table')} of {_type(arguments[1], are_several=True)}"
    return " or ".join(_type(one) for one in arguments if one is not NoneType)


def _default(setting: Setting) -> str:
    value = setting.default
    if value is NODEFAULT:
        return "required"
    return _code(json.dumps(value)) if (value or value is False) and setting.name != "content" else ""


# Elements


def _elements() -> Iterator[str]:
    yield f"## {_ELEMENTS}\n"
    yield "All elements have these keys:\n"
    yield from _keys(contents.Content)
    for model in _models():
        if issubclass(model, contents.Content):
            name = _shape(model)
            yield f"### `{name}`\n"
            yield cleandoc(model.__doc__ or "") + "\n"
            yield from _keys(model)
            read_by = _read_by(readers().get(name, ()))
            if read_by:
                yield f"{read_by}\n"
            yield from _example(data()["elements"][name])


def _shape(model: type[contents.Content]) -> str:
    """Return how an element is recognized: its `shape`, or its only key."""
    return next(shape for shape, element in contents.ELEMENTS.items() if element is model)


def _example(example: Mapping[str, str]) -> Iterator[str]:
    text, shown = example["page"].strip("\n"), example.get("more", "").strip("\n")
    yield f"```toml\n{shown}{chr(10) * 2 if shown else ''}{example['format'].strip(chr(10))}\n```\n"
    fence = "````" if "```" in text else "```"
    yield f"{fence}markdown\n{text}\n{fence}\n"
    rows = [row for part in _parts(example) for row in _rows(part)]
    yield from _table(("Line", "Read as", "Holes"), rows)


_HEAD = "# Page\n\n## weigh\n\n"


def _parts(example: Mapping[str, str]) -> list[tuple[PagePart, Source]]:
    table = tomllib.loads(example.get("more", "") + "[[kind]]\n[[kind.section]]\n" + example["format"])
    about = example.get("about", "path")
    table["kind"][0] |= {"name": "page", "path": f"{{{about}}}/page.md", "title": "Page"}
    table["kind"][0]["section"][0] |= {"heading": "{symbol}", "key": "function", "defines": "function"}
    language = {".py": {"type": "Python module", "fence": "python"}}
    format_ = parse(table | {"name": "example", "docs-root": "docs", "language": language}, "example")
    source = Source.from_text(_HEAD + example["page"].lstrip("\n"))
    parsed = ParsedPage("docs/tests/test_basket.py/page.md", source, [format_], LIMITS)
    return [(part, source) for part in parts_of(parsed) if part.taker not in ("title", "heading")]


def _rows(located: tuple[PagePart, Source]) -> Iterator[tuple[str, str, str]]:
    part, source = located
    shape = part.shape
    assert shape is not None
    name = f"`{_shape(type(shape.element))}`" if shape.element else "nothing: free text"
    match shape:
        case Listing(items=pieces) | Fields(fields=pieces):
            for piece in pieces:
                line = source.position(piece.span.start).line
                if part.first <= line <= part.last:
                    yield _numbers(line, line), name, _kept_by(piece.captures)
        case _:
            yield _numbers(part.first, part.last), name, _kept_by(shape.captures)


def _numbers(first: int, last: int) -> str:
    above = _HEAD.count("\n")
    return f"{first - above}" if first == last else f"{first - above} to {last - above}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
