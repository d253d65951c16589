"""The map of a page: its lines in order, with what took them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.wording import shortened
from doclint.markdown.source import Source
from doclint.output.page.contents import Captured, PageContents, PageElement, PageField, PageLines, PageSection

_MOST_ALIKE = 2  # sections of one key to show below one heading, if they are as the format has them
_LONGEST = 40  # characters of a capture
_NAMED = {"around": "handwritten", "front-matter": "front matter", "free-text": "prose", "nothing": "no element"}
_DELIMITER = expression(r"\s*(?:`{3,}|~{3,}|---|\+\+\+)")


class MapRow(Struct, frozen=True):
    """Lines of a page, what took them, the first of them, and what the page says there.

    It `is_sound` if the lines are as the format has them.
    """

    first: int
    last: int
    name: str
    text: str
    details: str = ""
    is_sound: bool = True
    is_heading: bool = False


def map_of(contents: PageContents, source: Source, *, section: str = "", is_whole: bool = False) -> list[MapRow]:
    """Return the rows of a page in order, or those of the sections with one key.

    Unless the map `is_whole`, it has only the first ones of many sections of one key, and those that are not as the
    format has them. Of a page of no known kind, it has the headings.
    """
    rows = list(_rows(contents, source))
    if section:
        wanted = [range(one.line, one.end_line + 1) for one in contents.sections if one.key == section]
        lines = {line for lines in wanted for line in lines}
        return [row for row in rows if row.first in lines]
    if is_whole:
        return rows
    return list(_without_like([row for row in rows if row.name != "separator"], contents.sections))


def _rows(contents: PageContents, source: Source) -> Iterator[MapRow]:
    if contents.kind is None or contents.is_free:
        for section in contents.sections:
            yield MapRow(section.line, section.line, "heading", source.line(section.line), is_heading=True)
        return
    sections = {section.line: section for section in contents.sections}
    names = _Names(contents)
    for part in _joined(contents.parts):
        section_here = sections.get(part.line)
        yield _heading(part, section_here, source) if section_here else names.row(part, _sample(part, source))


def _joined(parts: Sequence[PageLines]) -> Iterator[PageLines]:
    """Yield parts, with those of a section that no element takes and that follow each other as one."""
    for _, (first, *others) in groupby(parts, lambda one: one.section if one.taker == "nothing" else id(one)):
        yield first.model_copy(update={"end_line": others[-1].end_line}) if others else first


def _heading(part: PageLines, section: PageSection, source: Source) -> MapRow:
    state = "out of order" if section.is_out_of_order else section.state
    name = f"[{section.key}]" if section.key else "no section"
    absent = [f"{one.shape} `{one.pattern}`" if one.pattern else one.shape for one in section.absent]
    wrong = [f"lacks {', '.join(absent)}"] if absent else []
    if section.levels and section.level not in section.levels:
        wrong.append(f"on level {section.level}; the format has {' or '.join(map(str, section.levels))}")
    return MapRow(
        part.line,
        part.end_line,
        name if state == "known" or not section.key else f"{name} {state}",
        source.line(part.line),
        "; ".join(filter(None, (holes(section.captures), *wrong))),
        is_sound=state == "known" and not wrong,
        is_heading=True,
    )


class _Names:
    """Names what took the parts of one page, and shows what the page says there."""

    def __init__(self, contents: PageContents) -> None:
        every = [*contents.elements, *(one for section in contents.sections for one in section.elements)]
        self._elements = {element.line: element for element in reversed(every)}
        self._docstrings = {prose.line for prose in contents.prose if prose.of == "docstring"}
        self._claims = {claim.line: claim for claim in reversed(contents.claims)}
        self._fields = contents.fields
        self._field_lines = [field.line for field in contents.fields]
        self._held = {"title": contents.title, "front-matter": contents.front_matter, "footer": contents.footer}

    def row(self, part: PageLines, text: str) -> MapRow:
        """Return the row of a part."""
        name = part.shape if part.taker == "element" else _NAMED.get(part.taker, part.taker)
        if part.line in self._docstrings:
            name = f"{name} (docstring)"
        fields = self._fields_in(part) if part.shape == "fields" else ()
        is_sound = part.taker != "nothing" and all(one.state == "matched" for one in fields)
        return MapRow(part.line, part.end_line, name, text, self._details(part), is_sound)

    def _fields_in(self, lines: PageLines | PageElement) -> list[PageField]:
        first, behind = (bisect_left(self._field_lines, line) for line in (lines.line, lines.end_line + 1))
        return self._fields[first:behind]

    def _details(self, part: PageLines) -> str:
        element = self._elements.get(part.line) if part.taker == "element" else None
        if element is not None:
            return self._said(element)
        holder = self._held.get(part.taker)
        return holes(holder.captures) if holder else ""

    def _said(self, element: PageElement) -> str:
        if element.entries:
            count = len(element.entries)
            return f"{count} {'entry' if count == 1 else 'entries'}: {holes(element.entries[0].captures)}"
        if element.shape == "fields":
            fields = self._fields_in(element)
            return ", ".join(one.key if one.state == "matched" else f"{one.key} ({one.state})" for one in fields)
        claim = self._claims.get(element.line)
        return ", ".join(filter(None, (claim.key if claim else "", holes(element.captures))))


def holes(captures: Captured) -> str:
    """Return captures in one line."""
    return ", ".join(f"{{{name}}} = {shortened(capture.text, _LONGEST)}" for name, capture in captures.items())


def _sample(part: PageLines, source: Source) -> str:
    """Return the first line of a part, or the next one if it only begins a fence or the front matter."""
    first = source.line(part.line)
    return source.line(part.line + 1) if part.end_line > part.line and _DELIMITER.match(first) else first


def _without_like(rows: Sequence[MapRow], sections: Sequence[PageSection]) -> Iterator[MapRow]:
    """Yield rows, with one in place of many sections of one key that follow each other and are as they should be."""
    wrong = [row.first for row in rows if not row.is_sound]
    runs = {run[0].line: run for run in _runs(sections, wrong)}
    hidden_to = 0
    for row in rows:
        if row.first <= hidden_to:
            continue
        run = runs.get(row.first)
        if run is None:
            yield row
        else:
            hidden_to = run[-1].end_line
            yield MapRow(row.first, hidden_to, f"[{run[0].key}]", f"{len(run)} more of these (--all)")


class _Level:
    """The sections directly below one heading: how many of each key are shown, and the ones to hide after these."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.hidden: list[PageSection] = []
        self._shown: Counter[str] = Counter()

    def add(self, section: PageSection, *, is_sound: bool) -> list[list[PageSection]]:
        """Add the next section. Return the run that ends before it, if there is one."""
        may_hide = is_sound and self._shown[section.key] >= _MOST_ALIKE
        if may_hide and self.hidden and self.hidden[-1].key == section.key:
            self.hidden.append(section)
            return []
        run = self.rest()
        self.hidden = [section] if may_hide else []
        self._shown[section.key] += not may_hide
        return run

    def rest(self) -> list[list[PageSection]]:
        """Return the last run, if there is one."""
        return [self.hidden] if self.hidden else []


def _runs(sections: Sequence[PageSection], wrong: Sequence[int]) -> Iterator[list[PageSection]]:
    """Yield the sections to hide, in runs; `wrong` are the lines of what is not as the format has it."""
    levels = [_Level(inf)]
    for section in sections:
        while levels[-1].end < section.line:
            yield from levels.pop().rest()
        at = bisect_left(wrong, section.line)
        is_wrong = at < len(wrong) and wrong[at] <= section.end_line
        yield from levels[-1].add(section, is_sound=bool(section.key) and not is_wrong)
        levels.append(_Level(section.end_line))
    for level in levels:
        yield from level.rest()
