"""Pages of which doclint does not see one part of their format: what a rule then finds shows whether it reads it."""

import tomllib
from collections.abc import Iterator
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields, force_setattr

from doclint import Format, Page, Rule, testing
from doclint.errors import tables
from doclint.formats.documented.symbols import Members
from doclint.formats.format_parts import TABLES, FormatPart, HoleNames, places_of
from doclint.formats.loading import BUILTIN, builtin
from doclint.formats.patterns.pattern import Captures
from doclint.formats.reading.shapes import SymbolSignature, captures_in
from doclint.formats.schema.contents import Group, OneOf, flat
from doclint.formats.schema.format import Kind
from doclint.formats.schema.sections import SectionSpec
from doclint.markdown.source import Source
from doclint.repository.in_memory import Memory
from doclint.rule.finding import Finding
from doclint.rule.rule import Example

CONDITIONS = frozenset({"markdown", "kind", "subject", "file", "folder", "section"})
"""The places that say what a page is; nothing can be left out of it."""


class Blanked:
    """The page of an example of a rule: what the rule finds on it, and what it finds without one part of its format."""

    def __init__(self, rule: type[Rule], example: Example) -> None:
        self._rule = rule
        self._example = example
        self._own: set[str] = set()
        page = self._page(self._formats())
        self._own = {one.format.name for one in (page, *page.quotes) if one.format}
        self.findings = testing._lint_example(rule, example, page)

    def without(self, part: FormatPart) -> list[Finding]:
        """Return the findings of the rule without one part of the format."""
        formats = self._formats()
        page = self._page(formats)
        if part.key:
            for format_ in formats:
                if format_.name in self._own:
                    _leave_out_key(format_, part)
        else:
            _leave_out(page, part)
        return testing._lint_example(self._rule, self._example, page)

    def _formats(self) -> list[Format]:
        """Return all formats; those of the page are new, because keys are left out of them."""
        own = [tomllib.loads(self._example.format)] if self._example.format else []
        own += [tables.table("doclint.formats.builtin", name) for name in BUILTIN if name in self._own]
        return [*map(Format.from_table, own), *(builtin(name) for name in BUILTIN if name not in self._own)]

    def _page(self, formats: list[Format]) -> Page:
        data = self._example.text if isinstance(self._example.text, bytes) else self._example.text.encode()
        files = {**self._example.files, self._example.path: data}
        repository = Memory(files, deletions=self._example.deletions)
        return Page(self._example.path, Source.from_bytes(data), formats=tuple(formats), repository=repository)


def _leave_out(page: Page, part: FormatPart) -> None:
    """Take a hole, or what is of a place, out of what doclint has read on a page."""
    for one in (page, *page.quotes):
        parsed = one.parsed
        if one.kind is None or one.format is None:
            continue
        names = HoleNames(one.kind, one.format)
        if part.hole:
            for captures, places in list(_all_captures(one)):
                for name in [name for name in captures if f"{{{part.hole}}}" in names.parts([name])]:
                    if not part.place or part.place in places:
                        del captures[name]
            vars(parsed).pop("documentation", None)
        else:
            wanted = f"{part.place} of {part.sort}" if part.sort else part.place
            shapes, absent = parsed.matched
            parsed.matched = (
                [shape for shape in shapes if not (shape.element and wanted in places_of(shape.element, one.kind))],
                absent,
            )
            if part.place == "symbol":
                parsed.documentation = _without(parsed.documentation, part.sort)
        for again in ("captures", "quotation"):
            vars(parsed).pop(again, None)
    of_identity = ("identity", "format", "kind", "subject", "source_file", "documented", "quoted_source")
    for again in (*of_identity, "contents", "_by_type"):
        vars(page).pop(again, None)
    page._remembered.clear()
    page._by_shape.clear()


def _without(lists: list[Members], sort: str) -> list[Members]:
    kept = [members for members in lists if sort and sort not in members.spec.defines]
    for members in kept:
        for symbol in members.symbols:
            symbol.members = _without(symbol.members, sort)
    return kept


def _all_captures(page: Page) -> Iterator[tuple[Captures, list[str]]]:
    """Yield all captures of a page, each with its places."""
    outline = page.outline
    if outline is not None:
        yield outline.front_matter_captures, ["front-matter"]
        yield outline.title_captures or {}, ["title", "symbol"]
        yield outline.footer_captures, ["footer"]
    for section in page.sections:
        yield section.captures, ["heading", "symbol"]
    for shape in page.contents:
        places = places_of(shape.element, page.kind) if shape.element and page.kind else []
        for captures in captures_in(shape):
            yield captures, [*places, "symbol"]
        if isinstance(shape, SymbolSignature):
            yield shape.spans, places  # type: ignore[misc]


def _leave_out_key(format_: Format, part: FormatPart) -> None:
    """Give a key its default value, wherever a format has it; what cannot be without the key goes as a whole."""
    for kind in format_.kind:
        specs: list[Kind | SectionSpec] = [kind, *(place.spec for place in kind.all_sections)]
        for spec in specs:
            _prune(spec.content, part)
        _prune(kind.epilogue, part)
        models: list[Any] = [format_, *specs]
        contents = (element for spec in specs for element in flat(spec.content))
        models += contents
        models += [claim for claims in format_.claims.values() for claim in claims.values()]
        for model in models:
            if isinstance(model, TABLES[part.table]):
                _reset(model, part)
        for cached in ("sections", "all_sections", "by_heading", "parents", "documents", "_contents"):
            vars(kind).pop(cached, None)


def _prune(elements: list[Any], part: FormatPart) -> None:
    for element in list(elements):
        match element:
            case Group(group=group):
                _prune(group, part)
            case OneOf(one_of=alternatives):
                for alternative in alternatives:
                    _prune(alternative, part)
        field = _field(element, part)
        if field and isinstance(element, TABLES[part.table]) and field.required:
            elements.remove(element)


def _reset(model: Any, part: FormatPart) -> None:
    field = _field(model, part)
    if not field or field.required:
        return
    value = getattr(model, field.name)
    if not part.sort or value == part.sort or (isinstance(value, list) and part.sort in value):
        force_setattr(model, field.name, field.default_factory() if field.default is NODEFAULT else field.default)


def _field(model: Any, part: FormatPart) -> FieldInfo | None:
    return next((one for one in fields(model) if one.encode_name == part.key), None)
